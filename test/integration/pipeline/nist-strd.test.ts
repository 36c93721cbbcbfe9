import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildInMemory } from '../../support/builds/build-in-memory.ts';
import { rawDataWith, withSidecar } from '../../support/builds/raw-data-folder.ts';

/** The Statistical Reference Datasets of NIST; see ORIGIN.md there. */
const FOLDER = 'test/reference/nist-strd';

/** A data set and its values certified by NIST: exact ones, or ones with 15 digits. */
interface Certified {
  name: string;
  file: string;
  count: number;
  mean: string;
  std: string;
  isExact: boolean;
}

const sets = JSON.parse(readFileSync(join(FOLDER, 'certified.json'), 'utf8')) as Certified[];

/** Log relative error: the number of correct digits of a value; Infinity if it is the certified double. */
function rightDigits(figure: number, certified: string): number {
  const expected = Number(certified);
  return figure === expected ? Number.POSITIVE_INFINITY : -Math.log10(Math.abs((figure - expected) / expected));
}

/** A value with as many digits as are certified. */
function toCertified(figure: number, certified: string): number {
  return Number(figure.toPrecision(certified.replace(/^-?[0.]*/, '').replace('.', '').length));
}

test('there are nine data sets', () => {
  expect(sets).toHaveLength(9);
});

test.each(sets)('$name: mean and standard deviation are right in every certified digit', (set) => {
  const { file, count, mean, std, isExact } = set;
  const csv = readFileSync(join(FOLDER, file));
  const rawData = rawDataWith(withSidecar('economy/x', csv));
  const { ok, document } = buildInMemory(rawData);
  expect(ok).toBe(true);
  const { columns } = document<{ columns: { stats: { count: number; mean: number; std: number } }[] }>(
    'v1/datasets/x/schema.json',
  );
  const [{ stats } = { stats: { count: 0, mean: 0, std: 0 } }] = columns;
  expect(stats.count).toBe(count);
  for (const [figure, certified] of [
    [stats.mean, mean],
    [stats.std, std],
  ] as const) {
    expect(rightDigits(figure, certified)).toBeGreaterThanOrEqual(15);
    expect(isExact ? figure : toCertified(figure, certified)).toBe(Number(certified));
  }
});
