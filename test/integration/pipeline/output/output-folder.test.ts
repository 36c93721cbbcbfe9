import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { markOutput, realPath, whyNotReplaceable } from '../../../../src/pipeline/output/output-folder.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';

const NOWHERE = [{ path: '/nowhere', name: 'the input' }];

describe('a folder may be replaced', () => {
  test('if it does not exist, is empty, or is an output', () => {
    const folder = folderWith({ 'old/v1/index.json': '{}' });
    mkdirSync(join(folder, 'empty'));
    markOutput(join(folder, 'old'));
    for (const name of ['none', 'empty', 'old']) expect(whyNotReplaceable(join(folder, name), NOWHERE)).toBeNull();
  });

  test('but not if it holds other files, or is a file', () => {
    const folder = folderWith({ 'home/thesis.txt': 'years of work' });
    expect(whyNotReplaceable(join(folder, 'home'), NOWHERE)).toContain('not made by Almanac');
    expect(whyNotReplaceable(join(folder, 'home/thesis.txt'), NOWHERE)).toBe('it is not a folder');
    expect(whyNotReplaceable(join(folder, 'home/thesis.txt/a/b'), NOWHERE)).toMatch(/thesis\.txt is not a folder$/);
  });
});

describe('a path without links', () => {
  test('is found for an existing path, for a missing one, and for the target of a link', () => {
    const folder = realpathSync(folderWith({ 'a/b/x': '' }));
    symlinkSync('a', join(folder, 'link'));
    symlinkSync('../a/c/d', join(folder, 'a/dangling'));
    expect(realPath(join(folder, 'link/b'))).toBe(join(folder, 'a/b'));
    expect(realPath(join(folder, 'link/new/x'))).toBe(join(folder, 'a/new/x'));
    expect(realPath(join(folder, 'link/dangling'))).toBe(join(folder, 'a/c/d'));
    expect(realPath(join(folder, 'link/b/x/y'))).toBe(join(folder, 'a/b/x/y'));
  });

  test('does not exist if links lead in circles', () => {
    const folder = folderWith({});
    symlinkSync('circle', join(folder, 'circle'));
    expect(() => realPath(join(folder, 'circle/x'))).toThrow('ELOOP');
  });
});
