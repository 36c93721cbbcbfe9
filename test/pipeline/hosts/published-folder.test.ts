import { appendFileSync, mkdirSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderOpener, folderPages, folderReader } from '../../../src/hosts/node/published-folder.ts';
import { digestTag, entityTag } from '../../../src/serve/conditional.ts';
import { folderWith } from '../../support/builds/raw-data-folder.ts';

test('a folder reader resolves to the bytes of a file, and to undefined for anything else', async () => {
  const read = folderReader(folderWith({ 'a/b.json': '{}' }));
  expect(Buffer.from((await read('a/b.json')) ?? []).toString()).toBe('{}');
  for (const path of ['a', 'a/c.json', 'a/b.json/d', 'x'.repeat(5000)]) expect(await read(path)).toBeUndefined();
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

  test('is undefined for anything that is not a file', async () => {
    const open = folderOpener(folderWith({ 'a/b.json': '{}' }));
    for (const path of ['a', 'a/c.json', 'a/b.json/d', 'x'.repeat(5000)]) expect(await open(path)).toBeUndefined();
  });

  test('stays the same file when another takes its path', async () => {
    const folder = folderWith({ 'a.txt': text, 'b.txt': 'other' });
    const file = await folderOpener(folder)('a.txt');
    renameSync(join(folder, 'b.txt'), join(folder, 'a.txt'));
    expect(await piecesOf(file?.pieces(0, text.length) ?? (async function* () {})())).toBe(text);
    await file?.close();
  });

  test.each([
    ['becomes shorter', (path: string) => truncateSync(path, 1000)],
    ['becomes longer', (path: string) => appendFileSync(path, 'x')],
    ['is written anew', (path: string) => writeFileSync(path, 'x'.repeat(text.length))],
  ])('is an error if it %s while it is read', async (_, change) => {
    const folder = folderWith({ 'a.txt': text });
    const file = await folderOpener(folder)('a.txt');
    change(join(folder, 'a.txt'));
    if (!file) throw new Error('the file is not opened');
    await expect(piecesOf(file.pieces(0, file.size))).rejects.toThrow(/while it was read/);
    await expect(file.bytes()).rejects.toThrow(/while it was read/);
    await expect(file.digest()).rejects.toThrow(/while it was read/);
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
  mkdirSync(join(folder, 'empty'));
  symlinkSync(folder, join(folder, 'loop'));
  symlinkSync(join(folder, 'index.html'), join(folder, 'link.html'));
  expect((await folderPages(folder)()).sort()).toEqual([
    '.well-known/security.txt',
    'a/b/c.css',
    'archive.gz',
    'index.html',
    'v1x/y.html',
  ]);
});
