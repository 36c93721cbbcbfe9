import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';

/** Fills the compile cache of its process to some numbers of files, and prints how many it has after each trimming. */
const PROGRAM = `
import { existsSync, linkSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { trimCompileCache } from '${pathToFileURL(resolve('src/pipeline/incremental/compile-cache.ts')).href}';
const folder = getCompileCacheDir();
const left = (count) => {
  if (count !== null) {
    mkdirSync(folder, { recursive: true });
    // Thousands of names of one file are made in a tenth of the time that as many files take.
    writeFileSync(\`\${folder}/first\`, '');
    for (let at = readdirSync(folder).length; at < count; at += 1) linkSync(\`\${folder}/first\`, \`\${folder}/\${at}\`);
  }
  trimCompileCache();
  return folder !== undefined && existsSync(folder) ? readdirSync(folder).length : null;
};
console.log(JSON.stringify(process.argv.slice(2).map((count) => left(JSON.parse(count)))));
`;

function leftOf(variables: Readonly<Record<string, string>>, ...counts: (number | null)[]): unknown {
  const file = join(folderWith({ 'trim.mjs': PROGRAM }), 'trim.mjs');
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const args = [file, ...counts.map((count) => JSON.stringify(count))];
  return JSON.parse(spawnSync(process.execPath, args, { env: { ...env, ...variables }, encoding: 'utf8' }).stdout);
}

test('a compile cache is emptied once it has more than five thousand files', () => {
  expect(leftOf({ NODE_COMPILE_CACHE: folderWith({}) }, 5000, 5001)).toEqual([5000, null]);
});

test('without a compile cache, nothing happens', () => {
  expect(leftOf({}, null)).toEqual([null]);
});
