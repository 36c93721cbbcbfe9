import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { downloadFile, type Site } from '../../../../src/contract/routes.ts';
import type { ColumnType, Dataset } from '../../../../src/model.ts';
import { fitsWorkbook } from '../../../../src/publish/downloads/xlsx/limits.ts';
import { XLSX } from '../../../../src/publish/downloads/xlsx/xlsx.ts';
import type { RecordColumn, RecordPages } from '../../../../src/publish/records/record-writer.ts';
import { memoryOutput } from '../../../support/builds/memory-output.ts';
import { feed } from '../../../support/feed.ts';
import { readXlsx, sheetValue, unzip } from '../../../support/readers/xlsx.ts';
import { runs } from '../../../support/runs.ts';
import { codePoints } from '../../../support/tables/code-points.ts';

const SITE: Site = { prefix: '/', pageSizes: [2], formats: ['xlsx'] };
const DESCRIBED = {
  config: 'x',
  name: 'Harvests <“x”>',
  description: 'All of them & more.',
  source: 'An office',
  url: 'https://example.org/?a=1&b=2',
  license: 'CC0-1.0',
};

const columnOf = (name: string, type: ColumnType): RecordColumn => ({ name, type, longest: 4 });

/** Writes a table whose cells are JSON tokens; returns its bytes. */
function bytesOf(columns: readonly RecordColumn[], rows: readonly string[][]): Buffer {
  const output = memoryOutput();
  const collection = { kind: 'records', config: 'x' } as const;
  const pages: RecordPages = { site: SITE, collection, count: rows.length, head: '', columns };
  const writer = XLSX.open(output, pages, { number: 0, firstRow: 0 });
  feed(
    writer,
    rows.map((tokens) => `{${columns.map(({ name }, at) => `${JSON.stringify(name)}:${tokens[at]}`).join(',')}}`),
  );
  const profiles = columns.map((column) => ({ ...column, nullCount: 7 }));
  const described = new Map([[columns[0]?.name, { title: 'The name', description: 'What it is', unit: 'kg' }]]);
  const dataset = { ...DESCRIBED, rowCount: rows.length, profiles, columns: described } as unknown as Dataset;
  const joined = XLSX.join(dataset, [writer.end(true)], output, SITE);
  const bytes = Buffer.from(output.files.get(downloadFile('xlsx', 'x')) ?? '', 'latin1');
  expect(joined).toEqual({ format: 'xlsx', bytes: bytes.length, sha256: hash('sha256', bytes) });
  return bytes;
}

/** The XML of the cells of a table with one column, without its header. */
function cellsOf(type: ColumnType, ...tokens: string[]): string[] {
  const rows = tokens.map((token) => [token]);
  const sheet = unzip(bytesOf([columnOf('x', type)], rows)).get('xl/worksheets/sheet1.xml') ?? '';
  return [...sheet.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].slice(1).map((row) => row[1] as string);
}

const textCell = (content: string, attribute = ''): string =>
  `<c r="A2" s="1" t="inlineStr"><is><t${attribute}>${content}</t></is></c>`;
const KEEPS_BLANKS = ' xml:space="preserve"';

describe('a text is a cell of text, in the format of text', () => {
  test.each([
    ['a formula', '=cmd|x', '=cmd|x'],
    ['digits', '01001', '01001'],
    ['what may be a date', '1-2', '1-2'],
    ['no character', '', ''],
    ['markup', 'a&b <c> ]]> "d"', 'a&amp;b &lt;c&gt; ]]&gt; "d"'],
    ['characters beyond the first plane', 'é名👩‍🌾', 'é名👩‍🌾'],
    ['an underscore', 'a_b _x _x00 pos_x1 _x00g0_', 'a_b _x _x00 pos_x1 _x00g0_'],
    ['what looks escaped', '_x0041_ _x000d_', '_x005F_x0041_ _x005F_x000d_'],
    ['what looks escaped twice', '_x0041_x0042_', '_x005F_x0041_x005F_x0042_'],
    ['what would look escaped before an escape', '_x0041\u0001', '_x005F_x0041_x0001_'],
    ['control characters', '\u0000\u0001\u001f\u007f', '_x0000__x0001__x001F_\u007f'],
    ['a surrogate without its half', '\ud800 \udc00', '_xD800_ _xDC00_'],
    ['characters that XML has not', 'a\ufffe\uffff', 'a_xFFFE__xFFFF_'],
    ['a character that begins with the same byte', '\uf000\uffe0', '\uf000\uffe0'],
  ])('with %s', (_, text, content) => {
    expect(cellsOf('object', JSON.stringify(text))).toEqual([textCell(content)]);
  });

  test.each([
    [' a', ' a'],
    ['a ', 'a '],
    [' ', ' '],
    ['\ta', '\ta'],
    ['a\nb', 'a\nb'],
    ['a\r\nb', 'a_x000D_\nb'],
  ])('that keeps its blanks: %j', (text, content) => {
    expect(cellsOf('object', JSON.stringify(text))).toEqual([textCell(content, KEEPS_BLANKS)]);
  });
});

describe('a number', () => {
  test.each([
    '0',
    '-0.0',
    '12.50',
    '-1e-7',
    '123456789012345',
    '0.000123456789012345',
    '-100000000000000000000',
    '9.99999999999999e+307',
    '1e-307',
    `0.${'0'.repeat(290)}1`,
  ])('is a number if a spreadsheet keeps its digits: %s', (token) => {
    expect(cellsOf('float64', token)).toEqual([`<c r="A2"><v>${token}</v></c>`]);
  });

  test.each([
    '9007199254740993',
    '-9223372036854775808',
    '1000000000000001',
    '1000000000.000001',
    '0.12345678901234567',
    '1.7976931348623157e+308',
    '1e+308',
    '1e-308',
    '5E-324',
    `${'9'.repeat(1)}${'0'.repeat(308)}`,
  ])('is a text if not: %s', (token) => {
    expect(cellsOf('int64', token)).toEqual([textCell(token)]);
  });

  test('with more characters than a cell of text can hold stays a number', () => {
    const token = `0.${'1'.repeat(32_766)}`;
    expect(cellsOf('float64', token)).toEqual([`<c r="A2"><v>${token}</v></c>`]);
    expect(cellsOf('float64', token.slice(0, -1))).toEqual([textCell(token.slice(0, -1))]);
  });
});

test('a null is no cell, and the cells after it stay in their columns', () => {
  const columns = Array.from({ length: 703 }, (_, index) => columnOf(`c${index}`, 'int64'));
  const row = columns.map((_, index) => ([0, 25, 26, 701, 702].includes(index) ? `${index}` : 'null'));
  const sheet = unzip(bytesOf(columns, [row])).get('xl/worksheets/sheet1.xml');
  const cells = ['A2"><v>0', 'Z2"><v>25', 'AA2"><v>26', 'ZZ2"><v>701', 'AAA2"><v>702'];
  expect(sheet).toContain(`<row r="2">${cells.map((cell) => `<c r="${cell}</v></c>`).join('')}</row>`);
});

test('the header stays in view, can filter, and has the names as they are', async () => {
  const columns = [columnOf(' =a\n', 'object'), columnOf('2019', 'int64'), columnOf('_x0041_', 'object')];
  const bytes = bytesOf(columns, [['"x"', '1', '"y"']]);
  const sheet = unzip(bytes).get('xl/worksheets/sheet1.xml');
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  expect(sheet).toContain('<autoFilter ref="A1:C2"/>');
  expect((await readXlsx(bytes)).get('Records')?.[0]).toEqual([' =a\n', '2019', '_x0041_']);
});

test('columns are as wide as their values, within bounds, and typing into a column of text makes text', () => {
  const columns = [
    { ...columnOf('a', 'object'), longest: 1_000 },
    { ...columnOf('b', 'float64'), longest: 19 },
    { ...columnOf('a longer name', 'int64'), longest: 0 },
  ];
  expect(unzip(bytesOf(columns, [])).get('xl/worksheets/sheet1.xml')).toContain(
    '<cols><col min="1" max="1" width="60" style="1" customWidth="1"/><col min="2" max="2" width="20" customWidth="1"/>' +
      '<col min="3" max="3" width="16" customWidth="1"/></cols>',
  );
});

test('spreadsheets do not warn of digits in columns of text, but of numbers that had to become text', () => {
  const columns = ['object', 'object', 'int64', 'object'].map((type, at) => columnOf(`c${at}`, type as ColumnType));
  expect(unzip(bytesOf(columns, [['"1"', '"2"', '3', '"4"']])).get('xl/worksheets/sheet1.xml')).toContain(
    '<ignoredErrors><ignoredError sqref="A2:B2" numberStoredAsText="1"/><ignoredError sqref="D2:D2" numberStoredAsText="1"/></ignoredErrors>',
  );
  const without = [bytesOf(columns, []), bytesOf(columns.slice(2, 3), [['3']])];
  for (const bytes of without) expect(unzip(bytes).get('xl/worksheets/sheet1.xml')).not.toContain('ignoredError');
});

describe('the second sheet', () => {
  const columns = [columnOf('name', 'object'), columnOf('mass', 'float64')];

  test('says what the dataset is, and for each column what it is and how many nulls it has', async () => {
    expect((await readXlsx(bytesOf(columns, [['"x"', '1']]))).get('Columns')).toEqual([
      ['Title', DESCRIBED.name, null, null, null, null, null],
      ['Description', DESCRIBED.description, null, null, null, null, null],
      ['Source', DESCRIBED.source, null, null, null, null, null],
      ['URL', DESCRIBED.url, null, null, null, null, null],
      ['Licence', DESCRIBED.license, null, null, null, null, null],
      ['Records', 1, null, null, null, null, null],
      [null, null, null, null, null, null, null],
      ['Column', 'Title', 'Type', 'Unit', 'Nulls', 'Numbers as text', 'Description'],
      ['name', 'The name', 'object', 'kg', 7, null, 'What it is'],
      ['mass', null, 'float64', null, 7, 0, null],
    ]);
  });

  test('counts the numbers that are text, and says why they are', async () => {
    const table = [
      ['"x"', '0.1234567890123456'],
      ['"y"', '1234567890.1234567'],
      ['"12345678901234567"', '1'],
    ];
    const rows = (await readXlsx(bytesOf(columns, table))).get('Columns') ?? [];
    expect(rows[6]?.[1]).toMatch(/^Spreadsheets keep 15 significant digits/);
    expect(rows.slice(-2).map((row) => row[5])).toEqual([null, 2]);
  });

  test('is beside the title and the source in the properties of the workbook, without a time', () => {
    const properties = unzip(bytesOf(columns, [])).get('docProps/core.xml');
    expect(properties).toContain('<dc:title>Harvests &lt;“x”&gt;</dc:title><dc:creator>An office</dc:creator>');
    expect(properties).not.toContain('dcterms');
  });
});

test('programs know the file by its first entry, and the sheets come last but for the properties', () => {
  const names = [...unzip(bytesOf([columnOf('x', 'int64')], [])).keys()];
  expect(names[0]).toBe('[Content_Types].xml');
  expect(names.slice(-3)).toEqual(['xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml', 'docProps/core.xml']);
});

const anyText = fc.oneof(
  fc.string({ unit: codePoints, maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom('_', 'x', '0', 'A', '\u0001', '&', '<', ' ', '\r', '\n', '\ud83d', '\udc69'),
    maxLength: 12,
  }),
  fc.constantFrom('=cmd|x', '_x000D_', '\ufffe', 'NA', 'TRUE', '#N/A'),
);
const anyNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  fc.stringMatching(/^-?(?:0|[1-9][0-9]{0,20})\.[0-9]{1,20}$/),
);
const orNull = (token: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 4, arbitrary: token }, fc.constant('null'));
const anyRow = fc.tuple(fc.nat().map(String), orNull(anyText.map((text) => JSON.stringify(text))), orNull(anyNumber));

test('a reader that is not ours finds every value of any table', async () => {
  const columns = [columnOf('id', 'int64'), columnOf('text', 'object'), columnOf('number', 'float64')];
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 40 }), async (rows) => {
      const bytes = bytesOf(columns, rows);
      unzip(bytes);
      const [, ...found] = (await readXlsx(bytes)).get('Records') ?? [];
      expect(found).toEqual(rows.map((row) => row.map((token, at) => sheetValue(columns[at]?.type ?? '', token))));
    }),
    { numRuns: runs(100) },
  );
});

test('rows that fill several compressed blocks are all there, in order', async () => {
  const rows = Array.from({ length: 9_000 }, (_, row) => [
    JSON.stringify(`${'ü&'.repeat(row % 300 === 3 ? 5_000 : 9)}${row}`),
  ]);
  const bytes = bytesOf([columnOf('x', 'object')], rows);
  expect(unzip(bytes).get('xl/worksheets/sheet1.xml')?.length).toBeGreaterThan(4 << 18);
  expect((await readXlsx(bytes)).get('Records')?.slice(1)).toEqual(rows.map(([json = '']) => [JSON.parse(json)]));
});

describe('a dataset has a workbook', () => {
  const SMALL = {
    ...DESCRIBED,
    rowCount: 100_000,
    profiles: [{ nullCount: 0, distribution: { lengths: { min: 1, max: 16_383, mean: 2 } } }],
    columns: new Map([['x', { description: '' }]]),
  };
  const fits = (changes: object): boolean => fitsWorkbook({ ...SMALL, ...changes } as unknown as Dataset);
  const long = 'x'.repeat(32_768);
  const profiles = (count: number, lengths: object | null = null, nullCount = 0): object => ({
    profiles: Array.from({ length: count }, () => ({ nullCount, distribution: { lengths } })),
  });

  test.each([
    ['100,000 records', {}],
    ['16,384 columns', { ...profiles(16_384), rowCount: 10 }],
    ['ten million cells', profiles(100)],
    ['texts of 268 million characters', profiles(1, { max: 9_000, mean: 2 ** 28 / 100_000 })],
    ['nulls among long texts', profiles(1, { max: 9_000, mean: 8_000 }, 90_000)],
    ['a description as long as a cell', { description: long.slice(1) }],
  ])('if it has %s', (_, changes) => expect(fits(changes)).toBe(true));

  test.each([
    ['more records', { rowCount: 100_001 }],
    ['more columns', { ...profiles(16_385), rowCount: 10 }],
    ['more cells', profiles(101)],
    ['a longer text', profiles(1, { max: 16_384, mean: 2 })],
    ['more characters', profiles(1, { max: 9_000, mean: 2 ** 28 / 100_000 + 1 })],
    ['a longer description', { description: long }],
    ['a longer description of a column', { columns: new Map([['x', { description: long }]]) }],
    ['a longer unit', { columns: new Map([['x', { description: '', unit: long }]]) }],
    ['a longer name', { columns: new Map([[long, { description: '' }]]) }],
  ])('but not if it has %s', (_, changes) => expect(fits(changes)).toBe(false));
});
