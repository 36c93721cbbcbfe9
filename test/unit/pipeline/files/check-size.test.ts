import { expect, test } from 'vitest';
import type { DatasetReport } from '../../../../src/model.ts';
import { checkSize } from '../../../../src/pipeline/files/check-size.ts';

const LARGEST = 1_000_000_000;
const dataset = (config: string, bytes: number): DatasetReport => ({ config, rows: 1, files: 1, bytes });

test.each([
  [0, []],
  [799_999_999, []],
  [800_000_000, ['hint site-nearly-too-large']],
  [1_000_000_000, ['hint site-nearly-too-large']],
  [1_000_000_001, ['error site-too-large']],
])('a site of %i bytes that may have 1000 MB: %j', (bytes, expected) => {
  expect(checkSize(bytes, LARGEST, []).map(({ severity, code }) => `${severity} ${code}`)).toEqual(expected);
});

test('the message says the size, which is never rounded down to the limit, and names the three largest datasets', () => {
  const datasets = [dataset('small', 1), dataset('b', 2e8), dataset('a', 7e8), dataset('c', 1e8)];
  const [found] = checkSize(1_000_000_001, LARGEST, datasets);
  expect(found?.message).toBe(
    'the site takes up 1000.1 MB, more than the 1000.0 MB allowed by --max-size; ' +
      'its largest datasets are a (700.0 MB), b (200.0 MB), c (100.0 MB)',
  );
  expect(found?.help).toContain('--formats csv');
  const [nearly] = checkSize(899_999_999, LARGEST, [dataset('a', 5e8)]);
  expect(nearly?.message).toBe(
    'the site takes up 900.0 MB, 89% of the 1000.0 MB allowed by --max-size; its only dataset is a (500.0 MB)',
  );
});
