import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { folderWith } from '../../support/builds/raw-data-folder.ts';
import { contentOf, ENVIRONMENT } from '../../support/builds/run-build.ts';
import { installedPackage } from '../../support/npm/installed-package.ts';

test('an installed package builds what a checkout builds, byte for byte, client and server, and adds its own licence', {
  timeout: 300_000,
}, async () => {
  const { program } = await installedPackage();
  const home = folderWith({});
  const args = [program, 'build', '--quiet', '--raw-data', resolve('raw-data')];
  const env = { ...ENVIRONMENT, HOME: home, XDG_CACHE_HOME: `${home}/cache` };
  const { stderr } = await promisify(execFile)(process.execPath, args, { cwd: home, env });
  expect(stderr).not.toContain('error');
  const [built, expected] = [contentOf(`${home}/dist`), contentOf(inject('builtSite'))];
  expect([...built.keys()]).toEqual([...expected.keys()]);
  const differing = [...built].flatMap(([path, bytes]) => (bytes === expected.get(path) ? [] : path));
  expect(differing).toEqual(['client/licences.md', 'server/licences.md']);
  rmSync(home, { recursive: true });
});
