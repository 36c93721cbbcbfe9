import { expect, test } from 'vitest';
import {
  isEmptyRow,
  isNoteLabel,
  isSparse,
  looksLikeKey,
  repeatsHeader,
} from '../../../../src/parse/records/row-predicates.ts';

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
