import { describe, expect, test } from 'vitest';
import { formatNumber, formatRatio, formatSpread } from '../../../scripts/bench/report.ts';

describe('a spread', () => {
  test.each([
    [[30, 1, 2], '2.00 (1.00–30.0)'],
    [[4, 10, 2, 3], '3.50 (2.00–10.0)'],
    [[2], '2.00'],
    [[2, Number.NaN], '–'],
  ])('of %j is written %s', (values, text) => {
    expect(formatSpread(values)).toBe(text);
  });
});

test('a ratio is taken within each round', () => {
  // The machine is half as fast in the second round, but the ratio stays the same.
  expect(formatRatio([3, 6, 3], [2, 4, 2])).toBe('1.50');
  expect(formatRatio([3, 8, 1], [2, 4, 2])).toBe('1.50 (0.500–2.00)');
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
