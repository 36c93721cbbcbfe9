import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packNumbers, unpackNumbers } from '../../../../src/profile/numbers/packed-numbers.ts';

const MOST = Number.MAX_SAFE_INTEGER;

/** Integers whose range is a power of two, or one more, or one less. */
const numbers = fc
  .record({
    bits: fc.constantFrom(0, 7, 8, 9, 16, 24, 32, 40, 47, 48, 49, 53, 54),
    excess: fc.constantFrom(-1, 0, 1),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    parts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3000 }),
  })
  .map(({ bits, excess, share, parts }) => {
    const range = Math.min(Math.max(0, 2 ** bits + excess), 2 * MOST);
    const lowest = Math.ceil(-MOST + share * (2 * MOST - range));
    const highest = Math.min(MOST, lowest + range);
    return [lowest, highest, ...parts.map((part) => Math.min(highest, lowest + Math.floor(part * range)))];
  });

test('numbers are unpacked as they were packed, and are added up exactly', () => {
  fc.assert(
    fc.property(numbers, (values) => {
      const { chunk, sums } = packNumbers(Float64Array.from(values), 0);
      expect([...unpackNumbers(chunk, 1)]).toEqual(values.map((value) => value + 0));
      expect({ lowest: chunk.lowest, highest: chunk.highest }).toEqual({
        lowest: Math.min(...values),
        highest: Math.max(...values),
      });
      const exact = values.map(BigInt);
      expect(sums).toEqual({
        sum: exact.reduce((sum, value) => sum + value, 0n),
        squares: exact.reduce((sum, value) => sum + value * value, 0n),
      });
    }),
  );
});

test('the most numbers that are packed together, all of the largest magnitude, do not overflow a sum', () => {
  for (const value of [MOST, -MOST, -(2 ** 27), 2 ** 27 - 1]) {
    const { sums } = packNumbers(new Float64Array(1 << 14).fill(value), 0);
    expect(sums).toEqual({ sum: BigInt(value) << 14n, squares: (BigInt(value) * BigInt(value)) << 14n });
  }
});
