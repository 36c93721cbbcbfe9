import { expect, test } from 'vitest';
import { columnOf } from './column-of.ts';

test('samples are the first five distinct values', () => {
  expect(columnOf(['b', 'a', 'b', '', 'c', 'a', 'd', 'e', 'f']).samples).toEqual(['"b"', '"a"', '"c"', '"d"', '"e"']);
});

test('numbers are distinct by value, each as it is first written', () => {
  expect(columnOf(['1.0', '1', '+1.00', '10e-1', '0', '-0.0', '2']).samples).toEqual(['1.0', '0', '2']);
});

test('texts are distinct by their characters', () => {
  expect(columnOf(['1.0', '1', ' 1', 'x']).samples).toEqual(['"1.0"', '"1"', '" 1"', '"x"']);
});

test('nulls are not samples', () => {
  expect(columnOf(['NA', '', '7', '-']).samples).toEqual(['7']);
});

test('the samples of a column of texts begin with its first cell, even if the column began with numbers', () => {
  expect(columnOf(['01', 'NA', '2', 'x']).samples).toEqual(['"01"', '"NA"', '"2"', '"x"']);
  expect(columnOf(['1', '2', '3', '4', '5', '6', 'x']).samples).toEqual(['"1"', '"2"', '"3"', '"4"', '"5"']);
});

test('integers are distinct even if they share a double', () => {
  expect(columnOf(['9007199254740993', '9007199254740992']).samples).toEqual(['9007199254740993', '9007199254740992']);
});
