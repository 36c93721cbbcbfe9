import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { mendFolder, swapFolder } from '../../../../src/pipeline/output/swap-folder.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';

const ID = '0b0f5c1e-8f0e-4c62-9a3b-5a2f2d5a7c11';

describe('a finished folder', () => {
  test('replaces the old one, and leaves nothing beside it', () => {
    const folder = folderWith({ 'work/new.txt': 'new', 'place/out/old.txt': 'old' });
    expect(swapFolder(join(folder, 'work'), join(folder, 'place/out'))).toBeNull();
    expect(readdirSync(join(folder, 'place'))).toEqual(['out']);
    expect(readdirSync(join(folder, 'place/out'))).toEqual(['new.txt']);
    expect(existsSync(join(folder, 'work'))).toBe(false);
  });

  test('replaces the folder that a link leads to', () => {
    const folder = folderWith({ 'work/new.txt': 'new', 'place/out/old.txt': 'old' });
    symlinkSync('place/out', join(folder, 'link'));
    swapFolder(join(folder, 'work'), join(folder, 'link'));
    expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true);
    expect(readdirSync(join(folder, 'place/out'))).toEqual(['new.txt']);
    expect(readdirSync(join(folder, 'place'))).toEqual(['out']);
  });

  test('may go to a path that does not exist yet', () => {
    const folder = folderWith({ 'work/new.txt': 'new' });
    swapFolder(join(folder, 'work'), join(folder, 'a/b/out'));
    expect(readdirSync(join(folder, 'a/b/out'))).toEqual(['new.txt']);
  });

  test('leaves nothing behind if it fails, and names the path', () => {
    const folder = folderWith({ 'work/new.txt': 'new', 'place/out/old.txt': 'old', 'place/file': '' });
    const nowhere = join(folder, 'place', 'x'.repeat(240));
    expect(() => swapFolder(join(folder, 'work'), nowhere)).toThrow(`cannot write ${nowhere}: name too long`);
    expect(() => swapFolder(join(folder, 'missing'), join(folder, 'place/out'))).toThrow('no such file or directory');
    expect(readdirSync(join(folder, 'place')).sort()).toEqual(['file', 'out']);
    expect(readdirSync(join(folder, 'place/out'))).toEqual(['old.txt']);
  });

  test('replaces the old one even if folders cannot be exchanged', () => {
    const folder = folderWith({ 'work/new.txt': 'new', 'place/out/old.txt': 'old' });
    // Without addons, folders cannot be exchanged.
    const program = `
      import { nativeFiles } from './src/pipeline/output/native-fs.ts';
      import { swapFolder } from './src/pipeline/output/swap-folder.ts';
      console.log(nativeFiles, swapFolder(process.argv[1], process.argv[2]));`;
    const args = ['--no-addons', '--input-type=module', '-e', program];
    const ran = spawnSync(process.execPath, [...args, join(folder, 'work'), join(folder, 'place/out')], {
      encoding: 'utf8',
    });
    expect(ran).toMatchObject({ stdout: 'null null\n', stderr: '' });
    expect(readdirSync(join(folder, 'place'))).toEqual(['out']);
    expect(readdirSync(join(folder, 'place/out'))).toEqual(['new.txt']);
  });
});

describe('a folder left by a killed process', () => {
  test('is put back if it is the old output, and the output is missing', () => {
    const folder = folderWith({ [`.out-${ID}-old/old.txt`]: 'old', [`.out-${ID}-new/half.txt`]: 'new' });
    expect(mendFolder(join(folder, 'out'), true)).toEqual([]);
    expect(readdirSync(folder)).toEqual(['out']);
    expect(readdirSync(join(folder, 'out'))).toEqual(['old.txt']);
  });

  test('is removed if the output exists', () => {
    const folder = folderWith({ 'out/x': '', [`.out-${ID}-old/old.txt`]: '', [`.out-${ID}-new/half.txt`]: '' });
    expect(mendFolder(join(folder, 'out'), true)).toEqual([]);
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['out', join('out', 'x')]);
  });

  test('is not waited for if it is large, and is removed without harm to those who look or remove too', async () => {
    const many = Array.from({ length: 3000 }, (_, at) => [`.out-${ID}-new/${at % 7}/${at}`, ''] as const);
    const folder = folderWith({ 'out/x': '', 'elsewhere/mine.txt': 'mine', ...Object.fromEntries(many) });
    symlinkSync('../elsewhere', join(folder, `.out-${ID}-new`, 'link'));
    expect(mendFolder(join(folder, 'out'), true)).toEqual([]);
    expect(existsSync(join(folder, `.out-${ID}-new`))).toBe(false);
    // The next build begins before that has ended, and two processes remove the same.
    expect(existsSync(join(folder, `.out-${ID}-new-discarded`))).toBe(true);
    expect(mendFolder(join(folder, 'out'), true)).toEqual([]);
    await vi.waitFor(() => expect(readdirSync(folder).sort()).toEqual(['elsewhere', 'out']), { timeout: 20_000 });
    expect(readdirSync(join(folder, 'elsewhere'))).toEqual(['mine.txt']);
  });

  test('is put back, but never removed, while another process may be at work', () => {
    const folder = folderWith({ [`.out-${ID}-old/old.txt`]: 'old', [`.out-${ID}-new/half.txt`]: 'new' });
    expect(mendFolder(join(folder, 'out'), false)).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual([`.out-${ID}-new`, 'out']);
  });

  test('is not confused with the folders of others', () => {
    const others = [
      '.out',
      `.other-${ID}-new`,
      `.out-2-${ID}-new`,
      '.out-notes-new',
      `.out-${ID}-newer`,
      `out-${ID}-old`,
    ];
    const folder = folderWith(Object.fromEntries(others.map((name) => [`${name}/x`, ''])));
    mendFolder(join(folder, 'out'), true);
    expect(readdirSync(folder).sort()).toEqual(others.sort());
  });
});
