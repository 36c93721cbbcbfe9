import { expect, test } from 'vitest';
import { buildId } from '../../../../src/site/dataset/build-id.ts';

test('a build id is the beginning of a SHA-256 digest', async () => {
  expect(await buildId(['csv abc'])).toMatch(/^[0-9a-f]{12}$/);
  expect(await buildId([''])).toBe('e3b0c44298fc');
});

test('it is the same for the same parts in any order, and another one for others', async () => {
  const id = await buildId(['csv 1', 'parquet 2']);
  expect(await buildId(['parquet 2', 'csv 1'])).toBe(id);
  expect(await buildId(['csv 1', 'parquet 3'])).not.toBe(id);
});
