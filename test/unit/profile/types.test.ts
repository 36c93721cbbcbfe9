import { describe, expect, test } from 'vitest';
import { columnOf, published } from './column-of.ts';

describe('a column is int64 if all of its values are', () => {
  test.each([
    [['0', '7', '-12', '+5']],
    [['9223372036854775807', '-9223372036854775808']],
    [['-0', '+0']],
    [[' 1', '2 ', '\t3\r\n', '\v4\f']],
    [['1', '', '2']],
  ])('%j', (cells) => {
    expect(columnOf(cells).type).toBe('int64');
  });
});

describe('a column is float64 if all of its values are numbers and one has a decimal point or a signed exponent', () => {
  test.each([
    [['1.5']],
    [['1', '2.0']],
    [['.5', '5.', '-.5', '+5.']],
    [['0.001', '0']],
    [['1e5', '2.5']],
    [['1e5', '1e-5']],
    [['1E+5']],
    [['1.5e300', '-2E-300']],
    [['1.7976931348623157e308', '5e-324', '1e-400']],
    [['9223372036854775807', '0.5']],
  ])('%j', (cells) => {
    expect(columnOf(cells).type).toBe('float64');
  });
});

describe('a column is object', () => {
  test.each([
    ['with one zero-padded integer', ['01001', '1002']],
    ['with one zero-padded decimal', ['1.5', '00.5']],
    ['with integers beyond 64 bits', ['9223372036854775808', '1']],
    ['with integers beyond 64 bits among decimals', ['0.5', '9223372036854775808']],
    ['with unsigned exponents, and no decimal point in the column', ['1e5', '2e7', '3']],
    ['with a number beyond the largest double', ['1.5', '1e400']],
    ['with infinity', ['1', 'inf']],
    ['with hexadecimal digits', ['0x10']],
    ['with booleans', ['true', 'false']],
    ['with dates', ['2020-01-01', '2020-01-02']],
    ['with thousands separators', ['1,234', '1']],
    ['with currencies', ['$5', '€6']],
    ['with digits that are not ASCII', ['١٢', '１２']],
    ['with a blank that is not ASCII', ['1\u00A0']],
    ['with a sign alone', ['+', '1']],
    ['with a point alone', ['.', '1.5']],
    ['with an exponent without digits', ['1.5e', '1.5']],
    ['with two points', ['1.2.3']],
    ['with a blank after the sign', ['- 1']],
    ['with texts', ['a', '1']],
    ['without any value', ['', ' ', '']],
    ['without any cell', []],
  ])('%s', (_, cells) => {
    const profile = columnOf(cells);
    expect(profile.type).toBe('object');
    expect(profile.statistics).toBeNull();
  });

  test('because of its last cell, however many numbers come before', () => {
    expect(columnOf([...Array.from({ length: 5000 }, (_, row) => `${row}`), 'x']).type).toBe('object');
  });
});

test('a column of texts keeps them as they are, with their blanks', () => {
  expect(published(['  a ', '1', ' 01', '\u00A0', '"q"\n\u2028'])).toEqual({
    type: 'object',
    json: ['"  a "', '"1"', '" 01"', '"\u00A0"', '"\\"q\\"\\n\u2028"'],
  });
});

test('a column of numbers keeps their digits, and only what JSON forbids is rewritten', () => {
  expect(published(['12.50', '+5', '.5', '5.', ' 1 ', '-0', '1E+05', '9223372036854775807'])).toEqual({
    type: 'float64',
    json: ['12.50', '5', '0.5', '5.0', '1', '-0', '1E+05', '9223372036854775807'],
  });
});
