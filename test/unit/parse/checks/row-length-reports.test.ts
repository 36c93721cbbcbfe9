import { describe, expect, test } from 'vitest';
import type { FileFormat } from '../../../../src/model.ts';
import { placesIn, reportsOf } from '../../../support/tables/reports.ts';

/** A header of two columns, and rows. */
const csv = (...rows: string[]): string => ['a,b', ...rows, ''].join('\n');

/** Places of the problems of a file whose columns and delimiter are known. */
const places = (text: string, format: Partial<FileFormat> = {}): string[] =>
  placesIn(text, { delimiter: ',', header: 1, ...format });

/** The texts of the reports about a file whose columns and delimiter are known, as one. */
const textOf = (text: string): string => reportsOf(text, { delimiter: ',', header: 1 }).flat().join('\n');

describe('short rows at the end', () => {
  const short = (count: number): string[] => Array<string>(count).fill('Source of it');

  test('are no footer if the file has no other rows, a row below them or a long row, or if its footer has no rows', () => {
    const rows = ['2:13 row-too-short', '3:13 row-too-short'];
    expect(places(csv(...short(2)))).toEqual(rows);
    expect(places(csv(...short(2), '1,2'))).toEqual(rows);
    expect(places(csv('Source of it', '1,2', 'Source of it'))).toEqual(['2:13 row-too-short', '4:13 row-too-short']);
    expect(places(csv('1,2,3', 'Source of it'))).toEqual(['3:13 row-too-short', '2:5 row-too-long']);
    expect(places(csv('1,2', 'Source of it'), { footerRows: 0 })).toEqual(['3:13 row-too-short']);
  });

  test.each([
    ['words without other values', 'as of,,', true],
    ['words after a sign', '* x y', true],
    ['a note with another value', 'Source: us,1', true],
    ['one word', 'Rome', false],
    ['one word and a number', 'Rome 5', false],
    ['words, and another value', 'New York,5', false],
  ])('may be removed only if all read like notes: %s', (_, row, isNote) => {
    const text = `a,b,c,d\n1,2,3,4\n${row}\n`;
    expect(textOf(text).includes('"footerRows": 1')).toBe(isNote);
  });

  test('may be removed below a note, and not above it', () => {
    expect(textOf('a,b\n1,2\nNote: x\n3\n')).toContain('"footerRows": 2');
    expect(textOf('a,b\n1,2\n3\nNote: x\n')).not.toContain('footerRows');
    expect(textOf('a,b\n1,2\nSee the annex\nNote:x\n')).toContain('"footerRows": 2');
  });
});

describe('rows that begin with a mark are comments', () => {
  const isComment = (...rows: string[]): boolean => textOf(csv(...rows)).includes('comments');

  test.each([
    ['with another mark', '1,2', '#x', '%y'],
    ['with one slash', '1,2', '/x', '3,4'],
    ['with the sign before #', '1,2', '"""x"', '3,4'],
    ['with the sign after %', '1,2', '&x', '3,4'],
    ['with a slash and another sign', '1,2', '/.x', '3,4'],
    ['some without a mark', '1,2', '#x', 'y'],
    ['some without a mark, first', '1,2', 'y', '#x', '3,4'],
    ['and a row of the right length begins with it', '1,2', '#x', '#y,3'],
    ['and a row above them begins with it', '#y,3', '#x', '1,2'],
  ])('but not %s', (_, ...rows) => {
    expect(isComment(...rows)).toBe(false);
  });

  test('in any row', () => {
    for (const mark of ['#', '%', '//']) expect(isComment('1,2', `${mark}x`, '3,4', `${mark}y,z,u`)).toBe(true);
  });
});

describe('long rows', () => {
  /** The explanation in a few words. */
  const cause = (...rows: string[]): string | undefined =>
    ['is the quote character', 'end in a delimiter', 'a name is probably missing', 'inside numbers', 'the header'].find(
      (it) => textOf(csv(...rows)).includes(it),
    );

  test.each([
    ['a quoted cell is closed', 'is the quote character', ["1,'x,y'"]],
    ['a quoted cell is not closed', 'the header', ["1,'x,y", '1,2']],
    ['a single quote alone opens a cell', 'is the quote character', ["1,',y'", '1,2']],
    ['a cell is a quote and its end', 'the header', ["'x',y,z", '1,2']],
    ['quotes leave too many cells', 'the header', ["1,'x,y',z", '1,2']],
    ['quotes leave too few cells', 'the header', ["'1,x,y'", '1,2']],
    ['one row of two is quoted', 'the header', ["1,'x,y'", '1,x,y', '1,2']],
    ['every row has an empty cell at its end', 'end in a delimiter', ['x,y,', 'z,u,']],
    ['every row has a blank at its end', 'end in a delimiter', ['x,y, ', 'z,u,']],
    ['one row has a value at its end', 'a name is probably missing', ['x,y,', 'z,u,v']],
    ['one row is of the right length', 'the header', ['x,y,', 'z,u']],
    ['rows have two cells more', 'the header', ['x,y,,', 'z,u,,']],
    ['a number of one digit, then three', 'inside numbers', ['x,1,234']],
    ['a number of three digits, then two', 'inside numbers', ['x,123,45']],
    ['a number of four digits', 'a name is probably missing', ['x,1234,567']],
    ['one digit after the comma', 'a name is probably missing', ['x,1,2']],
    ['four digits after the comma', 'a name is probably missing', ['x,1,2345']],
    ['a letter before the number', 'a name is probably missing', ['x,y1,234']],
    ['a letter after the number', 'a name is probably missing', ['x,1,234y']],
    ['a letter after the digits before the comma', 'a name is probably missing', ['x,1y,234']],
    ['a letter before the digits after the comma', 'a name is probably missing', ['x,1,y234']],
    ['a number with a sign', 'inside numbers', ['x,+1,234']],
    ['numbers in different cells', 'a name is probably missing', ['x,1,234', '1,234,x']],
    ['numbers in the first cells', 'inside numbers', ['1,234,x', '5,678,x']],
  ])('if %s', (_, expected, rows) => {
    expect(cause(...rows)).toBe(expected);
  });

  test('show the first number that the delimiter divides', () => {
    expect(textOf('a,b\n12,345,67,89\n')).toContain('such as 12,345\n');
  });

  test.each(['id', ' nr', 'n°', 'Number', 'rank', 'position', '#', 'station_id', 'row 1', 'code_2'])(
    'get no new name for numbers of rows below a name for them: %s',
    (name) => {
      const of = (first: string): string => textOf(`${first},b\n1,x,y\n2,z,u\n`);
      expect(of(name)).toContain('a name is probably missing');
      expect(of(name)).not.toContain('numbers the rows');
    },
  );

  test.each(['identity', 'keyboard', 'place', 'my row'])(
    'get a name for numbers of rows before another name: %s',
    (name) => {
      expect(textOf(`${name},b\n1,x,y\n2,z,u\n`)).toContain('numbers the rows');
    },
  );

  test('get no name for a single row, or for numbers that do not begin at 1', () => {
    expect(textOf('a,b\n1,x,y\n')).not.toContain('numbers the rows');
    expect(textOf('a,b\n2,x,y\n3,x,y\n')).not.toContain('numbers the rows');
    expect(textOf('a,b\n1,x,y\n3,x,y\n')).not.toContain('numbers the rows');
  });
});

test('an empty last cell is a missing one only among rows that end in a delimiter, and if short rows are errors', () => {
  const format = { trailingDelimiter: true };
  expect(places(csv('1,2', '3,'), format)).toEqual([]);
  expect(places(csv('1,2,', '3,'), format)).toEqual(['3:3 row-too-short']);
  expect(places(csv('1,2,', '3,'), { ...format, ragged: 'pad' })).toEqual([]);
  expect(places(csv('1,2,', '3, '), format)).toEqual([]);
});

test('a short row is padded, and an empty cell too many is removed, only if that is declared', () => {
  expect(places(csv('1,2', '3', '4,5'), { ragged: 'pad' })).toEqual([]);
  expect(places(csv('1,2', '3,4,', '5,6'), { trailingDelimiter: true })).toEqual([]);
  expect(places(csv('1,2', '3,4, ', '5,6'), { trailingDelimiter: true })).toEqual([]);
  expect(places(csv('1,2', '3,4,', '5,6'))).toEqual(['3:5 row-too-long']);
});
