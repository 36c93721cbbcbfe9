import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  binsOfDoubles,
  binsOfUnits,
  decimalText,
  histogramOf,
  MAX_BINS,
} from '../../../../src/profile/distribution/histogram.ts';
import { runs } from '../../../support/runs.ts';

/** The edges for numbers between two integers in units of 10^-places, as they are published. */
function edgesOf(min: bigint, max: bigint, places = 0): string {
  return histogramOf(binsOfUnits(min, max, places), []).edges.join(' ');
}

describe('the edges of a histogram', () => {
  test.each<[min: bigint, max: bigint, places: number, edges: string]>([
    [7n, 7n, 0, '7 8'],
    [0n, 1n, 0, '0 1 2'],
    [1n, 12n, 0, '1 2 3 4 5 6 7 8 9 10 11 12 13'],
    [0n, 100n, 0, '0 5 10 15 20 25 30 35 40 45 50 55 60 65 70 75 80 85 90 95 100'],
    [-3n, 27n, 0, '-4 -2 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28'],
    [1n, 490n, 0, '0 25 50 75 100 125 150 175 200 225 250 275 300 325 350 375 400 425 450 475 500'],
    [0n, 21n, 1, '0 0.2 0.4 0.6 0.8 1 1.2 1.4 1.6 1.8 2 2.2'],
    [
      -9223372036854775808n,
      9223372036854775807n,
      0,
      Array.from({ length: 21 }, (_, index) => `${index - 10}${index === 10 ? '' : '000000000000000000'}`).join(' '),
    ],
  ])('from %s to %s, with %i decimal places', (min, max, places, edges) => {
    expect(edgesOf(min, max, places)).toBe(edges);
  });

  test('are multiples of one step that a person would choose, around all numbers, and as few as a smaller step does not allow', () => {
    const units = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n });
    fc.assert(
      fc.property(units, units, (a, b) => {
        const [min, max] = a < b ? [a, b] : [b, a];
        const { edges } = binsOfUnits(min, max, 0);
        const [first, second, last] = [edges[0] as bigint, edges[1] as bigint, edges.at(-1) as bigint];
        const step = second - first;
        expect(edges.length - 1).toBeLessThanOrEqual(MAX_BINS);
        expect(edges).toEqual(edges.map((_, index) => first + BigInt(index) * step));
        expect(String(step)).toMatch(/^(?:[125]0*|250*)$/);
        expect(first <= min && min < second && max <= last).toBe(true);
        expect(first % step).toBe(0n);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('the edges for doubles', () => {
  const edgesOfDoubles = (min: number, max: number): string[] | null => {
    const bins = binsOfDoubles(min, max);
    return bins && [...histogramOf(bins, []).edges];
  };

  test.each<[min: number, max: number, first: string, second: string]>([
    [0, 1e300, '0', '5e298'],
    [1e300, 1.05e300, '1e300', '1.0025e300'],
    [0, 5e-324, '0', '5e-324'],
    [1234.5, 1234.5, '1000', '2000'],
    [-1234.5, -1234.5, '-2000', '-1000'],
    [0, 0, '0', '1'],
  ])('from %d to %d begin with %s and %s', (min, max, first, second) => {
    expect(edgesOfDoubles(min, max)?.slice(0, 2)).toEqual([first, second]);
  });

  test('beyond the largest double do not exist', () => {
    expect(binsOfDoubles(-Number.MAX_VALUE, Number.MAX_VALUE)).toBeNull();
  });

  test('ascend as doubles, and lie around all numbers', () => {
    const value = fc.double({ noNaN: true, min: -1e307, max: 1e307 });
    fc.assert(
      fc.property(value, value, (a, b) => {
        const [min, max] = [Math.min(a, b), Math.max(a, b)];
        const edges = edgesOfDoubles(min, max)?.map(Number) ?? [];
        expect(edges.length - 1).toBeLessThanOrEqual(MAX_BINS);
        expect(edges.every((edge, index) => index === 0 || edge > (edges[index - 1] as number))).toBe(true);
        expect((edges[0] as number) <= min && max <= (edges.at(-1) as number)).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });
});

test.each<[units: bigint, places: number, fewest: number, text: string]>([
  [0n, 2, 0, '0'],
  [0n, 2, 2, '0.00'],
  [1250n, 2, 0, '12.5'],
  [1250n, 2, 2, '12.50'],
  [-5n, 3, 0, '-0.005'],
  [100n, 0, 0, '100'],
  [100n, 0, 1, '100.0'],
  [-12n, -2, 0, '-1200'],
  [15n, 40, 0, '1.5e-39'],
  [15n, -40, 0, '1.5e41'],
])('%s in units of 10^-%i, with at least %i decimal places, is %s', (units, places, fewest, text) => {
  expect(decimalText(units, places, fewest)).toBe(text);
});
