import { describe, expect, test } from 'vitest';
import type { FileFormat } from '../../../../src/model.ts';
import { parseCsv } from '../../../../src/parse/parse-csv.ts';
import { memorySource } from '../../../support/memory-source.ts';
import { PLAIN_FORMAT } from '../../../support/tables/plain-format.ts';
import { placesIn, reportsOf, rowsIn } from '../../../support/tables/reports.ts';

type Case = readonly [rule: string, csv: string, format: Partial<FileFormat>, reports: readonly (readonly string[])[]];

/** The lines of a file that follow a blank one. */
function linesAfterBlanks(csv: string): ReadonlySet<number> {
  const file = parseCsv(memorySource(csv), 'x.csv', { ...PLAIN_FORMAT, ...BOTH }, () => {});
  for (const _block of file?.blocks ?? []);
  return file?.linesAfterBlanks ?? new Set();
}

const BOTH: Partial<FileFormat> = { delimiter: ',', header: 1 };

describe('what is unusual among the records is explained:', () => {
  test.each<Case>([
    [
      'a blank line',
      'a,b\n1,2\n\n3,4\n',
      {},
      [
        [
          'hint x.csv:3:1 blank-lines',
          '| ',
          'there is a blank line between records, here: another table may begin after it',
          'Check whether the rows after it belong to the same table. If so, remove the blank line.',
          'Or add to the sidecar: "csv": { "emptyRows": "skip" }',
        ],
      ],
    ],
    [
      'blank lines',
      'a,b\n\n1,2\n\n\n3,4\n\n5,6\n\n',
      {},
      [
        [
          'hint x.csv:4:1 blank-lines',
          '| ',
          'there are 3 blank lines between records, the first here: another table may begin after it',
          'Check whether the rows after it belong to the same table. If so, remove the blank lines.',
          'Or add to the sidecar: "csv": { "emptyRows": "skip" }',
        ],
      ],
    ],
    [
      'a blank line in one column',
      'a\n1\n\n2\n',
      {},
      [
        [
          'hint x.csv:3:1 blank-lines',
          '| ',
          'there is a blank line here, and since the file has one column, each is a record with a null',
          'Remove the blank lines, or write "" where a value is missing.',
          'If they are records, add to the sidecar: "csv": { "emptyRows": "keep" }',
          'If they are not records, add to the sidecar: "csv": { "emptyRows": "skip" }',
        ],
      ],
    ],
    [
      'blank lines in one column',
      'a\n1\n\n2\n\n',
      {},
      [
        [
          'hint x.csv:3:1 blank-lines',
          '| ',
          'there are 2 blank lines, the first here, and since the file has one column, each is a record with a null',
          'Remove the blank lines, or write "" where a value is missing.',
          'If they are records, add to the sidecar: "csv": { "emptyRows": "keep" }',
          'If they are not records, add to the sidecar: "csv": { "emptyRows": "skip" }',
        ],
      ],
    ],
    [
      'a blank line at the end of one column',
      'a\n1\n\n',
      {},
      [
        [
          'hint x.csv:3:1 blank-lines',
          '| ',
          'a blank line ends the file, and since the file has one column, each is a record with a null',
          'If they are records, set "emptyRows" to "keep" in the "csv" of the sidecar.',
          'If they are not records, add to the sidecar: "csv": { "emptyRows": "skip" }',
        ],
      ],
    ],
    [
      'blank lines at the end of one column',
      'a\n1\n\n\n',
      {},
      [
        [
          'hint x.csv:3:1 blank-lines',
          '| ',
          '2 blank lines end the file, and since the file has one column, each is a record with a null',
          'If they are records, set "emptyRows" to "keep" in the "csv" of the sidecar.',
          'If they are not records, add to the sidecar: "csv": { "emptyRows": "skip" }',
        ],
      ],
    ],
    [
      'a row without values',
      'a,b\n1,2\n,\n3,4\n',
      {},
      [
        [
          'error x.csv:3:1 rows-empty',
          '| ,',
          'a row has no value in any column: each would be a record of nulls',
          'If it is a record, set "emptyRows" to "keep" in the "csv" of the sidecar.',
          'If it is not a record, add to the sidecar: "csv": { "emptyRows": "skip" }',
        ],
      ],
    ],
    [
      'rows without values',
      'a,b\n1,2\n,\n3,4\n,\n5,6\n',
      {},
      [
        [
          'error x.csv:3:1 rows-empty',
          '| ,',
          '2 rows have no value in any column, the first here: each would be a record of nulls',
          'If they are records, set "emptyRows" to "keep" in the "csv" of the sidecar.',
          'If they are not records, add to the sidecar: "csv": { "emptyRows": "skip" }',
        ],
      ],
    ],
    [
      'the header once more',
      'a,b\n1,2\na,b\n3,4\n',
      {},
      [
        [
          'error x.csv:3:1 header-repeated',
          '| a,b',
          'the header is repeated here: files were joined, or the file contains several tables',
          'If the rows after it belong to another table, put them into a file of their own.',
          'If they belong to the same table, add to the sidecar: "csv": { "repeatedHeader": "skip" }',
        ],
      ],
    ],
    [
      'the header several times',
      'a,b\n1,2\na,b\n3,4\na,b\na,b\n',
      {},
      [
        [
          'error x.csv:3:1 header-repeated',
          '| a,b',
          'the header is repeated here (the first of 3 times): files were joined, or the file contains several tables',
          'If the rows after it belong to another table, put them into a file of their own.',
          'If they belong to the same table, add to the sidecar: "csv": { "repeatedHeader": "skip" }',
        ],
      ],
    ],
    [
      'no records',
      'a,b\n',
      {},
      [
        [
          'hint x.csv records-none',
          'the file has a header and no records, so the dataset will be empty',
          'If it should have records, export the file again.',
        ],
      ],
    ],
    [
      'a line that ends in LF',
      'a,b\r\n1,2\r\n3,4\n5,6\r\n',
      {},
      [
        [
          'hint x.csv:3:4 line-endings-both',
          '| 3,4',
          'this line ends in LF, the lines before it in CRLF: files were joined, or a cell that is not quoted has a line break',
          'Check that the record is whole. If it is, save the file with one kind of line ending.',
        ],
      ],
    ],
    [
      'lines that end in LF',
      'a,b\r\n1,2\r\n3,4\n5,6\n',
      {},
      [
        [
          'hint x.csv:3:4 line-endings-both',
          '| 3,4',
          '2 lines, the first here, end in LF, the lines before it in CRLF: files were joined, or a cell that is not quoted has a line break',
          'Check that the record is whole. If it is, save the file with one kind of line ending.',
        ],
      ],
    ],
    [
      'a line that ends in CRLF',
      'a,b\n1,2\n3,4\r\n5,6\n',
      {},
      [
        [
          'hint x.csv:3:4 line-endings-both',
          '| 3,4',
          'this line ends in CRLF, the lines before it in LF: files were joined, or a cell that is not quoted has a line break',
          'Check that the record is whole. If it is, save the file with one kind of line ending.',
        ],
      ],
    ],
    [
      'lines that end in CRLF',
      'a,b\n1,2\n3,4\r\n5,6\r\n',
      {},
      [
        [
          'hint x.csv:3:4 line-endings-both',
          '| 3,4',
          '2 lines, the first here, end in CRLF, the lines before it in LF: files were joined, or a cell that is not quoted has a line break',
          'Check that the record is whole. If it is, save the file with one kind of line ending.',
        ],
      ],
    ],
    [
      'a record in the declared footer',
      'a,b\n1,2\n3,4\n5,6\n',
      { footerRows: 1 },
      [
        [
          'hint x.csv:4:1 footer-doubtful',
          '| 5,6',
          'this row is left out, since the sidecar counts it as part of the footer, but it has a value in every column',
          'Count the footer rows again, and correct "footerRows" in the sidecar.',
        ],
      ],
    ],
    [
      'a note in the first cell',
      'a,b,c\n1,2,3\n4,5,6\nprovisional,,\n',
      {},
      [
        [
          'error x.csv:4:1 footer-found',
          '| provisional,,',
          'only the first cell has a value in the last row, and it is unlike those above: this is probably a note',
          'If it is data, set "footerRows" to 0 in the "csv" of the sidecar.',
          'If it is not data, add to the sidecar: "csv": { "footerRows": 1 }',
        ],
      ],
    ],
    [
      'notes in the first cell',
      'a,b,c\n1,2,3\n4,5,6\nprovisional,,\nestimated,,\n',
      {},
      [
        [
          'error x.csv:4:1 footer-found',
          '| provisional,,',
          'only the first cell has a value in the last 2 rows, from here on, and it is unlike those above: these are probably notes',
          'If they are data, set "footerRows" to 0 in the "csv" of the sidecar.',
          'If they are not data, add to the sidecar: "csv": { "footerRows": 2 }',
        ],
      ],
    ],
    [
      'notes in the first cell, above a declared one',
      'a,b,c\n1,2,3\n4,5,6\nprovisional,,\nestimated,,\nx\n',
      { footerRows: 1 },
      [
        [
          'hint x.csv:4:1 footer-doubtful',
          '| provisional,,',
          'only the first cell has a value in the last 2 rows, from here on, and it is unlike those above: these are probably notes',
          'If they are data, set "footerRows" to 0 in the "csv" of the sidecar.',
          'If they are not data, add to the sidecar: "csv": { "footerRows": 3 }',
        ],
      ],
    ],
    [
      'a text in the first cell below texts',
      'a,b,c\nx,2,3\ny,5,6\nz,8,9\nu,,\n',
      {},
      [
        [
          'hint x.csv:5:1 footer-doubtful',
          '| u,,',
          'only the first cell has a value in the last row, and in no row above: this is probably a note',
          'If it is data, set "footerRows" to 0 in the "csv" of the sidecar.',
          'If it is not data, add to the sidecar: "csv": { "footerRows": 1 }',
        ],
      ],
    ],
    [
      'texts in the first cell below texts',
      'a,b,c\nx,2,3\ny,5,6\nz,8,9\nu,,\nv,,\n',
      {},
      [
        [
          'hint x.csv:5:1 footer-doubtful',
          '| u,,',
          'only the first cell has a value in the last 2 rows, from here on, and in no row above: these are probably notes',
          'If they are data, set "footerRows" to 0 in the "csv" of the sidecar.',
          'If they are not data, add to the sidecar: "csv": { "footerRows": 2 }',
        ],
      ],
    ],
    [
      'a last row of totals',
      'a,b\nx,2\ny,4\nTotal,6\n',
      {},
      [
        [
          'hint x.csv:4:1 totals-row',
          '| Total,6',
          'the last row begins with "Total", so it may be the sum of the others',
          'If it is not, set "footerRows" to 0 in the "csv" of the sidecar.',
          'If it is, add to the sidecar: "csv": { "footerRows": 1 }',
        ],
      ],
    ],
    [
      'a last row of totals, above a declared footer',
      'a,b\nx,2\ny,4\nTotal,6\nSource: us\n',
      { footerRows: 1 },
      [
        [
          'hint x.csv:4:1 totals-row',
          '| Total,6',
          'the last row begins with "Total", so it may be the sum of the others',
          'If it is not, set "footerRows" to 0 in the "csv" of the sidecar.',
          'If it is, add to the sidecar: "csv": { "footerRows": 2 }',
        ],
      ],
    ],
    [
      'a last row of totals, if a column is left out',
      'a,b,c\nx,2,3\ny,4,5\nTotal,6,7\n',
      { omitted: ['c'] },
      [
        [
          'hint x.csv:4:1 totals-row',
          '| Total,6,7',
          'the last row begins with a word for a total, so it may be the sum of the others',
          'If it is not, set "footerRows" to 0 in the "csv" of the sidecar.',
          'If it is, add to the sidecar: "csv": { "footerRows": 1 }',
        ],
      ],
    ],
    [
      'several rows of totals',
      'a,b\nx,2\nTotal x,2\ny,3\nTotal y,3\nz,1\n',
      {},
      [
        [
          'hint x.csv:3:1 totals-row',
          '| Total x,2',
          '2 rows have labels that mean "total", the first here, so they may be sums of others',
          'If they are, readers who add up the column count values twice: leave the rows out, or mention them in the description. If not, set "footerRows" to 0 in the "csv" of the sidecar.',
        ],
      ],
    ],
  ])('%s', (_, csv, format, reports) => {
    expect(reportsOf(csv, { ...BOTH, ...format })).toEqual(reports);
  });
});

describe('traces of damage are explained:', () => {
  test.each<readonly [rule: string, character: string, reports: readonly (readonly string[])[]]>([
    [
      'a NUL',
      '\0',
      [
        [
          'error x.csv:2:2 nul-character',
          '| x�,2',
          'a NUL character, which text never contains: the file is damaged',
          'Export the file again.',
        ],
      ],
    ],
    [
      'a replacement character',
      '\uFFFD',
      [
        [
          'hint x.csv:2:2 replacement-character',
          '| x�,2',
          'a replacement character: the original character was lost when the file was converted',
          'Convert the original again, from the encoding it is in.',
        ],
      ],
    ],
    [
      'a byte order mark',
      '\uFEFF',
      [
        [
          'hint x.csv:2:2 mark-inside',
          '| x﻿,2',
          'a byte order mark inside the text: files may have been joined here',
          'Remove it, and the header that may follow it.',
        ],
      ],
    ],
    [
      'a control character',
      '\x01',
      [
        [
          'hint x.csv:2:2 control-character',
          '| x�,2',
          'a control character, which text written by people does not contain',
          'Remove it, or restore the letter it stands for: it may result from a wrong conversion.',
        ],
      ],
    ],
    [
      'UTF-8 read as windows-1252',
      'Ã©',
      [
        [
          'hint x.csv:2:2 mojibake',
          '| xÃ©,2',
          'letters that result from reading UTF-8 as windows-1252, such as "Ã©" for "é"',
          'Convert the original again, from the encoding it is in. If the letters are right, leave them.',
        ],
      ],
    ],
  ])('%s', (_, character, reports) => {
    expect(reportsOf(`a,b\nx${character},2\n`, BOTH)).toEqual(reports);
  });

  test('a byte order mark at the start of a line', () => {
    expect(reportsOf('a,b\n1,2\n\uFEFF3,4\n', BOTH)).toEqual([
      [
        'error x.csv:3:1 files-joined',
        '| ﻿3,4',
        'a byte order mark at the start of a line: files were joined here, and the mark would be part of a cell',
        'Remove it, and the header that may follow it.',
      ],
    ]);
  });

  test('several traces, each kind at its first place', () => {
    expect(reportsOf('a,b\nx\0,\0\n\x01,\0\n', BOTH).map(([place, , message]) => [place, message])).toEqual([
      [
        'error x.csv:2:2 nul-character',
        'a NUL character, which text never contains: the file is damaged (the first of 3)',
      ],
      ['hint x.csv:3:1 control-character', 'a control character, which text written by people does not contain'],
    ]);
  });

  const isTrace = (character: string): boolean => placesIn(`a,b\nx${character}y,2\n`, BOTH).length > 0;

  test.each(['\x01', '\x08', '\x0B', '\x0C', '\x0E', '\x1F', '\x7F', '\x80', '\x9F'])(
    'the control character %j',
    (character) => {
      expect(isTrace(character)).toBe(true);
      expect(placesIn(`a${character}b\n1${character}2\n3${character}4\n`, { ...BOTH, delimiter: character })).toEqual(
        [],
      );
    },
  );

  test.each(['\t', ' ', '~', '\u00A0', 'Ã', 'ÃA', 'Â', 'â€', 'é', 'Ã\u2012', 'Ã\u2023'])('but not %j', (text) => {
    expect(isTrace(text)).toBe(false);
  });

  test.each([...'\u0080\u00BFŒœŠšŸŽžƒˆ˜–•…‰‹›€™'])('UTF-8 whose second byte is %j', (second) => {
    expect([isTrace(`Ã${second}`), isTrace(`Â${second}`)]).toEqual([true, true]);
  });

  test.each([...'\u0080ÿŒœŠš‘„™˜¦'])('UTF-8 whose third byte is %j', (third) => {
    expect(isTrace(`â€${third}`)).toBe(true);
  });
});

describe('blank lines', () => {
  test('before the first record or after the last are no gaps', () => {
    expect(placesIn('a,b\n\n1,2\n\n\n', BOTH)).toEqual([]);
    expect(placesIn('a,b\n\n1,2\n3,4\n\n5,6\n', BOTH)).toEqual(['5:1 blank-lines']);
  });

  test('in one column count where they are: before, between and after the records', () => {
    expect(placesIn('a\n\n1\n', BOTH)).toEqual(['2:1 blank-lines']);
    expect(placesIn('a\n1\n\n\n2\n', BOTH)).toEqual(['3:1 blank-lines']);
    expect(placesIn('a\n1\n', BOTH)).toEqual([]);
  });

  test('are remembered by the line after them, the first thousand', () => {
    const linesOf = (csv: string): number[] => [...linesAfterBlanks(csv)];
    expect(linesOf('a,b\n\n1,2\n\n3,4\n5,6\n\n\n7,8\n\n')).toEqual([5, 9]);
    expect(linesOf('a\n1\n\n2\n')).toEqual([4]);
    const many = linesOf(`a,b\n1,2\n${'\n3,4\n'.repeat(1001)}`);
    expect([many.length, many.at(-1)]).toEqual([1000, 2002]);
  });
});

describe('rows without values', () => {
  test('of one column are records, however they are written', () => {
    expect(rowsIn('a\n1\n""\n2\n', BOTH)).toEqual([['a'], ['1'], [''], ['2']]);
  });

  test('are those without a value in a published column', () => {
    const format = { ...BOTH, omitted: ['a'] };
    expect(placesIn('a,b,c\n1,2,3\n4,,\n5,6,7\n', format)).toEqual(['3:1 rows-empty']);
    expect(placesIn('a,b,c\n1,2,3\n,,4\n5,6,7\n', format)).toEqual([]);
    expect(rowsIn('a,b,c\n1,2,3\n4,,\n5,6,7\n', { ...format, emptyRows: 'skip' })).toEqual([
      ['b', 'c'],
      ['2', '3'],
      ['6', '7'],
    ]);
    expect(placesIn('a,b\n1,2\n3,\n4,5\n', format)).toEqual([]);
    expect(placesIn('a,b,c\n1,2,3\n4\n5,6,7\n', { ...format, ragged: 'pad' })).toEqual(['3:1 rows-empty']);
  });
});

describe('the header is repeated', () => {
  test('only if all its cells are, and the file has several columns', () => {
    expect(placesIn('a,b\n1,2\na,c\n', BOTH)).toEqual([]);
    expect(placesIn('a\n1\na\n2\n', BOTH)).toEqual([]);
  });

  test('as it is in the file, though columns are renamed', () => {
    const rename = [{ column: 1, from: 'a', to: 'x' }];
    expect(placesIn('a,b\n1,2\na,b\n3,4\n', { ...BOTH, rename })).toEqual(['3:1 header-repeated']);
    expect(placesIn('a,b\n1,2\nx,b\n3,4\n', { ...BOTH, rename })).toEqual([]);
  });

  test('with the names of the columns, if it lacks a cell', () => {
    const rename = [{ column: 1, from: null, to: 'x' }];
    expect(placesIn('a,b\n1,2,3\nx,a,b\n4,5,6\n', { ...BOTH, rename })).toEqual(['3:1 header-repeated']);
    const header = ['x', 'y'];
    expect(placesIn('1,2\nx,y\n4,5\n', { ...BOTH, header })).toEqual(['2:1 header-repeated']);
  });

  test('and is left out each time, if that is declared', () => {
    const format = { ...BOTH, repeatedHeader: 'skip' } as const;
    expect(rowsIn('a,b\n1,2\na,b\n"a",b\n3,4\na,b\n', format)).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ]);
    expect(placesIn('a,b\n1,2\na,c\n', format)).toEqual([]);
  });
});

describe('a declared footer', () => {
  test.each([
    ['a row with a value in every column', 'x,1', 1],
    ['a blank cell', 'x, ', 0],
    ['a total', 'Total,1', 0],
    ['a longer row', 'x,1,2', 0],
    ['a shorter row', 'x', 0],
  ])('is doubtful if it has a record: %s', (_, row, count) => {
    expect(placesIn(`a,b\n1,2\n${row}\n`, { ...BOTH, footerRows: 1 })).toHaveLength(count);
  });

  test('is never doubtful in one column', () => {
    expect(placesIn('a\n1\nx\n', { ...BOTH, footerRows: 1 })).toEqual([]);
  });

  test('is doubtful at the first of its records', () => {
    expect(placesIn('a,b\n1,2\n3,4\n5,6\n', { ...BOTH, footerRows: 2 })).toEqual(['3:1 footer-doubtful']);
  });
});

describe('the last rows in which only the first cell has a value', () => {
  const rows = (cell: string, count: number): string => `${cell},2,3\n`.repeat(count);
  const places = (body: string, format: Partial<FileFormat> = {}): string[] =>
    placesIn(`a,b,c\n${body}`, { ...BOTH, ...format });

  test('are thirty at most', () => {
    expect(places(`y,2,3\n4,5,6\n7,8,9\n${'x,,\n'.repeat(30)}`)).toEqual(['5:1 footer-doubtful']);
    expect(places(`y,2,3\n4,5,6\n7,8,9\n${'x,,\n'.repeat(31)}`)).toEqual([]);
  });

  test('are notes only if there are records, whose gaps are not alike', () => {
    expect(places('x,,\ny,,\n')).toEqual([]);
    expect(places(`${rows('y', 3)}x,,\nz,2,\nx,,\n`)).toEqual([]);
    expect(places('1,2,3\nxyz,,\n4,5,6\nxyz,,\n')).toEqual(['3:1 sections-found', '5:1 footer-found']);
  });

  test('are surely notes if two rows or more begin with numbers, and none with a text', () => {
    expect(places('1,2,3\nx,,\n')).toEqual([]);
    expect(places(`${rows('1', 2)}x,,\n`)).toEqual(['4:1 footer-found']);
    expect(places(`${rows('1', 2)}y,2,3\nx,,\n`)).toEqual(['5:1 footer-doubtful']);
  });

  test('stand out below three rows of texts, and of three columns', () => {
    expect(places(`${rows('y', 2)}x,,\n`)).toEqual([]);
    expect(places(`${rows('y', 3)}x,,\n`)).toEqual(['5:1 footer-doubtful']);
    expect(places(`${rows('y', 2)}1,2,3\nx,,\n`)).toEqual(['5:1 footer-doubtful']);
    expect(placesIn('a,b\ny,1\ny,2\ny,3\nx,\n', BOTH)).toEqual([]);
    expect(placesIn('a,b\n1,1\n2,2\nx,\n', BOTH)).toEqual(['4:1 footer-found']);
  });

  test.each(['0', '9', '+1', '-1', ' 5'])(
    'are records with gaps if they are like numbers, unless a note is above them: %s',
    (cell) => {
      expect(places(`${rows('1', 2)}${cell},,\n`)).toEqual([]);
      expect(places(`${rows('1', 2)}xyz,,\n${cell},,\n`)).toEqual(['4:1 sections-found']);
      expect(places(`${rows('1', 2)}Source: us,,\n${cell},,\n`)).toEqual(['4:1 footer-found']);
    },
  );

  test.each(['/', ':', ',', '.', '*'].map((sign) => `"${sign}5"`))(
    'but not if one begins with another sign: %s',
    (cell) => {
      expect(places(`${rows('1', 2)}${cell},,\n`)).toEqual(['4:1 footer-found']);
      expect(places(`${rows(cell, 2)}x,,\n`)).toEqual([]);
    },
  );

  test('are notes if one begins with a number, but reads like a note', () => {
    expect(places(`${rows('1', 2)}1) estimated,,\n`)).toEqual(['4:1 footer-found']);
  });

  test('are a doubt if a footer was counted, and nothing if it has no rows', () => {
    expect(places(`${rows('1', 2)}x,,\ny\n`, { footerRows: 1 })).toEqual(['4:1 footer-doubtful']);
    expect(places(`${rows('1', 2)}x,,\n`, { footerRows: 0 })).toEqual([]);
  });

  test('do not count rows without a first value', () => {
    expect(places(',2,3\n,5,6\nx,,\n')).toEqual([]);
    expect(places(`${rows('y', 2)},2,3\nx,,\n`)).toEqual([]);
  });
});

describe('a row of totals', () => {
  test('is the last of two rows or more, in several columns', () => {
    expect(placesIn('a,b\nTotal,1\n', BOTH)).toEqual([]);
    expect(placesIn('a,b\nx,1\nTotal,1\n', BOTH)).toEqual(['3:1 totals-row']);
    expect(placesIn('a,b\nx,1\nTotal,1\ny,1\n', BOTH)).toEqual([]);
    expect(placesIn('a\nx\nTotal\n', BOTH)).toEqual([]);
  });

  test('is the first, or is called so at the end of its label', () => {
    expect(placesIn('a,b\nTotal,1\nx,1\n', BOTH)).toEqual(['2:1 totals-row']);
    expect(placesIn('a,b\nEU27 total,1\nx,1\nWorld total,5\n', BOTH)).toEqual(['2:1 totals-row']);
    expect(placesIn('a,b\nEU27 total,1\nx,1\n', { ...BOTH, footerRows: 0 })).toEqual([]);
  });

  test('may have its label in another cell', () => {
    expect(placesIn('a,b,c\nx,y,1\n, Total,1\n', BOTH)).toEqual(['3:1 totals-row']);
    expect(reportsOf('a,b,c\nx,y,1\n, Total ,1\n', BOTH)[0]?.[2]).toContain('"Total"');
  });

  test('is reported once if there are several, at the first', () => {
    expect(placesIn('a,b\nx,1\nTotal,1\ny,2\nTotal,2\n', BOTH)).toEqual(['3:1 totals-row']);
    expect(placesIn('a,b\nx,1\nTotal,1\ny,2\nTotal,2\n', { ...BOTH, footerRows: 0 })).toEqual([]);
  });
});
