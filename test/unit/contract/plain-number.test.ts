import { describe, expect, test } from 'vitest';
import { looksLikeNumber, looksLikeYear } from '../../../src/contract/value-shapes.ts';

describe('a cell looks like a number', () => {
  test.each(['0', '1234567890', '007', '+5', '5.', '.5', '-.5', '5e3', '5E+30', '5.e0', '-1.50E+09', ' 5 ', '\t5\n'])(
    'if it is %j',
    (cell) => {
      expect(looksLikeNumber(cell)).toBe(true);
    },
  );

  test.each([
    ...[
      '',
      ' ',
      '.',
      '+',
      '-.',
      'e3',
      '5e',
      '5e+',
      '5e5.5',
      '5ex',
      '5 3',
      '5e 3',
      '--5',
      '5-',
      '5.5.5',
      '5,5',
      '1_000',
    ],
    ...['0x1F', 'x5', '5x', '.5x', '٥', 'Infinity', 'NaN', '5\n5'],
  ])('but not if it is %j', (cell) => {
    expect(looksLikeNumber(cell)).toBe(false);
  });
});

test.each(['1000', '1999', '2999', ' 2024 '])('%j looks like a year', (cell) => {
  expect(looksLikeYear(cell)).toBe(true);
});

test.each(['999', '3000', '0999', '10000', 'x2024', '2024x', '-2024', '2024.0', ''])('%j does not', (cell) => {
  expect(looksLikeYear(cell)).toBe(false);
});
