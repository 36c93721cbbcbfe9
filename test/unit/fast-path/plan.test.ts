import { describe, expect, test } from 'vitest';
import { undescribedSource } from '../../../src/discover/describe-source.ts';
import { undescribedColumn } from '../../../src/discover/sidecar/undescribed-column.ts';
import { MAX_PART_BYTES, planFastPath } from '../../../src/fast-path/plan.ts';
import type { ByteSource, ColumnDescription, FileFormat } from '../../../src/model.ts';
import { parseCsv } from '../../../src/parse/parse-csv.ts';
import { memorySource } from '../../support/memory-source.ts';
import { planOf } from './planned.ts';

const TABLE = 'a,b\n1,x\n2,y\n';

test('a plan says where the records are, and how they are read', () => {
  expect(planOf(TABLE)).toMatchObject({
    path: '/raw/a.csv',
    file: 'a.csv',
    dialect: { delimiter: 0x2c, quote: 0x22, newline: '\n', width: 2 },
    headerCells: ['a', 'b'],
    segments: [{ start: 4, end: 12 }],
    firstLine: 2,
    watchesLabels: true,
  });
  expect([...(planOf(TABLE)?.columns.keys() ?? [])]).toEqual(['a', 'b']);
});

test.each<[string, string, Partial<FileFormat>, object]>([
  [
    'of lines that end in CRLF',
    'a,b\r\n1,x\r\n',
    {},
    { dialect: { newline: '\r\n' }, segments: [{ start: 5, end: 10 }], firstLine: 2 },
  ],
  ['with a byte order mark', '\uFEFFa,b\n1,x\n', {}, { segments: [{ start: 7, end: 11 }], firstLine: 2 }],
  ['without a header', '1,x\n2,y\n', { header: ['a', 'b'] }, { segments: [{ start: 0, end: 8 }], firstLine: 1 }],
  [
    'without a header, and with a byte order mark',
    '\uFEFF1,x\n2,y\n',
    { header: ['a', 'b'] },
    { segments: [{ start: 3, end: 11 }], firstLine: 1 },
  ],
  [
    'with a line break in a name',
    '"a\nb",c\n1,x\n',
    {},
    { segments: [{ start: 8, end: 12 }], firstLine: 3, headerCells: ['a\nb', 'c'] },
  ],
  [
    'with a quote in a name',
    '"a""b",c\n1,x\n',
    {},
    { segments: [{ start: 9, end: 13 }], firstLine: 2, headerCells: ['a"b', 'c'] },
  ],
  ['with semicolons', 'a;b\n1;x\n', {}, { dialect: { delimiter: 0x3b } }],
  ['with another quote', "'a',b\n1,x\n", { quote: "'", escape: "'" }, { dialect: { quote: 0x27 } }],
  ['without quotes', '"a,b\n1,x\n', { quote: '', escape: '' }, { dialect: { quote: -1 }, headerCells: ['"a', 'b'] }],
  ['that has no footer', TABLE, { footerRows: 0 }, { watchesLabels: false }],
  ['of one record', 'a,b\n1,x', {}, { segments: [{ start: 4, end: 7 }] }],
])('a file %s', (_, text, read, plan) => {
  expect(planOf(text, { read })).toMatchObject(plan);
});

describe('a file is read as bytes', () => {
  test.each<[string, Partial<FileFormat>]>([
    ['in UTF-8', { encoding: 'utf-8' }],
    ['in UTF-8, by another name', { encoding: 'unicode-1-1-utf-8' }],
    ...[...'"\'`|~^'].map(
      (quote) => [`with the quote ${quote}`, { quote, escape: quote }] as [string, Partial<FileFormat>],
    ),
    ['without quotes', { quote: '', escape: '\\' }],
    ['with a declared delimiter', { delimiter: ',' }],
    ['whose blanks belong to cells', { trim: false }],
    ['without a footer', { footerRows: 0 }],
    ['with a header', { header: 1 }],
    ['with new names', { rename: [{ column: 1, from: 'a', to: 'c' }] }],
    ['with empty rows', { emptyRows: 'keep' }],
    ['without the headers that are repeated', { repeatedHeader: 'skip' }],
    ['with spellings of null', { missing: ['-9'] }],
  ])('%s', (_, format) => {
    expect(planOf(TABLE, { format })).not.toBeNull();
  });

  test.each<[string, Partial<FileFormat>]>([
    ['in another encoding', { encoding: 'windows-1252' }],
    ['with a quote that may be part of a number', { quote: '-', escape: '-' }],
    ['with a quote beyond ASCII', { quote: '”', escape: '”' }],
    ['with quotes that are not doubled', { escape: '\\' }],
    ['with comments', { comment: '#' }],
    ['with blanks around cells', { trim: true }],
    ['with blanks before cells', { trim: 'start' }],
    ['with delimiters at the end of lines', { trailingDelimiter: true }],
    ['with a title', { skipRows: 1 }],
    ['with a footer', { footerRows: 1 }],
    ['with two header rows', { header: 2 }],
    ['with columns that are not published', { omitted: ['b'] }],
    ['with rows that may be too short', { ragged: 'pad' }],
    ['with a number format', { numberFormat: { decimal: ',' } }],
  ])('but not %s', (_, format) => {
    expect(planOf(TABLE, { format })).toBeNull();
  });

  test.each<[string, Partial<ColumnDescription>]>([
    ['is described', { description: 'D', unit: 'kg', rename: 'c', nullable: true, mayBeAbsent: 'declared' }],
    ['has a type', { type: 'float64' }],
    ['may have no null', { required: true }],
    ['has spellings of null', { missing: ['-9'] }],
  ])('if a column %s', (_, column) => {
    expect(planOf(TABLE, { column })).not.toBeNull();
  });

  test.each<[string, Partial<ColumnDescription>]>([
    ['has a number format', { numberFormat: { thousands: ',' } }],
    ['must be numbers in a format', { isNumber: true }],
    ['has a claimed type', { claim: { type: 'date', format: 'default', spellings: [], isBare: true } }],
  ])('but not if a column %s', (_, column) => {
    expect(planOf(TABLE, { column })).toBeNull();
  });

  test.each([
    ['a\u007Fb\n1\u007Fx\n', '\u007F', true],
    ['a\u0080b\n1\u0080x\n', '\u0080', false],
    ['a\u00A7b\n1\u00A7x\n', '\u00A7', false],
  ])('if the delimiter is one ASCII character: %j', (text, delimiter, isOne) => {
    expect(planOf(text, { read: { delimiter } }) !== null).toBe(isOne);
  });

  test('only if the header still is what was read as text', () => {
    const content = memorySource('a,c\n1,x\n2,y\n');
    expect(planOf(TABLE, { content })).toBeNull();
    expect(planOf(TABLE, { content: memorySource('a,b,c\n1,x,y\n') })).toBeNull();
  });

  test('only if the file is as long as it was, and not empty', () => {
    expect(planOf(TABLE, { size: TABLE.length + 1 })).toBeNull();
    expect(planOf(TABLE, { size: 0 })).toBeNull();
  });

  test('only if each of its lines up to the first record has one kind of ending', () => {
    expect(planOf('a,"b\r\nc"\n1,x\n')).not.toBeNull();
    expect(planOf('a,b\r1,x\r')).toBeNull();
  });

  test('only if every column is published', () => {
    const source = undescribedSource('a.csv', 'a.csv');
    const content = memorySource(TABLE);
    const csv = parseCsv(content, 'a.csv', source.format, () => {});
    if (!csv) throw new Error('it cannot be read');
    const plain = undescribedColumn(source.format);
    const planFor = (names: readonly string[]) =>
      planFastPath(source, { content, size: TABLE.length }, csv, new Map(names.map((name) => [name, plain])), 100);
    expect(planFor(['a', 'b'])).not.toBeNull();
    expect(planFor(['a'])).toBeNull();
  });
});

/** A file that begins with a text, and has nothing but the letter x after it. */
function endless(start: string): ByteSource {
  const bytes = Buffer.from(start);
  return {
    *readChunks() {
      yield bytes;
    },
    readPart(from, to, buffer) {
      buffer.fill(0x78, 0, to - from);
      if (from < bytes.length) buffer.set(bytes.subarray(from, Math.min(to, bytes.length)));
      return true;
    },
  };
}

test('a part that is longer than a thread should hold in memory is read as text', () => {
  const header = 'a,b\n';
  const sized = (bytes: number) => planOf(TABLE, { content: endless(header), size: header.length + bytes });
  expect(sized(MAX_PART_BYTES / 2)?.segments).toEqual([{ start: 4, end: 4 + MAX_PART_BYTES / 2 }]);
  expect(sized(MAX_PART_BYTES * 2)).toBeNull();
});

describe('a file is cut where a record begins,', () => {
  /** Records of so many bytes each, after a header of as many. */
  const recordsOf = (bytes: number, count: number): string =>
    `${'h'.repeat(bytes - 3)},b\n${`${'x'.repeat(bytes - 3)},y\n`.repeat(count)}`;
  const cutsOf = (text: string, segmentBytes: number): number[] =>
    (planOf(text, { segmentBytes })?.segments ?? []).slice(1).map(({ start }) => start);

  test('the first after each multiple of the length', () => {
    expect(cutsOf(recordsOf(10, 100), 200)).toEqual([220, 420, 620, 820]);
    expect(cutsOf(recordsOf(10, 100), 195)).toEqual([210, 410, 600, 800]);
    // Where a record begins exactly, the cut is after it: what precedes the place is not looked at.
    expect(cutsOf(recordsOf(10, 100), 499)).toEqual([510]);
  });

  test('if several records follow', () => {
    expect(cutsOf(recordsOf(100, 24), 1500)).toEqual([1700]);
    expect(cutsOf(`${recordsOf(100, 16)}${'x'.repeat(800)},y\n`, 1500)).toEqual([]);
  });

  test('in longer segments if the table has very many columns', () => {
    const segmentsOf = (width: number) => {
      const names = Array.from({ length: width }, (_, at) => `c${at}`).join(',');
      return planOf(`${names}\n${`${'1,'.repeat(width - 1)}2\n`.repeat(100)}`, { segmentBytes: 10_000 })?.segments
        .length;
    };
    expect([segmentsOf(500), segmentsOf(1000)]).toEqual([10, 10]);
  });

  test('never twice at the same place, however long a record is', () => {
    const text = `a,b\n${'x'.repeat(1000)},y\n${'1,2\n'.repeat(400)}`;
    const segments = planOf(text, { segmentBytes: 100 })?.segments ?? [];
    expect(segments[0]).toEqual({ start: 4, end: 1007 });
    for (const { start, end } of segments) expect(end).toBeGreaterThan(start);
  });

  test('not at a line break in a cell, of which a hundred lines are tried', () => {
    const before = 'a,b\n'.length + 400;
    const fileOf = (breaks: number): string =>
      `a,b\n${'1,2\n'.repeat(100)}3,"${'x\n'.repeat(breaks)}"\n${'1,2\n'.repeat(200)}`;
    expect(cutsOf(fileOf(99), 400)[0]).toBe(before + '3,"'.length + 99 * 2 + '"\n'.length);
    expect(cutsOf(fileOf(100), 400)[0]).toBeGreaterThan(before + 400);
  });
});
