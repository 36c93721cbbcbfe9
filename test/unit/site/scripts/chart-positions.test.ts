import { expect, test } from 'vitest';
import { indexAfterKey, isReadoutKey, nearestIndex } from '../../../../src/site/scripts/chart/positions.ts';

test.each([
  ['ArrowRight', null, 0],
  ['ArrowLeft', null, 29],
  ['PageDown', null, 9],
  ['PageUp', null, 20],
  ['ArrowRight', 29, 29],
  ['ArrowLeft', 0, 0],
  ['PageDown', 4, 14],
  ['PageUp', 4, 0],
  ['Home', 12, 0],
  ['End', 12, 29],
  ['Escape', 12, null],
  ['a', 12, null],
  ['toString', 12, null],
])('%s leads from %s to %s of 30 positions', (key, at, expected) => {
  expect(indexAfterKey(key, at, 30)).toBe(expected);
});

test('keys that neither move nor end a readout stay with the page', () => {
  expect(['Home', 'Escape', 'PageUp'].every(isReadoutKey)).toBe(true);
  expect(['Tab', 'ArrowUp', 'constructor'].some(isReadoutKey)).toBe(false);
});

test('a place is read at the nearest position, half-way at the earlier one', () => {
  expect([1989, 1994, 1995, 1999, 2010].map((place) => nearestIndex([1990, 2000, 2001], place))).toEqual([
    0, 0, 0, 1, 2,
  ]);
});
