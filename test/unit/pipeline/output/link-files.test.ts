import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { WrittenFile } from '../../../../src/model.ts';
import { linkFiles, linkIfSame, linkOrCopy, takeFiles } from '../../../../src/pipeline/output/link-files.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';

const inode = (...path: string[]): number => fs.statSync(join(...path)).ino;
/** The files in a folder as a build that wrote them lists them. */
const listedIn =
  (folder: string) =>
  (path: string): WrittenFile => {
    const { size, mtimeMs } = fs.statSync(join(folder, path));
    return { path, bytes: size, modified: Math.floor(mtimeMs), digest: 'd' };
  };

/** Paths of the files in a folder. */
function filesIn(folder: string): string[] {
  const paths = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return paths.filter((path) => fs.statSync(join(folder, path)).isFile()).sort();
}

function keepingTime(path: string, change: () => void): void {
  const { mtimeMs } = fs.statSync(path);
  change();
  fs.utimesSync(path, mtimeMs / 1000, (Math.floor(mtimeMs) + 0.5) / 1000);
}

/** Puts a link in the place of a file, to a file with the same bytes and the same time. */
function symlinkInPlace(path: string): void {
  fs.renameSync(path, `${path}.real`);
  fs.symlinkSync(`${path}.real`, path);
  const { mtimeMs } = fs.statSync(path);
  fs.lutimesSync(path, mtimeMs / 1000, (Math.floor(mtimeMs) + 0.5) / 1000);
}

describe('a file is linked', () => {
  test('and never replaces another', () => {
    const folder = folderWith({ a: 'a', b: 'b' });
    expect(linkOrCopy(join(folder, 'a'), join(folder, 'c'))).toBe(true);
    expect(inode(folder, 'c')).toBe(inode(folder, 'a'));
    expect(() => linkOrCopy(join(folder, 'a'), join(folder, 'b'))).toThrow('EEXIST');
    expect(() => linkOrCopy(join(folder, 'none'), join(folder, 'd'))).toThrow('ENOENT');
    expect(fs.readFileSync(join(folder, 'b'), 'utf8')).toBe('b');
  });

  test('if it has the same bytes', () => {
    const folder = folderWith({ a: 'abc', 'folder/x': '' });
    fs.symlinkSync('a', join(folder, 'link'));
    const same = (from: string, text: string): boolean =>
      linkIfSame(join(folder, from), join(folder, `${from}-${text}`), Buffer.from(text));
    const others = [same('a', 'abd'), same('a', 'ab'), same('none', ''), same('folder', 'x'), same('link', 'abc')];
    expect(others).toEqual(Array(5).fill(false));
    expect(filesIn(folder)).toEqual(['a', 'folder/x', 'link']);
    expect(same('a', 'abc')).toBe(true);
    expect(inode(folder, 'a-abc')).toBe(inode(folder, 'a'));
  });
});

describe('the files of an earlier output', () => {
  test('are linked as they are listed, in folders that are made for them', () => {
    const folder = folderWith({ 'from/a.json': 'a', 'from/a/b/c.json': 'c', 'from/a/b/d.json': 'd' });
    const files = ['a.json', 'a/b/c.json', 'a/b/d.json'].map(listedIn(join(folder, 'from')));
    expect(linkFiles(join(folder, 'from'), join(folder, 'to'), files)).toEqual(files);
    for (const { path } of files) expect(inode(folder, 'to', path)).toBe(inode(folder, 'from', path));
    fs.writeFileSync(join(folder, 'from/a/b/d.json'), 'longer');
    expect(linkFiles(join(folder, 'from'), join(folder, 'other'), files)).toBeNull();
  });

  test.each<[string, (path: string) => void]>([
    ['missing', (path) => fs.rmSync(path)],
    ['longer', (path) => keepingTime(path, () => fs.writeFileSync(path, 'ab'))],
    ['changed since', (path) => fs.utimesSync(path, 1, 1)],
    ['not open to its owner', (path) => fs.chmodSync(path, 0)],
    ['a link', (path) => symlinkInPlace(path)],
  ])('are not linked if one is %s', (_, change) => {
    const folder = folderWith({ 'from/a.json': 'a' });
    const listed = listedIn(join(folder, 'from'))('a.json');
    change(join(folder, 'from/a.json'));
    expect(linkFiles(join(folder, 'from'), join(folder, 'to'), [listed])).toBeNull();
  });

  test('cannot be linked where other files are', () => {
    const folder = folderWith({ 'from/a.json': 'a', 'from/b/c.json': 'c', 'to/a.json': 'other', 'to/b': 'a file' });
    const listed = listedIn(join(folder, 'from'));
    const link = (path: string) => () => linkFiles(join(folder, 'from'), join(folder, 'to'), [listed(path)]);
    expect(link('a.json')).toThrow('file already exists');
    expect(link('b/c.json')).toThrow(/cannot write .*to\/b/);
    expect(fs.readFileSync(join(folder, 'to/a.json'), 'utf8')).toBe('other');
  });
});

describe('of a published folder', () => {
  const PUBLISHED = {
    'index.html': '',
    'v1/index.json': '',
    'v1/datasets.json': '',
    'v1/datasets/a.json': '',
    'v1/datasets/a/info.json': '',
    'v1/datasets/a/limit/100/offset/0.json': '',
    'v1/datasets/b.json': '',
    'v1/datasets/b/info.json': '',
    'v1/datasets/category/economy.json': '',
    'v1/datasets/ab.json': '',
  };

  const OF_A = Object.keys(PUBLISHED).filter((path) => /datasets\/a[./]/.test(path));

  /** Takes dataset `a` from a recycled output that was changed after its files were listed, or from the current output. */
  const take = (change: (recycled: string) => void, keepsCurrent = true) => {
    const of = (output: string) => Object.keys(PUBLISHED).map((path) => [`${output}/${path}`, path]);
    const folder = fs.realpathSync(folderWith(Object.fromEntries([...of('recycled'), ...of('current')])));
    const [recycled, previous, to] = [join(folder, 'recycled'), join(folder, 'current'), join(folder, 'to')];
    for (const path of OF_A) fs.utimesSync(join(recycled, path), 7, 7);
    for (const path of OF_A) fs.utimesSync(join(previous, path), 7, keepsCurrent ? 7 : 8);
    const listed = OF_A.map(listedIn(recycled));
    change(recycled);
    const taken = takeFiles({ previous, recycled }, to, ['v1/datasets/a', 'v1/datasets/a.json', 'v1/none'], listed);
    const isMoved = OF_A.every((path) => !fs.existsSync(join(recycled, path)));
    const there = fs.existsSync(to) ? filesIn(to) : [];
    return { isMoved, listed: taken?.length ?? null, there, left: filesIn(recycled) };
  };

  test('one dataset is moved', () => {
    const left = Object.keys(PUBLISHED).filter((path) => !OF_A.includes(path));
    const whole = { isMoved: true, listed: OF_A.length, there: [...OF_A].sort(), left: left.sort() };
    expect(take(() => {})).toEqual(whole);
  });

  test.each<[string, (recycled: string) => void]>([
    ['has one file more', (from) => fs.writeFileSync(join(from, 'v1/datasets/a/stray.json'), '')],
    ['has a link more', (from) => fs.symlinkSync('/etc/hostname', join(from, 'v1/datasets/a/limit/link.json'))],
    ['lacks a file', (from) => fs.rmSync(join(from, 'v1/datasets/a.json'))],
    ['has another size of a file', (from) => fs.writeFileSync(join(from, 'v1/datasets/a/info.json'), 'other')],
    ['has another time of a file', (from) => fs.utimesSync(join(from, 'v1/datasets/a/info.json'), 9, 9)],
    ['is a link', (from) => symlinkInPlace(join(from, 'v1/datasets/a'))],
  ])('a dataset stays that %s, and is linked from the current one if it is there', (_, change) => {
    const there = [...OF_A].sort();
    expect(take(change)).toMatchObject({ isMoved: false, listed: OF_A.length, there });
    expect(take(change, false)).toMatchObject({ isMoved: false, listed: null, there: [] });
  });
});
