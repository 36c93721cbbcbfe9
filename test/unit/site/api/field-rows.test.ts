import { expect, test } from 'vitest';
import { fieldRows } from '../../../../src/site/api/field-rows.ts';

const TEXT = { type: 'string', meaning: 'Some text' };

test('each field has a row, and neighbours with the same description share one', () => {
  const fields = { a: TEXT, b: TEXT, c: { type: 'number', meaning: 'A number' }, d: TEXT };
  expect(fieldRows(fields)).toEqual([
    ['a, b', 'string', 'Some text'],
    ['c', 'number', 'A number'],
    ['d', 'string', 'Some text'],
  ]);
});

test('a prefix comes before each name', () => {
  expect(fieldRows({ a: TEXT, b: TEXT }, 'x.')).toEqual([['x.a, x.b', 'string', 'Some text']]);
});
