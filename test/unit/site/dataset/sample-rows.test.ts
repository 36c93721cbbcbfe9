import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fullestRecord, SAMPLE_ROWS, sampleRanges } from '../../../../src/site/dataset/sample-rows.ts';

describe('the ranges of a sample', () => {
  test('of a long file are whole blocks from its beginning to its end', () => {
    const ranges = sampleRanges(65_790, 100);
    expect(ranges).toHaveLength(SAMPLE_ROWS);
    expect(ranges[0]).toEqual({ from: 0, to: 100 });
    expect(ranges[1]).toEqual({ from: 7300, to: 7400 });
    expect(ranges[9]).toEqual({ from: 65_700, to: 65_790 });
  });

  test('of a short file are its tenths', () => {
    expect(sampleRanges(25, 100).map(({ from }) => from)).toEqual([0, 2, 5, 7, 10, 12, 15, 17, 20, 22]);
  });

  test.each([0, 1, 2, 10])('of %i records are all records', (count) => {
    expect(sampleRanges(count, 100)).toEqual(Array.from({ length: count }, (_, from) => ({ from, to: from + 1 })));
  });

  test('are in the file, in order, apart, and no longer than a block', () => {
    fc.assert(
      fc.property(fc.nat(100_000), (count) => {
        const ranges = sampleRanges(count, 100);
        expect(ranges).toHaveLength(Math.min(count, SAMPLE_ROWS));
        let end = 0;
        for (const { from, to } of ranges) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to).toBeGreaterThan(from);
          expect(to - from).toBeLessThanOrEqual(100);
          end = to;
        }
        expect(end).toBeLessThanOrEqual(count);
      }),
    );
  });
});

test('the fullest record has the fewest nulls, and is the first of equals', () => {
  expect(fullestRecord(['{"a":null,"b":1},', '{"a":1,"b":1},', '{"a":2,"b":2}'])).toBe(1);
  expect(fullestRecord(['{"a":null}', '{"a":null}'])).toBe(0);
});

test('a text that looks like a null is not one', () => {
  expect(fullestRecord(['{"a":null}', JSON.stringify({ a: '"x":null,"y":null' })])).toBe(1);
});
