import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import ts from 'typescript';
import type { Mutant } from './mutant.ts';
import { changesOf } from './operators.ts';

/** The sources that are mutated, in a fixed order. The kernel's are not: tests compare its source with what was compiled from it. */
export function sourcesOf(project: string, only: string | null): string[] {
  return globSync('src/**/*.ts', { cwd: project })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('src/kernel/wasm/') && !path.endsWith('.d.ts'))
    .filter((path) => only === null || matchesGlob(path, only))
    .sort();
}

/** Every mutant of all sources, in a fixed order. */
export function mutantsOf(project: string, sources: readonly string[]): Mutant[] {
  return sources.flatMap((file) => findMutants(file, readFileSync(join(project, file), 'utf8')));
}

/** Every mutant of a source, in the order of its text. A change that other operators make too is there once. */
export function findMutants(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const mutants = new Map<string, Mutant>();
  const visit = (node: ts.Node): void => {
    if (hasNoCode(node)) return;
    for (const { start, end, after, operator } of changesOf(node, source)) {
      const before = text.slice(start, end);
      const { line, character } = source.getLineAndCharacterOfPosition(start);
      const mutant = { file, start, end, line: line + 1, column: character + 1, before, after, operator };
      if (before !== after) mutants.set(`${start} ${end} ${after}`, mutants.get(`${start} ${end} ${after}`) ?? mutant);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...mutants.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** True if nothing of a node runs: imports and types. */
function hasNoCode(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined)
  );
}
