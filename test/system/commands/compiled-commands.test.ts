import { execFile } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { copyProject } from '../../support/builds/copy-project.ts';
import { CATALOGUE, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { ENVIRONMENT } from '../../support/builds/run-build.ts';

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'almanac-compiled-'));
  copyProject(project, { packages: true });
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

function run([program = '', ...args]: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { cwd: project, env: { ...ENVIRONMENT, ...env }, encoding: 'utf8' } as const;
    const child = execFile(program, args, options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

/** The command line of a command, as package.json has it. */
function commandLine(...args: string[]): string[] {
  return [process.execPath, 'scripts/run.js', ...args];
}

/** Makes a source say something when it is loaded. */
function addLine(file: string, line: string): void {
  appendFileSync(join(project, file), `${line}\n`);
}

const HELP = commandLine('check-data', '--help');
const lib = (...path: string[]): string => join(project, 'lib', ...path);

/** Folders in which something is compiled. */
function temporaryFolders(): string[] {
  return readdirSync(project).filter((name) => name.startsWith('.lib'));
}

describe('what a command runs is compiled from the sources', () => {
  test('by four commands at once, all of which work', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => run(HELP)));
    for (const { code, stdout, stderr } of all) {
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain('npm run check-data');
    }
    expect(temporaryFolders()).toEqual([]);
  });

  test('again after one of them has changed, by four commands at once', async () => {
    await run(HELP);
    addLine('src/settings/settings.ts', `console.log('changed' as string);`);
    const all = await Promise.all(Array.from({ length: 4 }, () => run(HELP)));
    for (const { code, stdout, stderr } of all) {
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^changed\n/);
    }
    expect(temporaryFolders()).toEqual([]);
  });

  test('again after one was added or removed', async () => {
    const added = join(project, 'src/added.ts');
    writeFileSync(added, 'export const one: number = 1;\n');
    await run(HELP);
    expect(readFileSync(lib('added.js'), 'utf8')).toBe('export const one         = 1;\n');
    rmSync(added);
    await run(HELP);
    expect(existsSync(lib('added.js'))).toBe(false);
  });

  test('but not after all of them were copied', async () => {
    await run(HELP);
    const before = [statSync(lib()).ino, readFileSync(lib('.compiled'), 'utf8')];
    utimesSync(join(project, 'src/model.ts'), new Date(), new Date());
    await run(HELP);
    const [inode, state] = before;
    expect(statSync(lib()).ino).toBe(inode);
    expect(readFileSync(lib('.compiled'), 'utf8')).not.toBe(state);
  });

  test('into nothing that names a source, or a type', async () => {
    await run(HELP);
    const files = readdirSync(lib(), { recursive: true, encoding: 'utf8' });
    expect(files.filter((path) => path.endsWith('.ts'))).toEqual([]);
    expect(files).toContain(join('kernel', 'kernel.wasm'));
    for (const path of files.filter((it) => it.endsWith('.js'))) {
      expect(readFileSync(lib(path), 'utf8'), path).not.toMatch(
        /(?:from|import)\s*\(?\s*['"][^'"]*(?:\.ts|\/src\/[^'"]*)['"]/,
      );
    }
  });

  test('with every line and column where it was', async () => {
    addLine('src/commands/check-data.ts', `const thrown: string = 'on purpose'; throw new Error(thrown);`);
    const lines = readFileSync(join(project, 'src/commands/check-data.ts'), 'utf8').split('\n');
    const line = lines.findIndex((text) => text.includes('on purpose')) + 1;
    const column = (lines[line - 1]?.indexOf('new Error') ?? 0) + 1;
    const { code, stderr } = await run(HELP);
    expect(code).toBe(1);
    expect(stderr).toContain(`lib/commands/check-data.js:${line}:${column}`);
  });

  test('and makes the output that the sources make', async () => {
    writeFiles(project, { 'raw-data/catalogue.json': CATALOGUE });
    const built = await run([process.execPath, 'scripts/build.ts', '--api-only']);
    expect(built.code).toBe(0);
    const { code, stderr } = await run(commandLine('build', '--api-only'));
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^unchanged /)]);
  });
});

describe('a command says in a sentence', () => {
  test('which source is not to be compiled', async () => {
    addLine('src/model.ts', 'const = 1;');
    const { code, stderr } = await run(HELP);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Almanac cannot compile its sources into lib: src\/model\.ts: [^\n]+\.\n$/);
  });
});

test('a command that ends while it waits has not succeeded', async () => {
  writeFileSync(join(project, 'scripts/check-data.ts'), 'await new Promise(() => {});\n');
  expect((await run(HELP)).code).toBe(13);
});
