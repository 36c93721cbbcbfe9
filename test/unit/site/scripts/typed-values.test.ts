import { describe, expect, test } from 'vitest';
import { lastTime, typedNumbers } from '../../../../src/site/scripts/rows/typed-values.ts';

describe('a number that is typed', () => {
  test.each([
    ['en', true, '1,000,000', '1000000'],
    ['en', false, ' +1,234.5 ', '1234.5'],
    ['en', false, '-1.5e3', '-1.5e3'],
    ['de', true, '1.951', '1951'],
    // As in the rows.
    ['de', false, '1.951', '1.951'],
    ['de', false, '1.000.000', '1000000'],
    ['de', false, '1.234,5', '1234.5'],
    ['fr', false, '1\u202f234,5', '1234.5'],
    ['es', true, '1 234', '1234'],
    ['de-CH', true, '1’234', '1234'],
    ['en', false, '1,95', null],
    ['en', false, 'a', null],
    ['de', false, '1,2,3', null],
  ])('in %s (whole: %s): %s', (language, isWhole, text, expected) => {
    const { pattern, plain } = typedNumbers(language, isWhole);
    // As browsers read the attribute `pattern` (HTML Standard, 4.10.5.3.6).
    const isValid = new RegExp(`^(?:${pattern})$`, 'v').test(text);
    expect(isValid ? plain(text) : null).toBe(expected);
  });
});

test.each([
  ['2010', '1999-05-31', '2010-12-31'],
  ['2010-02', '1999-05-31', '2010-02-31'],
  ['2010-02-03', '1999-05-31', '2010-02-03'],
  ['20', '1999-05', '2099-12'],
  ['2010', '1999Q2', '2010Q4'],
  ['2010', '1999-Q2', '2010-Q4'],
  ['2010-02-03', '1999-05-31 08:00', '2010-02-03 23:59'],
  ['2010', '1999-05-31T08:00:00.000Z', '2010-12-31T23:59:59.999Z'],
  ['12', '08:30:00', '12:59:59'],
])('a time that begins with %s, as in %s, is at most %s', (start, example, last) => {
  expect(lastTime(start, example)).toBe(last);
});
