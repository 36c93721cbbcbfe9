import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addDataset } from '../../../src/commands/add-dataset/add-dataset.ts';
import { type Problem, ProblemError } from '../../../src/problems/problem.ts';
import { folderWith, rawDataWith, sidecarWith } from '../../support/builds/raw-data-folder.ts';
import { ENVIRONMENT, runCommand } from '../../support/builds/run-build.ts';
import { unprivileged } from '../../support/builds/unprivileged.ts';

/** The problem that adding a file is refused with; null if it is added. A refusal must leave the raw data as it was. */
function refusalOf(path: string, rawData: string, category: string | null = 'economy'): Problem | null {
  const before = readdirSync(rawData, { recursive: true });
  try {
    addDataset(path, { rawData, category });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    expect(readdirSync(rawData, { recursive: true })).toEqual(before);
    return error.problem;
  }
  return null;
}

function outsideFile(name = 'x.csv'): string {
  return join(folderWith({ [name]: 'a\n1\n' }), name);
}

test('of two processes that add the same name, one succeeds, and the other reports the existing file', async () => {
  for (let round = 0; round < 4; round += 1) {
    const rawData = rawDataWith({});
    const contents = ['a,b\n1,2\n', 'a,b\n3,4\n'];
    const paths = contents.map((content) => join(folderWith({ 'x.csv': content }), 'x.csv'));
    const runs = await Promise.all(
      paths.map((path) => runCommand('add', ['--raw-data', rawData, path, '--category', 'economy'])),
    );
    const winner = runs.findIndex(({ code }) => code === 0);
    expect(runs.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(runs[1 - winner]?.stderr).toMatch(/^economy\/x\.(?:csv|meta\.json) {2}target-exists /);
    expect(readFileSync(join(rawData, 'economy/x.csv'), 'utf8')).toBe(contents[winner]);
    expect(JSON.parse(readFileSync(join(rawData, 'economy/x.meta.json'), 'utf8'))).toHaveProperty('columns.b');
    expect(readdirSync(join(rawData, 'economy')).sort()).toEqual(['x.csv', 'x.meta.json']);
  }
});

describe('a write error is reported, and leaves nothing behind', () => {
  test('if a file has the name of the category’s folder', () => {
    const rawData = rawDataWith({ economy: 'a file' });
    expect(refusalOf(outsideFile(), rawData)).toMatchObject({
      code: 'output-unwritable',
      message: `cannot write ${join(rawData, 'economy')}: file already exists`,
      help: expect.stringContaining('a folder must be'),
    });
  });

  test('if the name of the sidecar is too long', () => {
    const name = `economy/a${' '.repeat(248)}b.csv`;
    const rawData = rawDataWith({ [name]: 'a\n1\n' });
    expect(refusalOf(join(rawData, name), rawData)).toMatchObject({
      code: 'output-unwritable',
      help: 'Give the file a shorter name.',
    });
  });

  test('if a link that leads nowhere has the name of the sidecar', () => {
    const rawData = rawDataWith({ 'economy/x.csv': 'a\n1\n' });
    symlinkSync('nowhere', join(rawData, 'economy/x.meta.json'));
    expect(refusalOf(join(rawData, 'economy/x.csv'), rawData)?.code).toBe('target-exists');
  });

  test('without permission to write', () => {
    const rawData = rawDataWith({});
    chmodSync(rawData, 0o555);
    const args = ['scripts/add.ts', '--raw-data', rawData, outsideFile(), '--category', 'economy'];
    const [program = '', ...rest] = unprivileged([process.execPath, ...args]);
    const { status, stderr } = spawnSync(program, rest, { encoding: 'utf8', env: ENVIRONMENT });
    chmodSync(rawData, 0o755);
    expect(stderr).toBe(
      `output-unwritable  cannot write ${rawData}/economy: permission denied\n` +
        '    Give the user who adds files permission to write there.\n\nNothing was added.\n',
    );
    expect(status).toBe(1);
  });

  test('if only a part of the file can be written', () => {
    const rawData = rawDataWith({});
    const path = join(folderWith({ 'x.csv': `a\n${'text of a row\n'.repeat(10_000)}` }), 'x.csv');
    const script = 'ulimit -f 16; trap "" XFSZ; exec "$@"';
    const args = [process.execPath, 'scripts/add.ts', '--raw-data', rawData, path, '--category', 'economy'];
    const { status, stderr } = spawnSync('sh', ['-c', script, 'sh', ...args], { encoding: 'utf8', env: ENVIRONMENT });
    expect(stderr).toMatch(/^output-unwritable {2}cannot write .*x\.csv: file too large\n {4}.*add the file again\.\n/);
    expect(status).toBe(1);
    expect(readdirSync(rawData)).toEqual(['catalogue.json']);
  });
});

test('a link that leads to itself cannot be reached', () => {
  const folder = folderWith({});
  symlinkSync('x.csv', join(folder, 'x.csv'));
  const refused = refusalOf(join(folder, 'x.csv'), rawDataWith({}));
  expect(refused).toMatchObject({ code: 'file-unreadable', message: expect.stringContaining('ELOOP') });
});

test('a file that a data package describes needs no sidecar', () => {
  const description = { name: 'pkg', resources: [{ name: 'x', path: 'x.csv' }] };
  const rawData = rawDataWith({
    'economy/pkg/datapackage.json': JSON.stringify(description),
    'economy/pkg/x.csv': 'a\n1\n',
  });
  expect(refusalOf(join(rawData, 'economy/pkg/x.csv'), rawData)).toMatchObject({
    code: 'target-exists',
    message: 'is already described by economy/pkg/datapackage.json',
  });
});

describe('a link', () => {
  test('in the raw data is described under its own name', () => {
    const rawData = rawDataWith({ 'shared/data.csv': 'a\n1\n' });
    mkdirSync(join(rawData, 'economy'));
    symlinkSync('../shared/data.csv', join(rawData, 'economy/x.csv'));
    expect(addDataset(join(rawData, 'economy/x.csv'), { rawData, category: null })).toMatchObject({
      file: 'economy/x.csv',
      sidecar: 'economy/x.meta.json',
    });
    expect(readdirSync(join(rawData, 'shared'))).toEqual(['data.csv']);
  });

  test('out of the raw data is refused, as in a build', () => {
    const rawData = rawDataWith({});
    symlinkSync(outsideFile(), join(rawData, 'x.csv'));
    expect(refusalOf(join(rawData, 'x.csv'), rawData)?.code).toBe('link-outside');
  });
});

describe('a name that builds ignore', () => {
  test.each([
    ['economy/.x.csv', 'Rename it so that it begins with a letter or a digit.'],
    ['.hidden/x.csv', 'Rename it so that it begins with a letter or a digit.'],
    ['economy/x.txt', 'Rename it to x.csv or, if tabs separate its cells, to x.tsv.'],
  ])('%s is refused in the raw data', (file, help) => {
    const rawData = rawDataWith({ [file]: 'a\n1\n' });
    expect(refusalOf(join(rawData, file), rawData)).toMatchObject({ code: 'name-invalid', help });
  });

  test.each([
    ['x.TXT', 'x.csv'],
    ['x.dat', 'x.csv'],
    ['x.TSV', 'x.tsv'],
  ])('%s becomes %s if it comes from elsewhere', (name, expected) => {
    const rawData = rawDataWith({});
    const { file, sidecar } = addDataset(outsideFile(name), { rawData, category: 'economy' });
    expect(file).toBe(`economy/${expected}`);
    expect(JSON.parse(readFileSync(join(rawData, sidecar), 'utf8'))).toMatchObject({ name: 'X' });
  });
});

test('the category and the name are checked before the file is read', () => {
  const path = join(folderWith({ 'taken.csv': '' }), 'taken.csv');
  const rawData = rawDataWith({ 'economy/taken.csv': 'a\n1\n', 'economy/taken.meta.json': sidecarWith() });
  expect(refusalOf(path, rawData, 'econmy')?.code).toBe('setting-invalid');
  expect(refusalOf(path, rawData, 'governance')?.code).toBe('name-collision');
  expect(refusalOf(path, rawData, 'economy')?.code).toBe('target-exists');
});

test('a file that changes while it is read is not added', async () => {
  const path = join(folderWith({ 'x.csv': `a,b\n${'text,1\n'.repeat(200_000)}` }), 'x.csv');
  const before = statSync(path).mtimeMs;
  const touch = 'for (let time = 1; ; time += 1) require("node:fs").utimesSync(process.argv[1], time, time);';
  const child = spawn(process.execPath, ['-e', touch, path], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  while (statSync(path).mtimeMs === before) await setTimeout(10);
  expect(refusalOf(path, rawDataWith({}))?.code).toBe('file-changed');
});
