import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { nodeCompressors } from '../../../src/hosts/node/compressors.ts';

const TEXT = Array.from({ length: 500 }, (_, at) => `{"n":${at},"square":${at * at},"name":"row ${at}"}`).join(',\n');
const bytes = new TextEncoder().encode(TEXT);

test('Brotli is preferred to gzip, and both keep the bytes', async () => {
  expect(Object.keys(nodeCompressors)).toEqual(['br', 'gzip']);
  const { br, gzip } = nodeCompressors;
  if (!br || !gzip) throw new Error('a coding is missing');
  expect(brotliDecompressSync(await br(bytes)).toString()).toBe(TEXT);
  expect(gunzipSync(await gzip(bytes)).toString()).toBe(TEXT);
});

test('four contents are compressed at the same time, and others wait for one of them', async () => {
  const { br, gzip } = nodeCompressors;
  if (!br || !gzip) throw new Error('a coding is missing');
  const large = new TextEncoder().encode(TEXT.repeat(200));
  const finished: string[] = [];
  const compress = [br, gzip, br, br].map((coding) => coding(large).then(() => finished.push('large')));
  await Promise.all([...compress, gzip(bytes).then(() => finished.push('small'))]);
  expect(finished[0]).toBe('large');
  expect(gunzipSync(await gzip(bytes)).toString()).toBe(TEXT);
});
