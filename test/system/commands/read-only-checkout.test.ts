import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyProject } from '../../support/builds/copy-project.ts';
import { CATALOGUE, folderWith, withSidecar, writeFiles } from '../../support/builds/raw-data-folder.ts';
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
    ...withSidecar('raw-data/economy/a', 'a\n1\n2\n', COLUMNS),
  });
  // What `npm ci` does at its end.
  execFileSync(process.execPath, ['scripts/run.js', 'prepare'], { cwd: project, env: ENVIRONMENT });
  setWritable(false);
}, 60_000);
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
  const api = await run(home, 'build', '--api-only', '--out', join(home, 'api'));
  expect([api.code, api.stderr]).toEqual([0, expect.stringContaining('1 dataset, 2 rows')]);
  const site = await run(home, 'build', '--out', join(home, 'site'));
  expect([site.code, site.stderr]).toEqual([0, expect.stringContaining('render')]);
  const pages = contentOf(join(home, 'site', 'client'));
  expect([...pages.keys()]).toContain('datasets/a/index.html');
  for (const [path, bytes] of contentOf(join(home, 'api', 'client'))) expect(pages.get(path)).toBe(bytes);
  const again = await run(home, 'build', '--out', join(home, 'site'));
  expect([again.code, again.stderr]).toEqual([0, expect.stringMatching(/^unchanged/)]);
  expect(
    readdirSync(home)
      .filter((name) => name !== 'cache')
      .sort(),
  ).toEqual(['api', 'site']);
  expect(partsOf(project)).toEqual(before);
});

test('one whose sources have changed since they were compiled says who can compile them', async () => {
  setWritable(true);
  utimesSync(join(project, 'src/settings/settings.ts'), new Date(), new Date());
  setWritable(false);
  const { code, stderr } = await run(folderWith({}), 'check-data', '--help');
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^Almanac cannot compile its sources into lib: [^\n]+ run "npm ci" there as a user who can\.\n$/,
  );
});
