import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { markOutput, realPath, whyNotReplaceable } from '../../../../src/build/output/output-folder.ts';
import { temporaryFolder } from '../../../../src/build/output/temporary-folder.ts';
import { folderWith, writeFiles } from '../../../support/builds/raw-data-folder.ts';

const NOWHERE = [{ path: '/nowhere', name: 'the input' }];

describe('a folder may be replaced', () => {
  test('when it is not there, is empty, or is an output', () => {
    const folder = folderWith({ 'old/v1/index.json': '{}' });
    mkdirSync(join(folder, 'empty'));
    markOutput(join(folder, 'old'));
    for (const name of ['none', 'empty', 'old']) expect(whyNotReplaceable(join(folder, name), NOWHERE)).toBeNull();
  });

  test('but not when it holds other files, or is a file', () => {
    const folder = folderWith({ 'home/thesis.txt': 'years of work' });
    expect(whyNotReplaceable(join(folder, 'home'), NOWHERE)).toContain('no build of Almanac made');
    expect(whyNotReplaceable(join(folder, 'home/thesis.txt'), NOWHERE)).toBe('it is not a folder');
    expect(whyNotReplaceable(join(folder, 'home/thesis.txt/a/b'), NOWHERE)).toMatch(/thesis\.txt is not a folder$/);
  });
});

describe('a path without links', () => {
  test('is found for what is there, for what is not, and for what a link leads to', () => {
    const folder = realpathSync(folderWith({ 'a/b/x': '' }));
    symlinkSync('a', join(folder, 'link'));
    symlinkSync('../a/c/d', join(folder, 'a/dangling'));
    expect(realPath(join(folder, 'link/b'))).toBe(join(folder, 'a/b'));
    expect(realPath(join(folder, 'link/new/x'))).toBe(join(folder, 'a/new/x'));
    expect(realPath(join(folder, 'link/dangling'))).toBe(join(folder, 'a/c/d'));
    expect(realPath(join(folder, 'link/b/x/y'))).toBe(join(folder, 'a/b/x/y'));
  });

  test('is none where links lead in circles', () => {
    const folder = folderWith({});
    symlinkSync('circle', join(folder, 'circle'));
    expect(() => realPath(join(folder, 'circle/x'))).toThrow('ELOOP');
  });
});

describe('a temporary folder', () => {
  test('is new, empty, and open to other users as the umask has it', () => {
    const parent = folderWith({});
    const [first, second] = [temporaryFolder(parent), temporaryFolder(parent)];
    expect(first).not.toBe(second);
    expect(readdirSync(first)).toEqual([]);
    mkdirSync(join(parent, 'ordinary'));
    expect(statSync(first).mode).toBe(statSync(join(parent, 'ordinary')).mode);
  });

  test('sweeps away those of processes that are no more, and leaves those of others', () => {
    const { pid } = spawnSync('true');
    const parent = folderWith({ [`${pid}-left/x`]: '', [`${process.pid}-mine/x`]: '', 'something-else/x': '' });
    const made = temporaryFolder(parent);
    writeFiles(made, { x: '' });
    expect(readdirSync(parent).sort()).toEqual(
      [made.slice(parent.length + 1), `${process.pid}-mine`, 'something-else'].sort(),
    );
  });
});
