import { describe, expect, test } from 'vitest';
import type { FileFormat } from '../../../../src/model.ts';
import { splitRecords } from '../../../../src/parse/records/split-records.ts';
import { placesIn, reportsOf, reportsOfStep, rowsIn } from '../../../support/tables/reports.ts';

const BOTH: Partial<FileFormat> = { delimiter: ',', header: 1 };

describe('what parsers read in different ways is explained:', () => {
  test.each<readonly [rule: string, csv: string, format: Partial<FileFormat>, reports: readonly (readonly string[])[]]>(
    [
      [
        'a quote inside a cell',
        'a,b\n1,5" pipe\n',
        {},
        [
          [
            'error x.csv:2:4 quote-stray',
            '| 1,5" pipe',
            'a quote inside a cell that does not begin with one: programs read such a cell in different ways',
            'Quote the whole cell and write its inner quotes twice: "5"" pipe".',
            'If the file quotes nothing, add to the sidecar: "csv": { "quote": "" }',
          ],
        ],
      ],
      [
        'a quote inside a comment',
        'a,b\n1,2\n# 5" pipe\n',
        {},
        [
          [
            'error x.csv:3:4 quote-stray',
            '| # 5" pipe',
            'a quote inside a line that begins like a comment',
            'Quote the whole cell and write its inner quotes twice: "5"" pipe".',
            'If the line is a comment, add to the sidecar: "csv": { "comment": "#" }',
          ],
        ],
      ],
      [
        'a quote inside a cell that begins with another',
        "a,b\n1,'5\" pipe'\n",
        {},
        [
          [
            'error x.csv:2:5 quote-stray',
            "| 1,'5\" pipe'",
            "a quote inside a cell that begins with ', which is probably the quote character of this file",
            'If it is not, quote the whole cell with ", and write its inner quotes twice.',
            'If it is, add to the sidecar: "csv": { "quote": "\'" }',
          ],
        ],
      ],
      [
        'a quote inside a first cell that begins with another',
        'a,b\n`5" pipe`,1\n',
        {},
        [
          [
            'error x.csv:2:3 quote-stray',
            '| `5" pipe`,1',
            'a quote inside a cell that begins with `, which is probably the quote character of this file',
            'If it is not, quote the whole cell with ", and write its inner quotes twice.',
            'If it is, add to the sidecar: "csv": { "quote": "`" }',
          ],
        ],
      ],
      [
        'a quote inside a cell that begins with an accent',
        'a,b\n1,´5" pipe´\n',
        {},
        [
          [
            'error x.csv:2:5 quote-stray',
            '| 1,´5" pipe´',
            'a quote inside a cell that begins with ´, which is probably the quote character of this file',
            'If it is not, quote the whole cell with ", and write its inner quotes twice.',
            'If it is, add to the sidecar: "csv": { "quote": "´" }',
          ],
        ],
      ],
      [
        'another quote inside a cell that begins with a quote',
        'a,b\n1,"5\' pipe"\n',
        { quote: "'", escape: "'" },
        [
          [
            'error x.csv:2:5 quote-stray',
            '| 1,"5\' pipe"',
            'a quote inside a cell that does not begin with one: programs read such a cell in different ways',
            'Quote the whole cell and write its inner quotes twice: "5"" pipe".',
          ],
        ],
      ],
      [
        'text after a quote',
        'a,b\n1,"x" y\n',
        {},
        [
          [
            'error x.csv:2:6 quote-stray',
            '| 1,"x" y',
            'text after the quote that closes the cell: the quote is probably part of the text',
            'Write a quote inside a quoted cell twice (""), or remove the text after the closing quote.',
          ],
        ],
      ],
      [
        'text after a quote after a backslash',
        'a,b\n1,"x\\" y"\n',
        {},
        [
          [
            'error x.csv:2:7 quote-stray',
            '| 1,"x\\" y"',
            'text after the quote that closes the cell: the backslash before the quote suggests that the quote is part of the text',
            'Write a quote inside a quoted cell twice ("").',
            'If a quote after a backslash does not close its cell, add to the sidecar: "csv": { "escape": "\\\\" }',
          ],
        ],
      ],
      [
        'text after a quote, if the escape is declared',
        'a,b\n1,"x" y\n',
        { escape: '\\' },
        [
          [
            'error x.csv:2:6 quote-stray',
            '| 1,"x" y',
            'text after the quote that closes the cell: the quote is probably part of the text',
            'Write a quote inside a quoted cell twice (""), or remove the text after the closing quote.',
          ],
        ],
      ],
      [
        'a blank before a quote',
        'a,b\n1, "x"\n',
        {},
        [
          [
            'error x.csv:2:4 quote-stray',
            '| 1, "x"',
            'a quoted cell with blanks around its quotes: some programs then read the quotes as text, others ignore the blanks',
            'Remove the blanks.',
            'If blanks around cells are not part of them, add to the sidecar: "csv": { "trim": true }',
          ],
        ],
      ],
      [
        'a blank after a quote',
        'a,b\n"x" ,1\n',
        {},
        [
          [
            'error x.csv:2:4 quote-stray',
            '| "x" ,1',
            'a quoted cell with blanks around its quotes: some programs then read the quotes as text, others ignore the blanks',
            'Remove the blanks.',
            'If blanks around cells are not part of them, add to the sidecar: "csv": { "trim": true }',
          ],
        ],
      ],
      [
        'a quote that is never closed',
        'a,b\n1,"x\ny\n',
        {},
        [
          [
            'error x.csv:2:3 quote-unclosed',
            '| 1,"x',
            'a quote opens here and is never closed, so the rest of the file would be one cell',
            'Close the quote; a quote inside a quoted cell is written twice ("").',
          ],
        ],
      ],
      [
        'a line that ends in CR',
        'a,b\n1,2\r3,4\n',
        {},
        [
          [
            'error x.csv:2:4 line-endings-mixed',
            '| 1,2',
            'the line ends in CR, the lines before it in LF: some programs take a lone CR for the end of a row, others for part of a cell',
            'Save the file with one kind of line ending, or quote the cell if the line break belongs to it.',
          ],
        ],
      ],
      [
        'a line that ends in CR after CRLF',
        'a,b\r\n1,2\r3,4\n',
        {},
        [
          [
            'error x.csv:2:4 line-endings-mixed',
            '| 1,2',
            'the line ends in CR, the lines before it in CRLF: some programs take a lone CR for the end of a row, others for part of a cell',
            'Save the file with one kind of line ending, or quote the cell if the line break belongs to it.',
          ],
        ],
      ],
      [
        'a line that ends in LF after CR',
        'a,b\r1,2\n3,4\r',
        {},
        [
          [
            'error x.csv:2:4 line-endings-mixed',
            '| 1,2',
            'the line ends in LF, the lines before it in CR: some programs take a lone CR for the end of a row, others for part of a cell',
            'Save the file with one kind of line ending, or quote the cell if the line break belongs to it.',
          ],
        ],
      ],
      [
        'a line that ends in CRLF after CR',
        'a,b\r1,2\r\n3,4\r',
        {},
        [
          [
            'error x.csv:2:4 line-endings-mixed',
            '| 1,2',
            'the line ends in CRLF, the lines before it in CR: some programs take a lone CR for the end of a row, others for part of a cell',
            'Save the file with one kind of line ending, or quote the cell if the line break belongs to it.',
          ],
        ],
      ],
    ],
  )('%s', (_, csv, format, reports) => {
    expect(reportsOf(csv, { ...BOTH, ...format })).toEqual(reports);
  });

  test('a record, and a quoted cell, of more than 16 million characters', () => {
    const of = (start: string, count: number) =>
      reportsOfStep(() => {
        const chunks = [start, ...Array<string>(16).fill('x'.repeat(1 << 20)), 'x'.repeat(count)];
        const dialect = { delimiter: ',', quote: '"', escape: '"', comment: null, trim: false };
        for (const _block of splitRecords(chunks, 'x.csv', dialect));
      });
    expect(of('a\n', 0)).toEqual([]);
    expect(of('a\n', 1)).toEqual([
      [
        'error x.csv:2:1 record-too-large',
        '| xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…',
        'the record that begins here does not end within 16 million characters',
        'End each record with a line ending. A file without line endings is probably not a CSV file.',
      ],
    ]);
    expect(of('a\n"', 0)).toEqual([
      [
        'error x.csv:2:1 quote-unclosed',
        '| "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…',
        'a quote opens here and is not closed within 16 million characters, so the rest of the file may be one cell',
        'Close the quote; a quote inside a quoted cell is written twice ("").',
      ],
    ]);
  });

  test('a row of more cells than columns are allowed', () => {
    const of = (text: string, maxColumns: number) =>
      reportsOfStep(() => {
        const dialect = { delimiter: ',', quote: '"', escape: '"', comment: null, trim: false };
        for (const _block of splitRecords([text], 'x.csv', dialect, 1, maxColumns));
      });
    expect(of('a,b,c\n1,2,3\n', 3)).toEqual([]);
    expect(of('a,b,c\n1,2,3,4\n', 3)).toEqual([
      [
        'error x.csv:2:1 columns-too-many',
        '| 1,2,3,4',
        'there are more than 3 columns, the most that a file may have',
        'If the table really is that wide, allow more with --max-columns NUMBER: each column costs memory and time. If not, its rows do not end where they should, or it has another delimiter.',
      ],
    ]);
    expect(of('a,b\n', 1)).toEqual([
      [
        'error x.csv:1:1 columns-too-many',
        '| a,b',
        'there are more than 1 column, the most that a file may have',
        'If the table really is that wide, allow more with --max-columns NUMBER: each column costs memory and time. If not, its rows do not end where they should, or it has another delimiter.',
      ],
    ]);
    expect(of('a\n"b,c"\n', 1)).toEqual([]);
  });
});

/** The patches that may solve the first problem. */
const fixes = (csv: string, format: Partial<FileFormat> = {}): string[] =>
  (reportsOf(csv, { ...BOTH, ...format })[0] ?? []).flatMap((line) => /sidecar: "csv": (\{.*)/.exec(line)?.[1] ?? []);

describe('blanks beside a quote explain it', () => {
  test.each([
    ['a tab before it', 'a,b\n1,\t"x"\n', true],
    ['blanks at the start of a line', 'a,b\n  "x",1\n', true],
    ['blanks at the start of the text', ' "a",b\n1,2\n', true],
    ['blanks at the end of a line', 'a,b\n1,"x"  \n', true],
    ['blanks before CR', 'a,b\r\n1,"x" \r\n', true],
    ['blanks at the end of the text', 'a,b\n1,"x" ', true],
    ['a letter after a blank', 'a,b\n1,"x" y\n', false],
    ['no blank after it', 'a,b\n1,"x"y\n', false],
  ])('if there are %s', (_, csv, isExplained) => {
    expect(fixes(csv)).toEqual(isExplained ? ['{ "trim": true }'] : []);
    expect(fixes(csv, { trim: false })).toEqual(isExplained ? ['{ "trim": true }'] : []);
  });

  test('but not the delimiter itself', () => {
    expect(fixes('a\tb\n1\t"x"\ty"z\n', { delimiter: '\t' })).toEqual([]);
    expect(fixes('a\tb\n1\t "x"\n', { delimiter: '\t' })).toEqual(['{ "trim": true }']);
    expect(fixes('a b\n1 x"y\n', { delimiter: ' ' })).toEqual(['{ "quote": "" }']);
    expect(fixes('a b\n1 \t"y"\n', { delimiter: ' ' })).toEqual(['{ "trim": true }']);
  });
});

describe('another mark at the start of the cell explains a quote', () => {
  test.each([
    ["a,b\n1,'x\"y'\n", ['{ "quote": "\'" }']],
    ["a,b\n'x\"y',1\n", ['{ "quote": "\'" }']],
    ["'x\"y',b\n", ['{ "quote": "\'" }']],
    ["a,b\r'x\"y',1\r", ['{ "quote": "\'" }']],
    ['a,b\n1,x\'y"z\n', ['{ "quote": "" }']],
    ["a,b\n'1',x\"z\n", ['{ "quote": "" }']],
  ])('%j', (csv, expected) => {
    expect(fixes(csv)).toEqual(expected);
  });

  test('but not the quote of the file', () => {
    expect(fixes("a,b\n1,x'y\n", { quote: "'", escape: "'" })).toEqual([]);
    expect(fixes("a,b\n1,`x'y\n", { quote: "'", escape: "'" })).toEqual(['{ "quote": "`" }']);
  });
});

describe('a file that quotes nothing explains a quote', () => {
  test.each([
    ['inside a cell', 'a,b\n1,5" pipe\n', true],
    ['at the end of a cell', 'a,b\n1,5"\n2,6"\n', true],
    ['after a blank', 'a,b\n1,y "x"\n', true],
    ['around a word among tabs', 'a\tb\n1\t"x" y\n', true],
    ['but not around a word among commas', 'a,b\n1,"x" y\n', false],
    ['but not if a cell before it is quoted', 'a,b\n"x",2\n1,5" pipe\n', false],
    ['but not if a cell after it is quoted', 'a,b\n1,5" pipe\n2,"x"\n', false],
    ['but not if an empty cell is quoted', 'a,b\n1,5" pipe\n2,""\n', false],
    ['but not if a cell with a delimiter is quoted', 'a,b\n1,5" pipe\n2,"x, y"\n', false],
    ['but not if cells between other delimiters are quoted', 'a;b\n1;5" pipe\n2;"x"\n', false],
    ['but not if it is one of a pair around words', 'a\tb\n"x" and "y"\t2\n', false],
    ['even if two inside cells stand in a line', 'a,b\n5" pipe,6" pipe\n', true],
  ])('%s', (_, csv, isExplained) => {
    expect(fixes(csv)).toEqual(isExplained ? ['{ "quote": "" }'] : []);
  });
});

test.each([
  ['# the "best" data\na,b\n', '#'],
  ['a,b\r\n% 5" pipe\r\n1,2\r\n', '%'],
  ['a,b\n// 5" pipe\n', '//'],
  ['# see,"x\na,b\n', '#'],
])('a comment explains a quote: %j', (csv, mark) => {
  expect(fixes(csv)).toEqual([`{ "comment": "${mark}" }`]);
  expect(fixes(csv, { comment: '!' })).not.toContain(`{ "comment": "${mark}" }`);
});

test('a backslash before a quote explains the text after it, unless an escape is declared', () => {
  expect(fixes('a,b\n1,"x\\" y"\n')).toEqual(['{ "escape": "\\\\" }']);
  expect(fixes('a,b\n1,"x" y"\n')).toEqual([]);
  expect(fixes('a,b\n1,"x\\" y"\n', { escape: '!' })).toEqual([]);
});

describe('blanks around cells', () => {
  test('are left out of every cell, and kept inside quotes only where they do not touch them', () => {
    expect(rowsIn('a ,\t b\n x y\t," z  u "\n"" , "v" \n', { ...BOTH, trim: true })).toEqual([
      ['a', 'b'],
      ['x y', 'z  u'],
      ['', 'v'],
    ]);
    expect(rowsIn('a, b\n\tx, y \n', { ...BOTH, trim: 'start' })).toEqual([
      ['a', 'b'],
      ['\tx', 'y '],
    ]);
    expect(rowsIn("a,b\n' x ' , 'y'\n", { ...BOTH, quote: "'", escape: "'", trim: true })).toEqual([
      ['a', 'b'],
      ['x', 'y'],
    ]);
    expect(rowsIn("a,b\n 'x , 'y'\n", { ...BOTH, quote: '', escape: '', trim: true })).toEqual([
      ['a', 'b'],
      ["'x", "'y'"],
    ]);
  });

  test('after a quote may not be followed by text', () => {
    expect(placesIn('a,b\n"x"  y,1\n', { ...BOTH, trim: true })).toEqual(['2:6 quote-stray']);
    expect(placesIn('a,b\n"x"\t"y",1\n', { ...BOTH, trim: true })).toEqual(['2:5 quote-stray']);
    expect(placesIn('a,b\n"x"\t,1\n', { ...BOTH, trim: 'start' })).toEqual(['2:4 quote-stray']);
    expect(placesIn('a,b\n"x" ,1\n', { ...BOTH, trim: 'start' })).toEqual(['2:4 quote-stray']);
    expect(placesIn('a,b\n\t"x",1\n', { ...BOTH, trim: 'start' })).toEqual(['2:2 quote-stray']);
  });
});

test('an escape before another character than a quote or itself stays', () => {
  const rows = (csv: string): string[][] => rowsIn(csv, { ...BOTH, escape: '\\' });
  expect(rows('a,b\n"x\\y","\\"z\\\\"\n"\\\\\\"","u\\\nv"\n')).toEqual([
    ['a', 'b'],
    ['x\\y', '"z\\'],
    ['\\"', 'u\\\nv'],
  ]);
  expect(rows('a,b\nx\\y,"\\\\"\n')).toEqual([
    ['a', 'b'],
    ['x\\y', '\\'],
  ]);
  expect(rowsIn('a,b\n"x!"!!y","!z"\n', { ...BOTH, escape: '!' })).toEqual([
    ['a', 'b'],
    ['x"!y', '!z'],
  ]);
});

test('line endings CRLF among LF, and LF among CRLF, end records alike', () => {
  const read = (csv: string): string[][] => {
    const blocks = [
      ...splitRecords([csv], 'x.csv', { delimiter: ',', quote: '"', escape: '"', comment: null, trim: false }),
    ];
    return blocks.map(({ text, starts }) => [text, starts.join(' ')]);
  };
  expect(read('a\n1\r\n"2\r\n"\n\r\n3')).toEqual([
    ['a\n1\r\n"2\r\n"\n', '0 2 5 11'],
    ['3', '0'],
  ]);
});
