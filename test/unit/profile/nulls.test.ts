import { describe, expect, test } from 'vitest';
import { looksLikeNull, NULL_TOKENS } from '../../../src/profile/null-tokens.ts';
import { notationOf } from '../../../src/profile/numbers/read-number.ts';
import { columnOf, published } from './column-of.ts';

const SPELLINGS = 'NA N/A n/a #N/A #NA <NA> NULL null NaN nan -NaN -nan None - .. :'.split(' ');

test('the null tokens are those of the contract', () => {
  expect([...NULL_TOKENS].sort()).toEqual([...SPELLINGS].sort());
});

test.each(SPELLINGS)('"%s" is not a number, which the byte lane would publish', (spelling) => {
  expect(notationOf(spelling)).toBeNull();
});

describe.each(SPELLINGS)('"%s"', (spelling) => {
  test('is null among numbers, and does not change their type', () => {
    expect(published(['1', spelling, '2'])).toEqual({ type: 'int64', json: ['1', 'null', '2'] });
    expect(published([` ${spelling}\t`, '0.5'])).toEqual({ type: 'float64', json: ['null', '0.5'] });
    expect(columnOf(['1', spelling, spelling, '']).nullCount).toBe(3);
  });

  test('is text among texts', () => {
    expect(published(['FR', spelling, ''])).toEqual({
      type: 'object',
      json: ['"FR"', JSON.stringify(spelling), 'null'],
    });
    expect(columnOf(['FR', spelling, '']).nullCount).toBe(1);
  });
});

test.each(['na', 'Na', 'N/a', 'Null', 'none', 'NAN', '--', '...', '::', 'missing', '?'])('"%s" is not null', (word) => {
  expect(columnOf(['1', word])).toMatchObject({ type: 'object', nullCount: 0 });
});

test('null tokens alone are texts: there is no number among them', () => {
  expect(columnOf(['NA', '-', 'NA'])).toMatchObject({ type: 'object', nullCount: 0, samples: ['"NA"', '"-"'] });
});

test('empty and blank cells are null in every column', () => {
  expect(published(['', ' ', '\t\v\f\r\n', 'x'])).toEqual({ type: 'object', json: ['null', 'null', 'null', '"x"'] });
  expect(published(['', ' ', '1'])).toEqual({ type: 'int64', json: ['null', 'null', '1'] });
});

test('a column without any value is null throughout', () => {
  expect(columnOf(['', '', ''])).toMatchObject({ type: 'object', nullCount: 3, samples: [], statistics: null });
});

test.each(['?', '--', '#REF!', 'na', 'n.a.', 'N.D.', 'nk', 'n/d', 'None', 'NAN'])('"%s" looks like null', (text) => {
  expect(looksLikeNull(text)).toBe(true);
});

test.each(['', 'Nairobi', 'no', 'x', '0', '-9', '13.5p', 'nil', '<NA>'])('"%s" does not look like null', (text) => {
  expect(looksLikeNull(text)).toBe(false);
});

describe('spellings that the sidecar declares', () => {
  test('are null among texts and among numbers', () => {
    expect(published(['-9', '1', ' -9 '], { missing: ['-9'] })).toEqual({ type: 'int64', json: ['null', '1', 'null'] });
    expect(published(['n a', '1'], { missing: [' n a '] })).toEqual({ type: 'int64', json: ['null', '1'] });
    expect(published(['x', '?'], { missing: ['?'] })).toEqual({ type: 'object', json: ['"x"', 'null'] });
  });

  test('replace the usual null tokens', () => {
    expect(columnOf(['1', 'NA'], { missing: ['-9'] })).toMatchObject({ type: 'object', nullCount: 0 });
    expect(columnOf(['1', 'NA', ''], { missing: [] })).toMatchObject({ type: 'object', nullCount: 1 });
  });

  test('are not samples, and are left out of the statistics', () => {
    const { samples, statistics } = columnOf(['-9', '1', '3'], { missing: ['-9'] });
    expect(samples).toEqual(['1', '3']);
    expect(statistics).toMatchObject({ count: 2, min: '1', mean: 2 });
  });
});

describe('the first null of a required column', () => {
  test('is reported with its place', () => {
    expect(columnOf(['1', '2', '3', '4', '', ''], { required: true }).firstForbiddenNull?.line).toBe(6);
    expect(columnOf(['1', 'NA', ''], { required: true }).firstForbiddenNull?.line).toBe(3);
    expect(columnOf(['x', 'NA', ''], { required: true }).firstForbiddenNull?.line).toBe(4);
  });

  test('is not reported if there is none, or if nulls are allowed', () => {
    expect(columnOf(['1', '2'], { required: true }).firstForbiddenNull).toBeNull();
    expect(columnOf(['1', ''], { required: false }).firstForbiddenNull).toBeNull();
  });
});
