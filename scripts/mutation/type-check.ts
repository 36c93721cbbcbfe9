import { join } from 'node:path';
import ts from 'typescript';
import { applyMutant, type Mutant } from './mutant.ts';

/**
 * Tells if a mutant still fits the types of its own source. `npm test` checks types before it runs a test, so those that do not are no
 * question to the tests.
 */
export function typeChecker(project: string): (mutant: Mutant) => boolean {
  const { config } = ts.readConfigFile(join(project, 'tsconfig.json'), ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, project);
  const changed = new Map<string, { version: number; text: string | null }>();
  const textOf = (path: string): string | undefined => changed.get(path)?.text ?? ts.sys.readFile(path);
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => fileNames,
    getScriptVersion: (path) => String(changed.get(path)?.version ?? 0),
    getScriptSnapshot: (path) => {
      const text = textOf(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => project,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: textOf,
    readDirectory: ts.sys.readDirectory,
  });
  const set = (path: string, text: string | null): void => {
    changed.set(path, { version: (changed.get(path)?.version ?? 0) + 1, text });
  };
  return (mutant) => {
    const path = join(project, mutant.file).replaceAll('\\', '/');
    set(path, applyMutant(ts.sys.readFile(path) ?? '', mutant));
    const fits = service.getSyntacticDiagnostics(path).length + service.getSemanticDiagnostics(path).length === 0;
    set(path, null);
    return fits;
  };
}
