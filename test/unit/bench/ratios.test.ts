import { describe, expect, test } from 'vitest';
import { formatNumber, formatSpread, ratioOf, spreadOf } from '../../../scripts/bench/ratios.ts';

describe('a spread', () => {
  test('has the middle value, or the mean of the middle two, in any order', () => {
    expect(spreadOf([30, 1, 2])).toEqual({ median: 2, least: 1, most: 30 });
    expect(spreadOf([4, 10, 2, 3])).toEqual({ median: 3.5, least: 2, most: 10 });
    expect(spreadOf([7])).toEqual({ median: 7, least: 7, most: 7 });
  });

  test('is written with its bounds, unless they are equal', () => {
    expect(formatSpread({ median: 1.834, least: 1.79, most: 1.9 })).toBe('1.83 (1.79–1.90)');
    expect(formatSpread(spreadOf([2]))).toBe('2.00');
  });
});

describe('a ratio', () => {
  test('is taken within each round', () => {
    // The machine is half as fast in the second round, but the ratio stays the same.
    expect(ratioOf([3, 6, 3], [2, 4, 2])).toEqual({ median: 1.5, least: 1.5, most: 1.5 });
    expect(ratioOf([3, 8, 1], [2, 4, 2])).toEqual({ median: 1.5, least: 0.5, most: 2 });
  });

  test('of unequal numbers of rounds is an error', () => {
    expect(() => ratioOf([1, 2], [1])).toThrow('2 rounds cannot be compared with 1');
  });
});

test.each([
  [0, '0'],
  [0.03119, '0.0312'],
  [1.834, '1.83'],
  [99.96, '100'],
  [41_234.5, '41,235'],
])('%d is written %s', (value, text) => {
  expect(formatNumber(value)).toBe(text);
});
