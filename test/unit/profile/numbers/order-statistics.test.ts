import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DecimalColumn, type DecimalSnapshot } from '../../../../src/profile/numbers/decimal-column.ts';
import { orderStatistics } from '../../../../src/profile/numbers/order-statistics.ts';
import { doublesOf } from '../column-of.ts';

/** A column of numbers; `places` gives the decimal places of each. */
function kept(values: readonly number[], places: (index: number) => number = () => 0): DecimalSnapshot {
  const numbers = new DecimalColumn();
  for (const [index, value] of values.entries()) {
    if (!numbers.add(value, places(index))) throw new Error(`${value} does not fit`);
  }
  return numbers.snapshot();
}

/** A generator of pseudo-random numbers from 0 to 1 (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SHAPES: Record<string, (next: () => number) => number> = {
  fractions: (next) => next(),
  'too far apart for a difference': (next) => (next() - 0.5) * 1.5e308 * 2,
  'too close together for a scale': (next) => Math.floor(next() * 3e5) * 5e-324,
  'spread evenly': (next) => Math.floor(next() * 1e12),
  'mostly small': (next) => Math.floor(10 ** (next() * 15)),
  'of both signs': (next) => Math.floor((next() - 0.5) * 2e6),
  'few and far between': (next) => Math.floor(next() * 3) * 4e15 - 4e15,
  'all but one of them close together': (next) => (next() < 1e-4 ? 9e15 : Math.floor(next() * 100)),
};

describe('counting finds the same numbers as sorting,', () => {
  test.each(Object.keys(SHAPES))('among many numbers that are %s', (shape) => {
    const next = random(7);
    const values = Array.from({ length: 100_000 }, () => (SHAPES[shape] as (next: () => number) => number)(next));
    const decimals = values.every(Number.isSafeInteger) ? [kept(values)] : [];
    const sorted = Float64Array.from(values).sort();
    const ranks = [0, 1, 24_999, 25_000, 50_000, 74_999, 75_000, 99_998, 99_999];
    for (const numbers of [doublesOf(values), ...decimals]) {
      const found = orderStatistics(numbers, ranks);
      expect(ranks.map((rank) => found.get(rank))).toEqual(ranks.map((rank) => sorted[rank]));
    }
  });

  test('among few numbers with different decimal places', () => {
    const number = fc.tuple(fc.integer({ min: -1e6, max: 1e6 }), fc.nat(6));
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 50 }), (given) => {
        const numbers = kept(
          given.map(([value]) => value),
          (index) => given[index]?.[1] as number,
        );
        const sorted = given.map(([value, places]) => value * 10 ** (numbers.places - places)).sort((a, b) => a - b);
        const found = orderStatistics(numbers, [...sorted.keys()]);
        expect(sorted.map((_, rank) => found.get(rank))).toEqual(sorted);
      }),
    );
  });
});
