import { describe, expect, test } from 'vitest';
import { looksLikeNumber, looksLikeYear } from '../../../src/contract/value-shapes.ts';

describe('a cell looks like a number', () => {
  test.each([
    '0',
    '9',
    '1234567890',
    '007',
    '+5',
    '-5',
    '5.',
    '.5',
    '.05',
    '5.25',
    '-.5',
    '5e3',
    '5E3',
    '5e+30',
    '5e-30',
    '5.e0',
    '.5e9',
    '-1.50E+09',
    ' 5 ',
    '\t5\n',
  ])('if it is %j', (cell) => {
    expect(looksLikeNumber(cell)).toBe(true);
  });

  test.each([
    '',
    ' ',
    '.',
    '+',
    '-.',
    'e3',
    '.e3',
    '5e',
    '5e+',
    '5e.5',
    '5e5.5',
    '5ex',
    '5f3',
    '5 3',
    '5e 3',
    '--5',
    '+-5',
    '5-',
    '5.5.5',
    '5..5',
    '5,5',
    '1_000',
    '0x1F',
    'x5',
    '5x',
    '.x5',
    '.5x',
    '5.x',
    '٥',
    '5e٥',
    'Infinity',
    'NaN',
    '5\n5',
  ])('but not if it is %j', (cell) => {
    expect(looksLikeNumber(cell)).toBe(false);
  });
});

test('a cell looks like a year from 1000 to 2999', () => {
  for (const cell of ['1000', '1999', '2000', '2999', ' 2024 ', '1909', '1090']) {
    expect(looksLikeYear(cell), cell).toBe(true);
  }
  for (const cell of [
    '999',
    '3000',
    '0999',
    '10000',
    '20240',
    'x2024',
    '2024x',
    '202x',
    '-2024',
    '2024.0',
    '',
    '9999',
  ]) {
    expect(looksLikeYear(cell), cell).toBe(false);
  }
});
