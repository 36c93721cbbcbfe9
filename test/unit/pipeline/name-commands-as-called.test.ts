import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { programOf } from '../../../src/pipeline/name-commands-as-called.ts';
import { folderWith } from '../../support/builds/raw-data-folder.ts';

/** How `add` is called, with arguments, from a folder that is deep in one with some files. */
function addFrom(files: readonly string[], userAgent: string | null): string {
  const folder = folderWith(Object.fromEntries(files.map((path) => [path, ''])));
  const deep = join(folder, 'deep/er');
  mkdirSync(deep, { recursive: true });
  return `${programOf(deep, userAgent)} add`;
}

const LOCAL = ['node_modules/.bin/almanac'];
const NPM = 'npm/11.6.2 node/v24.11.0 linux x64 workspaces/false';
const PNPM = 'pnpm/10.18.0 npm/? node/v24.11.0 linux x64';
const YARN = 'yarn/4.9.2 npm/? node/v24.11.0 linux x64';
const YARN_1 = 'yarn/1.22.22 npm/? node/v24.11.0 linux x64';
const BUN = 'bun/1.3.1 npm/? node/v24.3.0 linux x64';

describe('where the package is installed, its commands are called by', () => {
  test.each([
    [NPM, 'npx almanac add'],
    [PNPM, 'pnpm exec almanac add'],
    [YARN, 'yarn almanac add'],
    [YARN_1, 'yarn almanac add'],
    [BUN, 'bunx almanac add'],
    ['cnpm/1.0.0', 'npx almanac add'],
    ['what is this?', 'npx almanac add'],
    [null, 'npx almanac add'],
  ])('%s: %s', (userAgent, words) => {
    expect(addFrom(LOCAL, userAgent)).toBe(words);
  });

  test('which Windows and Yarn without a folder of packages show in other ways', () => {
    expect(addFrom(['node_modules/.bin/almanac.cmd'], PNPM)).toBe('pnpm exec almanac add');
    expect(addFrom(['.pnp.cjs'], YARN)).toBe('yarn almanac add');
  });
});

describe('where it is not installed, by', () => {
  test.each([
    [NPM, 'npx almanac add'],
    [PNPM, 'pnpm dlx almanac add'],
    [YARN, 'yarn dlx almanac add'],
    [YARN_1, 'npx almanac add'],
    [BUN, 'bunx almanac add'],
    [null, 'almanac add'],
  ])('%s: %s', (userAgent, words) => {
    expect(addFrom([], userAgent)).toBe(words);
  });
});
