import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { folderOpener, folderPages, folderReader, folderVersion } from '../../../src/hosts/node/published-folder.ts';
import { digestTag, entityTag } from '../../../src/serve/conditional.ts';
import { folderWith } from '../../support/builds/raw-data-folder.ts';

test('a folder reader resolves to the bytes of a file; to it and to the opener, anything else is undefined', async () => {
  const folder = folderWith({ 'a/b.json': '{}' });
  fs.symlinkSync(join(folder, 'circle'), join(folder, 'circle'));
  const [read, open] = [folderReader(folder), folderOpener(folder)];
  expect(Buffer.from((await read('a/b.json')) ?? []).toString()).toBe('{}');
  for (const path of ['a', 'a/c.json', 'a/b.json/d', 'x'.repeat(5000), 'circle'])
    expect([await read(path), await open(path)], path).toEqual([undefined, undefined]);
});

test.skipIf(process.platform === 'win32')('a pipe is not waited for, and is no file', async () => {
  const folder = folderWith({});
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  // Ends what would wait for a writer.
  onTestFinished(() => fs.closeSync(fs.openSync(pipe, fs.constants.O_RDWR | fs.constants.O_NONBLOCK)));
  expect(await folderReader(folder)('pipe')).toEqual(new Uint8Array());
  expect(await folderOpener(folder)('pipe')).toBeUndefined();
});

/** The object whose methods all file handles have. A disk that fails, or that reads little at once, cannot be had otherwise. */
async function fileHandles(): Promise<FileHandle> {
  const handle = await open(import.meta.filename);
  await handle.close();
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  return Object.getPrototypeOf(handle) as FileHandle;
}

test('a file is closed if it is not a regular one, or if the disk says nothing about it', async () => {
  const handles = await fileHandles();
  const { stat } = handles;
  const opened: FileHandle[] = [];
  const look = vi.spyOn(handles, 'stat').mockImplementation(function (this: FileHandle) {
    opened.push(this);
    return stat.call(this, { bigint: true }) as never;
  });
  const openIn = folderOpener(folderWith({ 'a/b.json': '{}' }));
  expect(await openIn('a')).toBeUndefined();
  look.mockImplementation(function (this: FileHandle) {
    opened.push(this);
    return Promise.reject(Object.assign(new Error('i/o error'), { code: 'EIO' }));
  });
  await expect(openIn('a/b.json')).rejects.toThrow('i/o error');
  expect(opened.map(({ fd }) => fd)).toEqual([-1, -1]);
});

describe('an opened file', () => {
  const text = Array.from({ length: 20_000 }, (_, at) => `line ${at}\n`).join('');

  async function piecesOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
    const parts: Buffer[] = [];
    // A piece is valid until the next one is asked for.
    for await (const piece of pieces) parts.push(Buffer.from(piece));
    return Buffer.concat(parts).toString();
  }

  test('has its size, its bytes in one and in pieces, and the digest that its entity tag is made from', async () => {
    const file = await folderOpener(folderWith({ 'a.txt': text }))('a.txt');
    if (!file) throw new Error('the file is not opened');
    expect(file.size).toBe(text.length);
    const bytes = await file.bytes();
    expect(Buffer.from(bytes).toString()).toBe(text);
    expect(await piecesOf(file.pieces(0, file.size))).toBe(text);
    expect(await piecesOf(file.pieces(65_530, 140_001))).toBe(text.slice(65_530, 140_001));
    expect(await piecesOf(file.pieces(5, 5))).toBe('');
    expect(digestTag(await file.digest())).toBe(await entityTag(bytes));
    await file.close();
  });

  test('stays the same file when another takes its path', async () => {
    const folder = folderWith({ 'a.txt': text, 'b.txt': 'other' });
    const file = await folderOpener(folder)('a.txt');
    fs.renameSync(join(folder, 'b.txt'), join(folder, 'a.txt'));
    expect(await piecesOf(file?.pieces(0, text.length) ?? (async function* () {})())).toBe(text);
    await file?.close();
  });

  const SHORTER = 'a published file became shorter while it was being read';
  const CHANGED = 'a published file was changed while it was being read';

  test.each([
    ['becomes shorter', SHORTER, (path: string) => fs.truncateSync(path, 1000)],
    ['becomes longer', CHANGED, (path: string) => fs.appendFileSync(path, 'x')],
    ['is written anew', CHANGED, (path: string) => fs.writeFileSync(path, 'x'.repeat(text.length))],
    [
      'becomes longer and keeps its time',
      CHANGED,
      (path: string) => {
        fs.appendFileSync(path, 'x');
        fs.utimesSync(path, 1000, 1000);
      },
    ],
  ])('is an error if it %s while it is read', async (_, message, change) => {
    const folder = folderWith({ 'a.txt': text });
    fs.utimesSync(join(folder, 'a.txt'), 1000, 1000);
    const file = await folderOpener(folder)('a.txt');
    change(join(folder, 'a.txt'));
    if (!file) throw new Error('the file is not opened');
    await expect(piecesOf(file.pieces(0, file.size))).rejects.toThrow(message);
    await expect(file.bytes()).rejects.toThrow(message);
    await expect(file.digest()).rejects.toThrow(message);
    await file.close();
  });

  test('is read whole even if the disk gives little at once', async () => {
    const handles = await fileHandles();
    const file = await folderOpener(folderWith({ 'a.txt': text }))('a.txt');
    if (!file) throw new Error('the file is not opened');
    const read = handles.read as (this: FileHandle, buffer: Uint8Array, ...window: number[]) => unknown;
    const little = function (this: FileHandle, buffer: Uint8Array, at: number, length: number, from: number) {
      return read.call(this, buffer, at, Math.min(length, 10_007), from);
    };
    vi.spyOn(handles, 'read').mockImplementation(little as FileHandle['read']);
    expect(await piecesOf(file.pieces(3, 140_001))).toBe(text.slice(3, 140_001));
    expect(Buffer.from(await file.bytes()).toString()).toBe(text);
    await file.close();
  });
});

test('the pages of a folder are its files outside /v1, without hidden ones, links and compressed copies', async () => {
  const folder = folderWith({
    'index.html': '',
    'index.html.br': '',
    'index.html.gz': '',
    'archive.gz': '',
    'a/b/c.css': '',
    'v1/index.json': '',
    'v1x/y.html': '',
    '.hidden': '',
    'a/.hidden/x.html': '',
    '.well-known/security.txt': '',
    'a/.well-known/x.txt': '',
  });
  fs.mkdirSync(join(folder, 'empty'));
  fs.symlinkSync(folder, join(folder, 'loop'));
  fs.symlinkSync(join(folder, 'index.html'), join(folder, 'link.html'));
  expect((await folderPages(folder)()).sort()).toEqual([
    '.well-known/security.txt',
    'a/b/c.css',
    'archive.gz',
    'index.html',
    'v1x/y.html',
  ]);
});

test('what a folder publishes is another version once the index is replaced or written, and not if only its mode changes', async () => {
  const folder = folderWith({ 'v1/index.json': '{}', 'next.json': '{}' });
  const index = join(folder, 'v1/index.json');
  for (const file of [index, join(folder, 'next.json')]) fs.utimesSync(file, 1000, 1000);
  const version = folderVersion(folder);
  const versions = [await version()];
  fs.chmodSync(index, 0o600);
  expect(await version()).toBe(versions[0]);
  fs.renameSync(join(folder, 'next.json'), index);
  versions.push(await version());
  fs.appendFileSync(index, ' ');
  fs.utimesSync(index, 1000, 1000);
  versions.push(await version());
  fs.utimesSync(index, 1000, 1001);
  versions.push(await version());
  expect(new Set(versions).size).toBe(4);
  expect(fs.statSync(index).size).toBe(3);
  await expect(folderVersion(join(folder, 'nothing'))()).rejects.toThrow('ENOENT');
});
