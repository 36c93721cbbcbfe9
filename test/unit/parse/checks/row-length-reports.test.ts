import { describe, expect, test } from 'vitest';
import type { FileFormat } from '../../../../src/model.ts';
import { placesIn, reportsOf } from '../../../support/tables/reports.ts';

type Case = readonly [rule: string, csv: string, format: Partial<FileFormat>, reports: readonly (readonly string[])[]];

/** A header of two columns, and rows. */
const csv = (...rows: string[]): string => ['a,b', ...rows, ''].join('\n');

describe('rows of a wrong length are explained:', () => {
  test.each<Case>([
    [
      'a short row',
      csv('1,2', '3', '4,5'),
      {},
      [
        [
          'error x.csv:3:2 row-too-short',
          '| 3',
          'the row has 1 cell, the header 2 columns',
          'Complete the row: write an empty cell where a value is missing. If the last cells are left out on purpose, set "ragged" to "pad" in the "csv" of the sidecar.',
        ],
      ],
    ],
    [
      'a long row',
      csv('1,2', '3,4,x', '4,5'),
      {},
      [
        [
          'error x.csv:3:5 row-too-long',
          '| 3,4,x',
          'the row has 3 cells, the header 2 columns',
          'Quote cells that contain the delimiter, or remove the cells from here on.',
        ],
      ],
    ],
    [
      'several long rows',
      csv('1,2', '3,4,x', '4,5,y,z'),
      {},
      [
        [
          'error x.csv:3:5 row-too-long',
          '| 3,4,x',
          'the row has 3 cells, the header 2 columns',
          'Quote cells that contain the delimiter, or remove the cells from here on.',
        ],
        [
          'error x.csv:4:5 row-too-long',
          '| 4,5,y,z',
          'the row has 4 cells, the header 2 columns',
          'Quote cells that contain the delimiter, or remove the cells from here on.',
        ],
      ],
    ],
    [
      'a row without the last cell among rows that end in a delimiter',
      csv('1,2,', '3,'),
      { trailingDelimiter: true },
      [
        [
          'error x.csv:3:3 row-too-short',
          '| 3,',
          'the row has 1 cell, the header 2 columns',
          'Complete the row: write an empty cell where a value is missing. If the last cells are left out on purpose, set "ragged" to "pad" in the "csv" of the sidecar.',
        ],
      ],
    ],
    [
      'one note at the end',
      csv('1,2', 'Source of it'),
      {},
      [
        [
          'error x.csv:3:1 footer-found',
          '| Source of it',
          'the file ends in 1 row with fewer cells than the 2 columns, this is the first: they are notes, or incomplete rows',
          'If these are data, complete them.',
          'If they are not, add to the sidecar: "csv": { "footerRows": 1 }',
        ],
      ],
    ],
    [
      'several notes at the end, below a declared one',
      csv('1,2', 'Source of it', 'and more', 'x'),
      { footerRows: 1 },
      [
        [
          'error x.csv:3:1 footer-found',
          '| Source of it',
          'the file ends in 2 rows with fewer cells than the 2 columns, this is the first: they are notes, or incomplete rows',
          'If these are data, complete them.',
          'If they are not, add to the sidecar: "csv": { "footerRows": 3 }',
        ],
      ],
    ],
    [
      'an incomplete last row',
      csv('1,2', '3'),
      {},
      [
        [
          'error x.csv:3:1 footer-found',
          '| 3',
          'the file ends in 1 row with fewer cells than the 2 columns, this is the first: they are notes, or incomplete rows',
          'If these are data, complete them.',
        ],
      ],
    ],
    [
      'a first note, and what follows it',
      csv('1,2', 'Note: x', '3'),
      {},
      [
        [
          'error x.csv:3:1 footer-found',
          '| Note: x',
          'the file ends in 2 rows with fewer cells than the 2 columns, this is the first: they are notes, or incomplete rows',
          'If these are data, complete them.',
          'If they are not, add to the sidecar: "csv": { "footerRows": 2 }',
        ],
      ],
    ],
    [
      'comments with #',
      csv('1,2', '#x', '3,4', '#y'),
      {},
      [
        [
          'error x.csv:3:1 row-too-short',
          '| #x',
          '2 rows of a wrong length, this is the first, and all begin with "#": they are probably comments',
          'If they are not, complete or shorten them.',
          'If they are, add to the sidecar: "csv": { "comment": "#" }',
        ],
      ],
    ],
    [
      'comments with %',
      csv('1,2', '%x', '3,4'),
      {},
      [
        [
          'error x.csv:3:1 row-too-short',
          '| %x',
          '1 row of a wrong length, this is the first, and all begin with "%": they are probably comments',
          'If they are not, complete or shorten them.',
          'If they are, add to the sidecar: "csv": { "comment": "%" }',
        ],
      ],
    ],
    [
      'comments with //',
      csv('1,2', '//x,y,z', '3,4', '//x'),
      {},
      [
        [
          'error x.csv:3:1 row-too-long',
          '| //x,y,z',
          '2 rows of a wrong length, this is the first, and all begin with "//": they are probably comments',
          'If they are not, complete or shorten them.',
          'If they are, add to the sidecar: "csv": { "comment": "//" }',
        ],
      ],
    ],
    [
      'comments with //, the first of them short',
      csv('1,2', '//x', '3,4', '//x,y,z'),
      {},
      [
        [
          'error x.csv:3:1 row-too-short',
          '| //x',
          '2 rows of a wrong length, this is the first, and all begin with "//": they are probably comments',
          'If they are not, complete or shorten them.',
          'If they are, add to the sidecar: "csv": { "comment": "//" }',
        ],
      ],
    ],
    [
      'cells in single quotes',
      csv("1,'x,y'", "2,'z'"),
      {},
      [
        [
          'error x.csv:2:6 row-too-long',
          "| 1,'x,y'",
          "the row has more cells than the 2 columns, but not if ' quotes cells",
          'Quote cells that contain the delimiter.',
          'If \' is the quote character of this file, add to the sidecar: "csv": { "quote": "\'" }',
        ],
      ],
    ],
    [
      'cells in single quotes, in several rows',
      csv("1,'x,y'", "2,'z,u'"),
      {},
      [
        [
          'error x.csv:2:6 row-too-long',
          "| 1,'x,y'",
          "the rows from here on have more cells than the 2 columns, but not if ' quotes cells",
          'Quote cells that contain the delimiter.',
          'If \' is the quote character of this file, add to the sidecar: "csv": { "quote": "\'" }',
        ],
      ],
    ],
    [
      'cells between grave accents',
      csv('1,`x,y`', '2,z'),
      {},
      [
        [
          'error x.csv:2:6 row-too-long',
          '| 1,`x,y`',
          'the row has more cells than the 2 columns, but not if ` quotes cells',
          'Quote cells that contain the delimiter.',
          'If ` is the quote character of this file, add to the sidecar: "csv": { "quote": "`" }',
        ],
      ],
    ],
    [
      'cells between acute accents',
      csv('1,´x,y´', '2,z'),
      {},
      [
        [
          'error x.csv:2:6 row-too-long',
          '| 1,´x,y´',
          'the row has more cells than the 2 columns, but not if ´ quotes cells',
          'Quote cells that contain the delimiter.',
          'If ´ is the quote character of this file, add to the sidecar: "csv": { "quote": "´" }',
        ],
      ],
    ],
    [
      'a delimiter at the end of every row',
      csv('1,x,', '2,y,'),
      {},
      [
        [
          'error x.csv:2:5 row-too-long',
          '| 1,x,',
          'every row has one empty cell more than the 2 columns: the rows end in a delimiter, the header does not',
          'Remove the delimiters at the ends of the rows.',
          'Or add to the sidecar: "csv": { "trailingDelimiter": true }',
        ],
      ],
    ],
    [
      'a missing name',
      csv('x,y,z', 'u,v,w'),
      {},
      [
        [
          'error x.csv:2:5 row-too-long',
          '| x,y,z',
          'every row has one cell more than the 2 columns of the header, so a name is missing',
          'Add the missing name in its place. Programs such as R leave out the name of the first column.',
        ],
      ],
    ],
    [
      'a missing name above numbers of rows',
      csv('1,y,z', '2,v,w'),
      {},
      [
        [
          'error x.csv:2:5 row-too-long',
          '| 1,y,z',
          'every row has one cell more than the 2 columns of the header, so a name is missing',
          'Add the missing name in its place. Programs such as R leave out the name of the first column.',
          'If the first column numbers the rows, add to the sidecar: "csv": { "rename": [{ "column": 1, "from": null, "to": "index" }] }',
        ],
      ],
    ],
    [
      'a comma inside the numbers of one row',
      csv('x,2', 'y,1,234'),
      {},
      [
        [
          'error x.csv:3:5 row-too-long',
          '| y,1,234',
          'the row has more cells than the 2 columns: the delimiter may occur inside numbers, such as 1,234',
          'Quote the numbers, or use another delimiter.',
        ],
      ],
    ],
    [
      'a comma inside the numbers of several rows',
      csv('x,2', 'y,1,234', 'z,-5,678'),
      {},
      [
        [
          'error x.csv:3:5 row-too-long',
          '| y,1,234',
          'the rows from here on have more cells than the 2 columns: the delimiter may occur inside numbers, such as 1,234',
          'Quote the numbers, or use another delimiter.',
        ],
      ],
    ],
    [
      'more than ten rows with a comma inside a number',
      csv('x,2', ...Array<string>(11).fill('y,1,234')),
      {},
      [
        [
          'error x.csv:3:5 row-too-long',
          '| y,1,234',
          'the rows from here on have more cells than the 2 columns: the delimiter may occur inside numbers, such as 1,234',
          'Quote the numbers, or use another delimiter.',
        ],
      ],
    ],
  ])('%s', (_, text, format, reports) => {
    expect(reportsOf(text, { delimiter: ',', header: 1, ...format })).toEqual(reports);
  });
});

/** Places of the problems of a file whose columns and delimiter are known. */
const places = (text: string, format: Partial<FileFormat> = {}): string[] =>
  placesIn(text, { delimiter: ',', header: 1, ...format });

/** The texts of the reports about a file whose columns and delimiter are known, as one. */
const textOf = (text: string): string => reportsOf(text, { delimiter: ',', header: 1 }).flat().join('\n');

test('ten short rows are reported one by one, and the others counted', () => {
  const of = (count: number) => reportsOf(csv(...Array<string>(count).fill('1'), '1,2'), { header: 1, delimiter: ',' });
  expect(of(10)).toHaveLength(10);
  expect(of(11).at(-1)).toEqual([
    'error x.csv row-too-short',
    '1 more row of the same kind',
    'Complete the row: write an empty cell where a value is missing. If the last cells are left out on purpose, set "ragged" to "pad" in the "csv" of the sidecar.',
  ]);
});

describe('short rows at the end', () => {
  const short = (count: number): string[] => Array<string>(count).fill('Source of it');

  test('are a footer of thirty rows at most', () => {
    expect(places(csv('1,2', ...short(30)))).toEqual(['3:1 footer-found']);
    expect(places(csv('1,2', ...short(31)))).toHaveLength(11);
    const fixOf = (...rows: string[]) => reportsOf(csv('1,2', ...rows))[0]?.[4];
    expect(fixOf(...short(10))).toContain('"footerRows": 10');
    expect(fixOf(...short(11))).toBeUndefined();
    expect(fixOf('Note: all', ...short(11))).toContain('"footerRows": 12');
  });

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
    ['quotes cells', 'end in a delimiter', 'a name is missing', 'inside numbers', 'the header'].find((it) =>
      textOf(csv(...rows)).includes(it),
    );

  test.each([
    ['a quoted cell is closed', 'quotes cells', ["1,'x,y'"]],
    ['a quoted cell is not closed', 'the header', ["1,'x,y", '1,2']],
    ['a single quote alone opens a cell', 'quotes cells', ["1,',y'", '1,2']],
    ['a cell is a quote and its end', 'the header', ["'x',y,z", '1,2']],
    ['quotes leave too many cells', 'the header', ["1,'x,y',z", '1,2']],
    ['quotes leave too few cells', 'the header', ["'1,x,y'", '1,2']],
    ['one row of two is quoted', 'the header', ["1,'x,y'", '1,x,y', '1,2']],
    ['every row has an empty cell at its end', 'end in a delimiter', ['x,y,', 'z,u,']],
    ['every row has a blank at its end', 'end in a delimiter', ['x,y, ', 'z,u,']],
    ['one row has a value at its end', 'a name is missing', ['x,y,', 'z,u,v']],
    ['one row is of the right length', 'the header', ['x,y,', 'z,u']],
    ['rows have two cells more', 'the header', ['x,y,,', 'z,u,,']],
    ['a number of one digit, then three', 'inside numbers', ['x,1,234']],
    ['a number of three digits, then two', 'inside numbers', ['x,123,45']],
    ['a number of four digits', 'a name is missing', ['x,1234,567']],
    ['one digit after the comma', 'a name is missing', ['x,1,2']],
    ['four digits after the comma', 'a name is missing', ['x,1,2345']],
    ['a letter before the number', 'a name is missing', ['x,y1,234']],
    ['a letter after the number', 'a name is missing', ['x,1,234y']],
    ['a letter after the digits before the comma', 'a name is missing', ['x,1y,234']],
    ['a letter before the digits after the comma', 'a name is missing', ['x,1,y234']],
    ['a number with a sign', 'inside numbers', ['x,+1,234']],
    ['numbers in different cells', 'a name is missing', ['x,1,234', '1,234,x']],
    ['numbers in the first cells', 'inside numbers', ['1,234,x', '5,678,x']],
  ])('if %s', (_, expected, rows) => {
    expect(cause(...rows)).toBe(expected);
  });

  test('show the first number that the delimiter divides', () => {
    expect(textOf('a,b\n12,345,67,89\n')).toContain('such as 12,345\n');
  });

  test.each([
    'id',
    'No.',
    ' nr',
    'n°',
    'num',
    'Number',
    'index',
    'idx',
    'key',
    'row',
    'rank',
    'pos',
    'position',
    'code',
    '#',
    'station_id',
    'row 1',
    'code_2',
  ])('get no new name for numbers of rows below a name for them: %s', (name) => {
    const of = (first: string): string => textOf(`${first},b\n1,x,y\n2,z,u\n`);
    expect(of(name)).toContain('a name is missing');
    expect(of(name)).not.toContain('numbers the rows');
  });

  test.each(['identity', 'nose', 'keyboard', 'rowing', 'place', 'my row', 'width'])(
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
