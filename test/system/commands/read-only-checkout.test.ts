import { execFile } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyProject } from '../../support/builds/copy-project.ts';
import { CATALOGUE, folderWith, sidecarWith, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { contentOf, ENVIRONMENT } from '../../support/builds/run-build.ts';
import { unprivileged } from '../../support/builds/unprivileged.ts';

const COLUMNS = { columns: { a: { description: 'A' } } };

/** A checkout with raw data, in which nothing may be written. */
let project: string;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'almanac-read-only-'));
  copyProject(project, { packages: true });
  writeFiles(project, {
    'raw-data/catalogue.json': CATALOGUE,
    'raw-data/economy/a.csv': 'a\n1\n2\n',
    'raw-data/economy/a.meta.json': sidecarWith(COLUMNS),
  });
  setWritable(false);
});
afterAll(() => {
  setWritable(true);
  rmSync(project, { recursive: true, force: true });
});

/** Every file and folder of the checkout; what its links lead to is not part of it. */
function partsOf(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).map((entry) => join(folder, entry.name));
  return [folder, ...entries.flatMap((path) => (lstatSync(path).isDirectory() ? partsOf(path) : path))];
}

function setWritable(isWritable: boolean): void {
  for (const path of partsOf(project)) {
    const stats = lstatSync(path);
    if (!stats.isSymbolicLink()) chmodSync(path, (stats.isDirectory() ? 0o555 : 0o444) | (isWritable ? 0o200 : 0));
  }
}

interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command as package.json has it, as a user who may not write in the checkout. */
function run(home: string, ...args: string[]): Promise<Ran> {
  const [program = '', ...rest] = unprivileged([process.execPath, 'scripts/run.js', ...args]);
  const env = { ...ENVIRONMENT, HOME: home, TMPDIR: home, XDG_CACHE_HOME: join(home, 'cache') };
  return new Promise((resolve) => {
    const child = execFile(program, rest, { cwd: project, env, encoding: 'utf8' }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

test('in a checkout that may not be written, every build can write its output elsewhere', {
  timeout: 60_000,
}, async () => {
  const home = folderWith({});
  const before = partsOf(project);
  const [api, checked] = await Promise.all([
    run(home, 'build', '--api-only', '--out', join(home, 'api')),
    run(home, 'check-data', '--json'),
  ]);
  expect([api.code, api.stderr]).toEqual([0, expect.stringContaining('1 dataset, 2 rows')]);
  expect([checked.code, checked.stderr]).toEqual([0, '']);
  const site = await run(home, 'build', '--out', join(home, 'site'));
  expect([site.code, site.stderr]).toEqual([0, expect.stringContaining('render')]);
  const pages = contentOf(join(home, 'site', 'client'));
  expect([...pages.keys()]).toContain('datasets/a/index.html');
  for (const [path, bytes] of contentOf(join(home, 'api', 'client'))) expect(pages.get(path)).toBe(bytes);
  const again = await run(home, 'build', '--out', join(home, 'site'));
  expect([again.code, again.stderr]).toEqual([0, expect.stringMatching(/^unchanged/)]);
  // One copy of the checkout served all of them, and the checkout is as it was.
  expect(readdirSync(join(home, 'cache/almanac'))).toHaveLength(1);
  expect(partsOf(project)).toEqual(before);
});

test('a file is added to raw data elsewhere', async () => {
  const home = folderWith({ 'raw/catalogue.json': CATALOGUE, 'b.csv': 'x\n1\n' });
  const { code, stderr } = await run(
    home,
    ...['add', '--raw-data', join(home, 'raw'), '--category', 'economy', join(home, 'b.csv')],
  );
  expect([code, stderr]).toEqual([0, '']);
  expect(existsSync(join(home, 'raw/economy/b.meta.json'))).toBe(true);
});

test('a cache folder that others may write to is not used, since they could change what is run', async () => {
  const home = folderWith({});
  mkdirSync(join(home, 'cache/almanac'), { recursive: true });
  chmodSync(join(home, 'cache/almanac'), 0o777);
  expect((await run(home, 'check-data', '--help')).code).toBe(0);
  expect(readdirSync(join(home, 'cache/almanac'))).toEqual([]);
});

test('without any folder to write to, a sentence says so', async () => {
  const home = folderWith({});
  writeFileSync(join(home, 'cache'), '');
  chmodSync(home, 0o555);
  try {
    const { code, stdout, stderr } = await run(home, 'check-data');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Almanac may not write to its own folder, [^\n]+ names another cache folder\.\n$/);
  } finally {
    chmodSync(home, 0o755);
  }
});
