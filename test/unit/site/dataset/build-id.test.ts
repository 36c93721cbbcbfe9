import { expect, test } from 'vitest';
import { buildId, buildIdOfDownloads } from '../../../../src/site/dataset/build-id.ts';

test('a build id is the beginning of a SHA-256 digest', async () => {
  expect(await buildId(['csv abc'])).toMatch(/^[0-9a-f]{12}$/);
  expect(await buildId([''])).toBe('e3b0c44298fc');
});

test('it is the same for the same parts in any order, and another one for others', async () => {
  const id = await buildId(['csv 1', 'parquet 2']);
  expect(await buildId(['parquet 2', 'csv 1'])).toBe(id);
  expect(await buildId(['csv 1', 'parquet 3'])).not.toBe(id);
});

test('the build id of downloads is made of their digests, and changes with each of them and with the formats', async () => {
  const csv = { format: 'csv', sha256: 'a1' } as const;
  const xlsx = { format: 'xlsx', sha256: 'b2' } as const;
  const id = await buildIdOfDownloads([csv, xlsx]);
  expect(await buildIdOfDownloads([{ ...xlsx }, { ...csv }])).toBe(id);
  const others = await Promise.all([
    buildIdOfDownloads([{ ...csv, sha256: 'a2' }, xlsx]),
    buildIdOfDownloads([csv, { ...xlsx, sha256: 'b3' }]),
    buildIdOfDownloads([csv]),
  ]);
  expect(new Set([id, ...others]).size).toBe(4);
});
