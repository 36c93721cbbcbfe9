import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rawDataWith, sidecarWith } from '../../support/builds/raw-data-folder.ts';

/** Finds the sources of a folder in a process of its own, because a process that waits for a pipe cannot stop itself. */
const FIND = `
  import { findSources } from './src/discover/find-sources.ts';
  import { readCatalogue } from './src/discover/catalogue/read-catalogue.ts';
  const report = ({ file, code }) => console.log(file + ' ' + code);
  readCatalogue(process.argv[1], report);
  findSources(process.argv[1], null, report);
`;

test.each([
  ['sidecar', 'economy/x.meta.json'],
  ['catalogue', 'catalogue.json'],
])('a pipe in the place of the %s is refused, without waiting for a writer', (_, file) => {
  const others = { 'economy/x.csv': 'a\n1\n', 'economy/x.meta.json': sidecarWith() };
  const rawData = rawDataWith(others);
  execFileSync('rm', [join(rawData, file)]);
  execFileSync('mkfifo', [join(rawData, file)]);
  const found = spawnSync(process.execPath, ['--input-type=module', '-e', FIND, rawData], {
    encoding: 'utf8',
    timeout: 3000,
  });
  expect(found.stdout).toMatch(new RegExp(`^${file} (?:not-a-file|file-unreadable)$`, 'm'));
});
