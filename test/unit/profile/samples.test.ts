import { expect, test } from 'vitest';
import { columnOf } from './column-of.ts';

test('samples are the first five distinct values', () => {
  expect(columnOf(['b', 'a', 'b', '', 'c', 'a', 'd', 'e', 'f']).samples).toEqual(['"b"', '"a"', '"c"', '"d"', '"e"']);
});

test('numbers are distinct by value, each shown as it came first', () => {
  expect(columnOf(['1.0', '1', '+1.00', '10e-1', '0', '-0.0', '2']).samples).toEqual(['1.0', '0', '2']);
});

test('texts are distinct by their characters', () => {
  expect(columnOf(['1.0', '1', ' 1', 'x']).samples).toEqual(['"1.0"', '"1"', '" 1"', '"x"']);
});

test('nulls are no samples', () => {
  expect(columnOf(['NA', '', '7', '-']).samples).toEqual(['7']);
});

test('a column of texts has samples from its beginning, though it began like numbers', () => {
  expect(columnOf(['01', 'NA', '2', 'x']).samples).toEqual(['"01"', '"NA"', '"2"', '"x"']);
  expect(columnOf(['1', '2', '3', '4', '5', '6', 'x']).samples).toEqual(['"1"', '"2"', '"3"', '"4"', '"5"']);
});

test('integers that one double would stand for are distinct', () => {
  expect(columnOf(['9007199254740993', '9007199254740992']).samples).toEqual(['9007199254740993', '9007199254740992']);
});
