import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ColumnStatistics } from '../../../../src/model.ts';
import { NumberColumn } from '../../../../src/profile/numbers/number-column.ts';
import { statisticsOf as statisticsOfNumbers } from '../../../../src/profile/numbers/statistics.ts';
import { runs } from '../../../support/runs.ts';
import { columnOf, doublesOf } from '../column-of.ts';
import { exactOfDouble, exactOfText, exactStatistics, unitsApart } from '../exact-numbers.ts';

const NAMES = ['mean', 'std', 'q1', 'median', 'q3'] as const;
const LARGEST = Number.MAX_VALUE;

test('quartiles are those of R type 7', () => {
  expect(statisticsOf(['1', '2', '3', '4'])).toMatchObject({ q1: 1.75, median: 2.5, q3: 3.25 });
  expect(statisticsOf(['1', '2', '3', '4', '5'])).toMatchObject({ q1: 2, median: 3, q3: 4 });
  expect(statisticsOf(['10', '1'])).toMatchObject({ q1: 3.25, median: 5.5, q3: 7.75 });
  expect(statisticsOf(['0.1', '0.2', '0.4'])).toMatchObject({
    q1: 0.15000000000000002,
    median: 0.2,
    q3: 0.30000000000000004,
  });
});

test('the deviation divides by n − 1, and one value has no deviation', () => {
  expect(statisticsOf(['2', '4', '4', '4', '5', '5', '7', '9']).std).toBeCloseTo(Math.sqrt(32 / 7), 14);
  expect(statisticsOf(['7'])).toEqual({ count: 1, mean: 7, std: null, min: '7', q1: 7, median: 7, q3: 7, max: '7' });
});

test('the count leaves out nulls', () => {
  expect(statisticsOf(['1', '', 'NA', '3'])).toMatchObject({ count: 2, mean: 2 });
});

test('min and max are exactly the smallest and the largest number, with the digits of the source', () => {
  expect(statisticsOf(['9007199254740993', '9007199254740992', '9007199254740994.50'])).toMatchObject({
    min: '9007199254740992',
    max: '9007199254740994.50',
  });
  expect(statisticsOf(['0.10000000000000000001', '0.1', '.1000000000000000000100'])).toMatchObject({
    min: '0.1',
    max: '0.10000000000000000001',
  });
  expect(statisticsOf(['-9223372036854775808', '9223372036854775807'])).toMatchObject({
    min: '-9223372036854775808',
    max: '9223372036854775807',
  });
});

test('equal values have a deviation of zero', () => {
  for (const value of ['0.1', '1.0e-300', '1.0e300', '9007199254740993', '33.333']) {
    expect(statisticsOf([value, value, value]).std, value).toBe(0);
  }
});

describe('decimals with many places', () => {
  const smallest = (places: number): string => `0.${'0'.repeat(places - 1)}1`;

  test.each([15, 16, 21, 22, 23, 24])('count for what they are: with %i', (places) => {
    const exact = Number(`1e-${places}`);
    expect(statisticsOf(['0.0', smallest(places)])).toMatchObject({
      mean: exact / 2,
      q3: exact * 0.75,
      max: smallest(places),
    });
    expect(statisticsOf([smallest(places), '0.0'])).toMatchObject({ mean: exact / 2 });
    expect(statisticsOf(['0.0', '3', smallest(places)])).toMatchObject({
      count: 3,
      median: exact,
    });
  });

  test.each([
    ['9007199254740991', '0'],
    ['900719925474099.1', '0.5'],
    ['900719925474099.1', '7'],
    ['9007199254740990', '0.5'],
    ['900719925474099', '0.5', '0.25'],
    ['9007199254740991', '9007199254740992', '0.5'],
  ])('count for what they are beside large ones: %s, %s', (...cells) => {
    const { mean, q1, median } = statisticsOf(cells);
    const expected = exactStatistics(cells.map(exactOfText));
    expect(unitsApart(mean, expected.mean, expected.mean)).toBeLessThanOrEqual(1);
    expect(unitsApart(q1, expected.q1, expected.q1)).toBeLessThanOrEqual(2);
    expect(unitsApart(median, expected.median, expected.median)).toBeLessThanOrEqual(2);
  });
});

describe('statistics of integers', () => {
  test('are exact beyond the range that doubles hold exactly, and rounded once', () => {
    const integer = fc.oneof(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.bigInt({ min: 2n ** 53n - 4n, max: 2n ** 53n + 4n }),
    );
    fc.assert(
      fc.property(fc.array(integer, { minLength: 1, maxLength: 12 }), (integers) => {
        const values = [...integers, 2n ** 53n + 1n].map(String);
        const { mean, std, q1, median, q3 } = statisticsOf(values);
        const expected = exactStatistics(values.map(exactOfText));
        expect([mean, q1, median, q3]).toEqual([expected.mean, expected.q1, expected.median, expected.q3]);
        expect(unitsApart(std, expected.std, expected.std)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('that doubles hold are right to the last bits, however close together the integers are', () => {
    const integers = fc
      .tuple(fc.maxSafeInteger(), fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 12 }))
      .map(([around, apart]) =>
        apart.map((it) => Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, around + it))),
      );
    fc.assert(
      fc.property(integers, (values) => {
        const found = statisticsOf(values.map(String));
        const expected = exactStatistics(values.map(exactOfDouble));
        for (const name of NAMES) {
          const [value, exact] = [found[name], expected[name]];
          if (exact === null) expect(value, name).toBeNull();
          else expect(unitsApart(value, exact, exact), name).toBeLessThanOrEqual(8);
        }
      }),
    );
  });
});

describe('statistics of doubles', () => {
  const double = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    fc.constantFrom(LARGEST, -LARGEST, 1.7e308, -1.7e308, 5e-324, 1e-200, 3e-200, 0, -0, 0.1),
  );
  const doubles = fc.array(double, { minLength: 1, maxLength: 12 });

  test('are right to the last bits of the largest value', () => {
    fc.assert(
      fc.property(doubles, (values) => {
        const found = statisticsOfDoubles(values);
        const expected = exactStatistics(values.map(exactOfDouble));
        const largest = Math.max(...values.map(Math.abs));
        for (const name of NAMES) {
          const [value, exact] = [found[name], expected[name]];
          if (exact === null || !Number.isFinite(exact)) expect(value, name).toBeNull();
          else if (value === null) expect(exact, name).toBeGreaterThan(LARGEST * (1 - 1e-15));
          else expect(unitsApart(value, exact, largest), name).toBeLessThanOrEqual(8);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  test('of decimals are those of the decimals, not of the doubles nearest to them', () => {
    const decimals = fc
      .tuple(fc.integer({ min: -2e15, max: 2e15 }), fc.array(fc.integer({ min: -99, max: 99 }), { minLength: 2 }))
      .chain(([around, apart]) =>
        fc.integer({ min: 1, max: 15 }).map((places) => apart.map((it) => decimalOf(around + it, places))),
      );
    fc.assert(
      fc.property(decimals, (cells) => {
        const found = statisticsOf(cells);
        const expected = exactStatistics(cells.map(exactOfText));
        for (const name of ['mean', 'std'] as const) {
          const exact = expected[name];
          expect(unitsApart(found[name], exact, exact), name).toBeLessThanOrEqual(4);
        }
      }),
    );
    expect(statisticsOf(['10000000.2', '10000000.1', '10000000.3'])).toMatchObject({ mean: 10000000.2, std: 0.1 });
  });

  test('of values of one sign and size are right to their own last bits', () => {
    const close = fc
      .tuple(
        fc.double({ min: 1, max: 2, noNaN: true }),
        fc.integer({ min: -1020, max: 1020 }),
        fc.array(fc.double({ min: 1, max: 2, noNaN: true }), { minLength: 1, maxLength: 12 }),
      )
      .map(([first, power, others]) => [first, ...others].map((value) => value * 2 ** power));
    fc.assert(
      fc.property(close, (values) => {
        const found = statisticsOfDoubles(values);
        const expected = exactStatistics(values.map(exactOfDouble));
        for (const name of NAMES) {
          const exact = expected[name];
          expect(unitsApart(found[name], exact, exact), name).toBeLessThanOrEqual(16);
        }
      }),
    );
  });

  test('are never NaN or infinite, and mean and quartiles lie between the extremes', () => {
    const huge = fc.constantFrom(LARGEST, -LARGEST, 1.7e308, -1.7e308, 1, -1, 5e-324, 0);
    fc.assert(
      fc.property(fc.array(fc.oneof(huge, double), { minLength: 1, maxLength: 9 }), (values) => {
        const found = statisticsOfDoubles(values);
        const [min, max] = [Math.min(...values), Math.max(...values)];
        for (const name of ['q1', 'median', 'q3'] as const) {
          expect(found[name]).toBeGreaterThanOrEqual(min);
          expect(found[name]).toBeLessThanOrEqual(max);
        }
        expect(Number.isFinite(found.mean)).toBe(true);
        expect(found.std === null || Number.isFinite(found.std)).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });
});

/** Statistics of numbers that fit no common decimal unit. */
function statisticsOfDoubles(values: readonly number[]) {
  const none = new NumberColumn().snapshot();
  return statisticsOfNumbers({ ...none, scaled: null, doubles: doublesOf(values) });
}

function statisticsOf(cells: readonly string[]): ColumnStatistics {
  const { statistics } = columnOf(cells);
  if (!statistics) throw new Error('the column is not numeric');
  return statistics;
}

/** The decimal of a whole number with its point moved to the left. */
function decimalOf(whole: number, places: number): string {
  const digits = `${Math.abs(whole)}`.padStart(places + 1, '0');
  return `${whole < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
