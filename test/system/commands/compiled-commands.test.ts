import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { copyProject } from '../../support/builds/copy-project.ts';
import { CATALOGUE, folderForAll, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { ENVIRONMENT } from '../../support/builds/run-build.ts';

let project: string;
beforeEach(() => {
  project = fs.mkdtempSync(join(tmpdir(), 'almanac-compiled-'));
  copyProject(project, { packages: true });
});
afterEach(() => fs.rmSync(project, { recursive: true, force: true }));

/** What the sources are compiled to, once for all tests that begin with it. */
const compiledBefore = folderForAll();

/** Makes the state of a project in which a command was run. */
async function compiled(): Promise<void> {
  const kept = join(compiledBefore, 'lib');
  if (fs.existsSync(kept)) fs.cpSync(kept, lib(), { recursive: true, preserveTimestamps: true });
  expect((await run(HELP)).code).toBe(0);
  if (!fs.existsSync(kept)) fs.cpSync(lib(), kept, { recursive: true, preserveTimestamps: true });
}

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
  fs.appendFileSync(join(project, file), `${line}\n`);
}

/** The commands of package.json that are compiled. */
const COMMANDS = ['build', 'merge', 'start', 'dev', 'preview', 'check-data', 'add', 'update', 'accept'];

const HELP = commandLine('check-data', '--help');
const lib = (...path: string[]): string => join(project, 'lib', ...path);

/** Folders in which something is compiled. */
function temporaryFolders(): string[] {
  return fs.readdirSync(project).filter((name) => name.startsWith('.lib'));
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
    await compiled();
    addLine('src/settings/settings.ts', `console.log('changed' as string);`);
    const all = await Promise.all(Array.from({ length: 4 }, () => run(HELP)));
    for (const { code, stdout, stderr } of all) {
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^changed\n/);
    }
    expect(temporaryFolders()).toEqual([]);
  });

  test('again after one was added or removed', async () => {
    const [added, importing] = [join(project, 'src/added.ts'), join(project, 'src/settings/settings.ts')];
    const before = fs.readFileSync(importing, 'utf8');
    fs.writeFileSync(added, `console.log('added' as string);\n`);
    addLine('src/settings/settings.ts', `import '../added.ts';`);
    expect((await run(HELP)).stdout).toMatch(/^added\n/);
    fs.rmSync(added);
    const { code, stderr } = await run(HELP);
    expect(code).toBe(1);
    expect(stderr).toContain("Could not resolve '../added.ts'");
    fs.writeFileSync(importing, before);
    expect((await run(HELP)).stdout).not.toContain('added');
  });

  test('again after a package was replaced', async () => {
    await compiled();
    const before = fs.statSync(lib()).ino;
    addLine('package-lock.json', '');
    await run(HELP);
    expect(fs.statSync(lib()).ino).not.toBe(before);
  });

  test('into a file for each command, and others for what they share, without a copy of any module', async () => {
    await compiled();
    const names = fs.readdirSync(lib());
    expect(names).toEqual(expect.arrayContaining(COMMANDS.map((name) => `${name}.js`)));
    const maps = names.filter((name) => name.endsWith('.map')).map((name) => fs.readFileSync(lib(name), 'utf8'));
    const sources = maps.flatMap((map): string[] => JSON.parse(map).sources);
    expect(sources).toContain('../src/pipeline/build.ts');
    expect(sources).toHaveLength(new Set(sources).size);
  });

  test('with a source map, by which an error names the line and column of its source', async () => {
    addLine('src/commands/check-data.ts', `const thrown: string = 'on purpose'; throw new Error(thrown);`);
    const lines = fs.readFileSync(join(project, 'src/commands/check-data.ts'), 'utf8').split('\n');
    const line = lines.findIndex((text) => text.includes('on purpose')) + 1;
    const column = (lines[line - 1]?.indexOf('new Error') ?? 0) + 1;
    const { code, stderr } = await run(HELP);
    expect(code).toBe(1);
    expect(stderr).toContain('Error: on purpose\n');
    expect(stderr).toContain(`/src/commands/check-data.ts:${line}:${column}`);
    expect(stderr).not.toContain('/lib/');
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
    addLine('src/settings/settings.ts', 'const = 1;');
    const { code, stderr } = await run(HELP);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Almanac cannot compile its sources into lib: [^\n]+\.\n$/);
    expect(stderr).toContain('src/settings/settings.ts:');
  });
});

test('a command that ends while it waits has not succeeded', async () => {
  fs.writeFileSync(join(project, 'scripts/check-data.ts'), 'await new Promise(() => {});\n');
  expect((await run(HELP)).code).toBe(13);
});
