import { describe, expect, test } from 'vitest';
import { areRegular, looksLikeFooter } from '../../../src/fast-path/check-records.ts';
import { ByteScanner, linesIn } from '../../../src/fast-path/scanner.ts';
import { type ByteDialect, kernelOfThread } from '../../../src/kernel/kernel.ts';
import type { Place } from '../../../src/model.ts';

const COMMA: ByteDialect = { delimiter: 0x2c, quote: 0x22, newline: '\n', width: 2 };

/** The first records of a text, from an offset on; null if it is not regular. */
function scan(
  text: string,
  { from = 0, firstLine = 1, ...more }: Partial<ByteDialect> & { from?: number; firstLine?: number } = {},
) {
  const dialect = { ...COMMA, ...more };
  const bytes = Buffer.from(text);
  const scanner = new ByteScanner(kernelOfThread(), dialect, bytes.length, 100);
  scanner.bytes.set(bytes);
  scanner.lines = firstLine - 1;
  const next = scanner.scan(from, bytes.length, true);
  return next < 0 ? null : { block: scanner, places: scanner.places, scanner, next };
}

function blockOf(text: string, more: Parameters<typeof scan>[1] = {}): ByteScanner {
  const found = scan(text, more);
  if (!found) throw new Error('it is not regular');
  return found.block;
}

describe('the texts of scanned cells', () => {
  test('are their contents, without quotes around them, and with each doubled quote once', () => {
    const block = blockOf('1,x\n"2","a ""b"" c"\n"",""\n""""," ü"\n"3",""""""\n');
    const texts = Array.from({ length: block.records }, (_, record) => [
      block.textOf(record, 0),
      block.textOf(record, 1),
    ]);
    expect(texts).toEqual([
      ['1', 'x'],
      ['2', 'a "b" c'],
      ['', ''],
      ['"', ' ü'],
      ['3', '""'],
    ]);
    expect(block).toMatchObject({ records: 5, width: 2 });
  });
});

describe('the place of a scanned cell', () => {
  const placeIn = (text: string, record: number, cell: number, more: Parameters<typeof scan>[1] = {}): Place =>
    blockOf(text, more).placeOf(record, cell);

  test.each<[string, string, number, number, Parameters<typeof scan>[1], Place]>([
    ['begins with its quote', '1,x\n"22","y"\n', 1, 1, {}, { line: 2, column: 6, excerpt: '"22","y"' }],
    ['is after line breaks in cells', '"1\n2","x\ny"\n3,z\n', 0, 1, {}, { line: 2, column: 4, excerpt: '2","x' }],
    ['counts from the first line', '1,x\n2,y\n', 1, 0, { firstLine: 40 }, { line: 41, column: 1, excerpt: '2,y' }],
    ['counts CRLF once', '1,x\r\n2,y\r\n', 1, 0, { newline: '\r\n' }, { line: 2, column: 1, excerpt: '2,y' }],
    ['counts UTF-16 code units', '🌾ü,x\n', 0, 1, {}, { line: 1, column: 5, excerpt: '🌾ü,x' }],
    ['is that of an empty cell', '1,\n', 0, 1, {}, { line: 1, column: 3, excerpt: '1,' }],
  ])('%s', (_, text, record, cell, more, place) => {
    expect(placeIn(text, record, cell, more)).toEqual(place);
  });

  test('is noted', () => {
    const found = scan('1,x\n2,y\n');
    const place = found?.block.placeOf(1, 1);
    expect(found?.places).toEqual([place]);
    expect(found?.places[0]).toBe(place);
  });
});

test('line endings are counted within a range; one that began before it is not', () => {
  const bytes = Buffer.from('a\r\nb\nc\n');
  expect([linesIn(bytes, 0, 2), linesIn(bytes, 2, 7), linesIn(bytes, 3, 5), linesIn(bytes, 5, 6)]).toEqual([
    1, 2, 1, 0,
  ]);
});

describe('records are regular', () => {
  const HEADER = ['name', 'b'];
  const areThey = (
    text: string,
    watchesLabels = false,
    header: readonly string[] = HEADER,
    { quote = COMMA.quote, width = COMMA.width } = {},
  ): boolean => areRegular(blockOf(text, { quote, width }), header, quote, watchesLabels);

  test.each([
    ['1,x\n2,y\n'],
    [',x\n'],
    ['1,\n'],
    [' , x\n'],
    [',ü\n'],
    ['"",0\n'],
    ['name,c\n'],
    ['name ,b\n'],
    ['nam,b\n'],
  ])('%j', (text) => {
    expect(areThey(`0,0\n${text}1,1\n`)).toBe(true);
  });

  test.each([
    ['without any value', ',\n'],
    ['with blanks only', ' ,\t\n'],
    ['with blanks beyond ASCII only', '\u00A0,\u3000\n'],
    ['with blanks in quotes only', '" ",""\n'],
    ['that repeats the header', 'name,b\n'],
    ['that repeats the header in quotes', '"name","b"\n'],
  ])('but not one %s', (_, text) => {
    expect(areThey(`0,0\n${text}1,1\n`)).toBe(false);
    expect(areThey(text)).toBe(false);
    expect(areThey(`1,1\n${text}`)).toBe(false);
  });

  test('nor the header without a first name', () => {
    expect(areThey('1,2\n,b\n', false, ['', 'b'])).toBe(false);
    expect(areThey('1,2\n"","b"\n', false, ['', 'b'])).toBe(false);
    expect(areThey('1,2\n,c\n', false, ['', 'b'])).toBe(true);
  });

  test('nor the header with a quote in its first name', () => {
    expect(areThey('1,2\n"a""b",c\n', false, ['a"b', 'c'])).toBe(false);
    expect(areThey(`1,2\n'it''s',c\n`, false, ["it's", 'c'], { quote: 0x27 })).toBe(false);
    expect(areThey('1,2\na"b,c\n', false, ['a"b', 'c'], { quote: -1 })).toBe(false);
  });

  test('in a table of one column, whatever they are', () => {
    expect(areThey('name\n1\n', true, ['name'], { width: 1 })).toBe(true);
    expect(areThey('Total\n1\n', true, ['name'], { width: 1 })).toBe(true);
  });

  test.each(['Total', 'Grand total', 'Gesamt', 'Ogółem', 'Итого', '合计', ' Total'])(
    'unless they may be totals, if those are watched: %s',
    (label) => {
      expect(areThey(`x,1\n${label},2\ny,3\n`, true)).toBe(false);
      expect(areThey(`x,1\n${label},2\ny,3\n`, false)).toBe(true);
    },
  );

  test.each([
    ['1,x\nNord,\n2,y\n', false],
    ['1,x\nNord, \u00A0\n2,y\n', false],
    ['1,x\n"1) revised",""\n2,y\n', false],
    ['2019,\nKiel,x\n', false],
    ['Kiel,x\n2019,\n', false],
    ['2018,x\n2019,\n2020,y\n', true],
    ['2018,\n2019,\n2020,y\n', true],
    ['2018,x\n2019 (p),\n2020,y\n', true],
    ['2018,x\n,Nord\n2020,y\n', true],
  ])('unless they may be headings, if those are watched: %j', (text, areRecords) => {
    expect(areThey(text, true)).toBe(areRecords);
    expect(areThey(text, false)).toBe(true);
  });

  test.each(['Totally', 'T', '12', 'tö', '年', '"Sumatra"', '[total'])('%s is no total', (label) => {
    expect(areThey(`x,1\n${label},2\ny,3\n`, true)).toBe(true);
  });
});

test.each<[readonly string[], boolean]>([
  [['Source: office', '', ''], true],
  [['Total', '1', '2'], true],
  [['', 'Total', '2'], true],
  [['a', 'b', ''], true],
  [['a', 'b', '', 'd'], false],
  [['Source:', 'office'], true],
  [['a', 'office'], false],
  [['', '', 'b'], false],
  [['1', '2', '3'], false],
  [['Total'], false],
  [[], false],
])('the last record %j looks like a footer: %s', (record, doesIt) => {
  expect(looksLikeFooter(record)).toBe(doesIt);
});

describe('a scanner', () => {
  test('counts the lines of all that it has scanned, and continues where a record begins', () => {
    const text = '1,"x\ny"\n2,z\n3,w\n';
    const scanner = new ByteScanner(kernelOfThread(), COMMA, text.length, 2);
    scanner.bytes.write(text);
    expect(scanner.scan(0, text.length, true)).toBe(12);
    expect([scanner.records, scanner.lines, scanner.bounds.length]).toEqual([2, 3, 8]);
    expect(scanner.scan(12, text.length, true)).toBe(16);
    expect([scanner.records, scanner.lines]).toEqual([1, 4]);
    expect([...scanner.bounds]).toEqual([12, 13, 14, 15]);
  });

  test.each(['1,x,y\n', '1\n', '"1"x,y\n', '1"2,y\n', '"1,x\n', '1,x\r\n', '1,x\ry\n'])('gives up at %j', (text) => {
    expect(scan(`0,0\n${text}`)).toBeNull();
  });
});
