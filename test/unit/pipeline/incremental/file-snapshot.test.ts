import { mkdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { digestOfFile } from '../../../../src/pipeline/files/file-digest.ts';
import {
  type FolderSnapshot,
  fileDigests,
  isSeenUnchanged,
  isSettled,
  type KnownFile,
  snapshotFolder,
  stampOf,
} from '../../../../src/pipeline/incremental/file-snapshot.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';

const snapshotOf = (folder: string): FolderSnapshot => snapshotFolder(folder) as FolderSnapshot;

describe('a snapshot of a folder', () => {
  test('has all files and folders that are not hidden, in order', () => {
    const folder = folderWith({
      'b/z.csv': '123',
      'b/c/d.csv': '',
      'a.csv': 'x',
      '.git/x': '',
      'b/.hidden': '',
      'B.csv': '',
    });
    const before = Date.now();
    const { files, folders, isPlain, at, folder: root } = snapshotOf(folder);
    expect([...files.keys()]).toEqual(['B.csv', 'a.csv', 'b/c/d.csv', 'b/z.csv']);
    expect(folders).toEqual(['b', 'b/c']);
    expect([isPlain, root]).toEqual([true, folder]);
    expect(at).toBeGreaterThanOrEqual(before);
    const { mtimeMs, ctimeMs, size, ino, dev } = statSync(join(folder, 'b/z.csv'));
    const changed = Math.max(mtimeMs, ctimeMs);
    expect(files.get('b/z.csv')).toEqual({ stat: `${dev}:${ino}:${size}:${mtimeMs}:${ctimeMs}`, changed });
  });

  test('says if there is anything else in it', () => {
    const folder = folderWith({ 'a/x.csv': '' });
    symlinkSync('x.csv', join(folder, 'a/link.csv'));
    expect(snapshotOf(folder)).toMatchObject({ isPlain: false, folders: ['a'] });
    expect([...snapshotOf(folder).files.keys()]).toEqual(['a/x.csv']);
  });

  test('does not exist if the folder cannot be listed', () => {
    expect(snapshotFolder('/nowhere')).toBeNull();
    expect(snapshotFolder(join(folderWith({ x: '' }), 'x'))).toBeNull();
  });

  test('has the time of the last change, even if the file was given an older or a later one', () => {
    const folder = folderWith({ x: '' });
    utimesSync(join(folder, 'x'), 1, 1);
    expect(stampOf(join(folder, 'x')).changed).toBe(statSync(join(folder, 'x')).ctimeMs);
    utimesSync(join(folder, 'x'), 9e9, 9e9);
    expect(stampOf(join(folder, 'x')).changed).toBe(9e12);
  });
});

describe('a stamp is settled', () => {
  test.each([
    ['twenty milliseconds after a change, not', 1_000_020.5, 1_000_000.5, false],
    ['later, it is', 1_000_020.6, 1_000_000.5, true],
    ['two seconds after a change on a whole second, not', 1_002_000, 1_000_000, false],
    ['later, it is', 1_002_000.1, 1_000_000, true],
    ['twenty milliseconds after a whole millisecond, not', 1_000_021, 1_000_001, false],
    ['later, it is', 1_000_021.1, 1_000_001, true],
  ])('%s', (_, at, changed, expected) => {
    expect(isSettled({ stat: 's', changed }, at)).toBe(expected);
  });

  test('and only then a file with the same stamp is seen to be unchanged', () => {
    const file = { stat: 's', changed: 0 };
    const known: KnownFile = { stat: 's', isSettled: true, digest: null };
    expect(isSeenUnchanged(file, known)).toBe(true);
    expect(isSeenUnchanged(file, { ...known, isSettled: false })).toBe(false);
    expect(isSeenUnchanged(file, { ...known, stat: 'other' })).toBe(false);
    expect(isSeenUnchanged(file, undefined)).toBe(false);
  });
});

describe('the digest of a file', () => {
  const NONE = new Map<string, KnownFile>();

  test('is that of its bytes; a file that is not there, or has changed since the snapshot, has none', () => {
    const folder = folderWith({ 'a/x': 'abc', y: 'abc', z: 'abc', gone: '' });
    const digests = fileDigests(snapshotOf(folder), NONE);
    writeFileSync(join(folder, 'y'), 'abcd');
    rmSync(join(folder, 'gone'));
    writeFileSync(join(folder, 'new'), '');
    expect(digests.of('a/x')).toBe(digestOfFile(join(folder, 'a/x')));
    expect(['y', 'gone', 'new'].map((path) => digests.of(path))).toEqual([null, null, null]);
    // It stays as it was found.
    writeFileSync(join(folder, 'a/x'), 'other');
    expect(digests.of('a/x')).not.toBeNull();
  });

  test('is taken from the last build if the file is seen to be unchanged', () => {
    const folder = folderWith({ x: 'abc' });
    const snapshot = snapshotOf(folder);
    const { stat } = snapshot.files.get('x') as { stat: string };
    const found = (known: Partial<KnownFile>): string | null =>
      fileDigests(snapshot, new Map([['x', { stat, isSettled: true, digest: 'before', ...known }]])).of('x');
    const now = digestOfFile(join(folder, 'x'));
    expect(found({})).toBe('before');
    expect([found({ isSettled: false }), found({ stat: 'other' }), found({ digest: null })]).toEqual([now, now, now]);
  });

  test('counts as unknown once the file is found to have changed', () => {
    const folder = folderWith({ x: 'abc', y: 'abc', gone: '' });
    const digests = fileDigests(snapshotOf(folder), NONE);
    for (const path of ['x', 'y', 'gone']) digests.of(path);
    writeFileSync(join(folder, 'y'), 'abcd');
    rmSync(join(folder, 'gone'));
    expect(['x', 'y', 'gone', 'never'].map((path) => digests.confirm(path))).toEqual([true, false, false, false]);
    expect(['x', 'y', 'gone'].map((path) => digests.of(path) === null)).toEqual([false, true, true]);
    expect([...digests.toKnown()].map(([path, { digest }]) => [path, digest === null])).toEqual([
      ['gone', true],
      ['x', false],
      ['y', true],
    ]);
  });

  test('is kept for the next build, with the stamp of the snapshot', () => {
    const folder = folderWith({ asked: 'abc', known: 'abc', touched: 'abc', other: 'abc' });
    const snapshot = snapshotOf(folder);
    const known = (path: string, isSettled: boolean): [string, KnownFile] => [
      path,
      { stat: snapshot.files.get(path)?.stat ?? '', isSettled, digest: 'before' },
    ];
    const digests = fileDigests(snapshot, new Map([known('known', true), known('touched', false)]));
    const asked = digests.of('asked');
    expect([...digests.toKnown()].map(([path, { digest }]) => [path, digest])).toEqual([
      ['asked', asked],
      ['known', 'before'],
      ['other', null],
      ['touched', null],
    ]);
    const { stat, isSettled } = digests.toKnown().get('asked') as KnownFile;
    expect([stat, isSettled]).toEqual([snapshot.files.get('asked')?.stat, false]);
    const later = fileDigests({ ...snapshot, at: snapshot.at + 60_000 }, NONE);
    expect(later.toKnown().get('asked')?.isSettled).toBe(true);
  });

  test('of a folder in the place of a file is unknown', () => {
    const folder = folderWith({ x: 'abc' });
    const digests = fileDigests(snapshotOf(folder), NONE);
    rmSync(join(folder, 'x'));
    mkdirSync(join(folder, 'x'));
    expect(digests.of('x')).toBeNull();
  });
});
