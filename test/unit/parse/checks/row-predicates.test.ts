import { describe, expect, test } from 'vitest';
import {
  isEmptyRow,
  isNoteLabel,
  isSparse,
  isTotal,
  isTotalRow,
  looksLikeKey,
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
    const starts = ['ce', 'en', 'ge', 'gr', 'in', 'og', 'ra', 'sk', 'so', 'sp', 'su', 'to', 'uk', 'yh', 'zu', 'zw'];
    expect([...TOTAL_LABEL_STARTS].sort()).toEqual(starts);
  });
});

test('blanks are not values', () => {
  expect(isEmptyRow(['', ' ', '\u00A0'])).toBe(true);
  expect(isEmptyRow(['', '0'])).toBe(false);
});

test.each<[string[], boolean]>([
  [['a', ' ', ''], true],
  [['a', 'b', '\u00A0'], true],
  [['a', ' '], true],
  [['a', 'b'], false],
  [[' ', 'b', ''], false],
  [[' ', '', ''], false],
  [['a', '', 'b'], false],
])('%j is sparse: %s', (record, isIt) => {
  expect(isSparse(record)).toBe(isIt);
});

test.each(['EU27 total', 'Deutschland insgesamt', ' Total', 'Kanada (Total)', 'Polska ogółem:', '全国合计'])(
  'the first or last row %s is a total, whichever cell its label is in',
  (label) => {
    expect(isTotalRow([label, '1'])).toBe(true);
    expect(isTotalRow(['', label, '1'])).toBe(true);
  },
);

test.each(['Dim sum', 'Musikensemble', 'Subtotalx', '統計', 'x'])('%s is not', (label) => {
  expect(isTotalRow([label, '1'])).toBe(false);
});

test.each<[string, boolean]>([
  ['Source', true],
  [' Fuente:', true],
  ['Lähde:', true],
  ['出典：', true],
  ['Kiel', false],
  ['10:30', false],
])('%j is the label of a note: %s', (label, isIt) => {
  expect(isNoteLabel(label)).toBe(isIt);
});

test.each<[string, boolean]>([
  ['2019', true],
  ['-5', true],
  ['2020-Q1', true],
  ['2020*', true],
  ['2021 values', false],
  ['1.暫定', false],
  ['(1)', false],
  ['-', false],
  ['p', false],
])('%j may be a key beside numbers: %s', (label, isIt) => {
  expect(looksLikeKey(label)).toBe(isIt);
});

test('a row repeats the header if all its cells do, and there are two or more', () => {
  expect(repeatsHeader(['a', 'b'], ['a', 'b'])).toBe(true);
  expect(repeatsHeader(['a', 'c'], ['a', 'b'])).toBe(false);
  expect(repeatsHeader(['a', 'b', ''], ['a', 'b'])).toBe(false);
  expect(repeatsHeader(['a'], ['a'])).toBe(false);
});
