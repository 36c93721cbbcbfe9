import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { precompress } from '../../../../src/pipeline/output/precompress.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';

test('text files get compressed copies beside them, unless they are small', async () => {
  const text = '{"name":"é🌾"},\n'.repeat(200);
  const large = { 'v1/a.json': text, 'index.html': `<p>${text}`, 'assets/a/b.css': text };
  const folder = folderWith({ ...large, 'v1/small.json': '{}', 'v1/edge.json': 'x'.repeat(1_399), 'photo.png': text });
  const sum = await precompress(folder);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((it) => it.includes('.'));
  expect(files.sort()).toEqual(
    [
      ...Object.keys(large).flatMap((file) => [file, `${file}.br`, `${file}.gz`]),
      'v1/small.json',
      'v1/edge.json',
      'photo.png',
    ].sort(),
  );
  const sizeOf = (ending: string): number =>
    Object.keys(large).reduce((size, file) => size + statSync(join(folder, file + ending)).size, 0);
  expect(sum).toEqual({ files: 3, bytes: sizeOf(''), brotliBytes: sizeOf('.br'), gzipBytes: sizeOf('.gz') });
  for (const [file, content] of Object.entries(large)) {
    expect(brotliDecompressSync(readFileSync(join(folder, `${file}.br`))).toString()).toBe(content);
    expect(gunzipSync(readFileSync(join(folder, `${file}.gz`))).toString()).toBe(content);
  }
});

test('chunks of records are not compressed, but a dataset named chunks is', async () => {
  const text = '{"n":1},\n'.repeat(200);
  const chunks = ['v1/datasets/a/chunks/0.json', 'v1/datasets/a/chunks/index.json'];
  const others = ['v1/datasets/chunks.json', 'v1/datasets/chunks/info.json', 'chunks/index.html'];
  const folder = folderWith(Object.fromEntries([...chunks, ...others].map((file) => [file, text])));
  await precompress(folder);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((it) => it.endsWith('.br'));
  expect(files.map((it) => it.replaceAll('\\', '/')).sort()).toEqual(others.map((it) => `${it}.br`).sort());
});

test('the same files are compressed to the same bytes', async () => {
  const text = Array.from({ length: 500 }, (_, index) => `${index * 7919}\n`).join('');
  const [one, other] = [folderWith({ 'a.txt': text }), folderWith({ 'a.txt': text })];
  await Promise.all([precompress(one), precompress(other)]);
  for (const file of ['a.txt.br', 'a.txt.gz']) {
    expect(readFileSync(join(one, file)).equals(readFileSync(join(other, file)))).toBe(true);
  }
});
