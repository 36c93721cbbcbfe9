import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { folderForAll } from '../../support/builds/raw-data-folder.ts';
import { ENVIRONMENT } from '../../support/builds/run-build.ts';

const folder = folderForAll();
const pretend = join(folder, 'pretend.cjs');
beforeAll(() =>
  writeFileSync(
    pretend,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: process.env.PRETENDED } });`,
  ),
);

/** Runs a program on a Node that says it has a version. */
function runOn(version: string, ...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const env = { ...ENVIRONMENT, PRETENDED: version };
  return spawnSync(process.execPath, ['--require', pretend, ...args], { env, encoding: 'utf8' });
}

describe('a command', () => {
  test.each(['22.13.0', '22.20.1', '24.0.0', '26.1.0'])('runs on Node %s', (version) => {
    expect(runOn(version, 'scripts/run.js', 'build', '--help')).toMatchObject({ status: 0, stderr: '' });
  });

  test.each(['14.21.3', '20.20.2', '22.12.0', '23.11.1'])('says on Node %s which one it needs', (version) => {
    expect(runOn(version, 'scripts/run.js', 'build', '--help')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `Almanac needs Node 22.13 or a later 22.x, or 24 or later, but this is Node ${version}: install Node 24, or run "npm ci" without "--omit=dev", so that npm installs a suitable Node and runs commands with it.\n`,
    });
  });

  test('lets an installation on an old Node succeed', () => {
    expect(runOn('20.20.2', 'scripts/run.js', 'prepare')).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });
});

test.each(['18.20.8', '20.18.3'])('a built server says on Node %s which one it needs', (version) => {
  expect(runOn(version, join(inject('builtSite'), 'server/entry.mjs'))).toMatchObject({
    status: 1,
    stderr: `The server needs Node 20.19 or later, but this is Node ${version}: install a newer version.\n`,
  });
});
