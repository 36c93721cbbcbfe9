import { describe, expect, test } from 'vitest';
import {
  isEmptyRow,
  isTotal,
  onlyFirstCellHasValue,
  repeatsHeader,
  TOTAL_LABEL_STARTS,
  TOTAL_LABELS,
} from '../../../../src/parse/checks/row-predicates.ts';

describe('labels of totals', () => {
  test.each(TOTAL_LABELS)(
    '%s is recognised, in capitals too, and by its first two letters if they are ASCII',
    (label) => {
      for (const text of [label, label.toUpperCase(), ` ${label}: all`]) expect(isTotal(text)).toBe(true);
      const start = label.slice(0, 2);
      expect(TOTAL_LABEL_STARTS.has(start)).toBe(/^[a-z]{2}$/.test(start));
    },
  );

  test('a prefix may stand apart, be joined by a hyphen, or be part of the word', () => {
    for (const text of ['Grand total', 'grand-total', 'Subtotal', 'Sub-totals']) expect(isTotal(text)).toBe(true);
  });

  test('a longer word is not a label', () => {
    for (const text of ['Totality', 'Summer', 'Sumatra', 'total2', 'a total']) expect(isTotal(text)).toBe(false);
  });

  test('the starts are exactly these', () => {
    const starts = ['ce', 'en', 'ge', 'gr', 'in', 'og', 'ra', 'so', 'su', 'to', 'zw'];
    expect([...TOTAL_LABEL_STARTS].sort()).toEqual(starts);
  });
});

test('blanks are not values', () => {
  expect(isEmptyRow(['', ' ', '\u00A0'])).toBe(true);
  expect(isEmptyRow(['', '0'])).toBe(false);
  expect(onlyFirstCellHasValue(['a', ' ', ''])).toBe(true);
  expect(onlyFirstCellHasValue([' ', '', ''])).toBe(false);
  expect(onlyFirstCellHasValue(['a', '', 'b'])).toBe(false);
});

test('a row repeats the header if all its cells do, and there are two or more', () => {
  expect(repeatsHeader(['a', 'b'], ['a', 'b'])).toBe(true);
  expect(repeatsHeader(['a', 'c'], ['a', 'b'])).toBe(false);
  expect(repeatsHeader(['a', 'b', ''], ['a', 'b'])).toBe(false);
  expect(repeatsHeader(['a'], ['a'])).toBe(false);
});
