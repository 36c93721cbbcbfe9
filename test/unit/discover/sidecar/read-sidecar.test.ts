import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readJson } from '../../../../src/discover/json/read-json.ts';
import { detailKeys } from '../../../../src/discover/sidecar/details-schema.ts';
import { type Metadata, NO_DETAILS, readSidecar } from '../../../../src/discover/sidecar/read-sidecar.ts';
import type { Problem, Report } from '../../../../src/problems/problem.ts';
import { lineAndColumn, placesOf } from '../../../support/builds/problem-places.ts';
import { folderWith, sidecarWith } from '../../../support/builds/raw-data-folder.ts';
import { PLAIN_FORMAT } from '../../../support/tables/plain-format.ts';

const { license: _, ...NOTHING_SAID } = NO_DETAILS;

test('a sidecar needs only four keys', () => {
  const { metadata, problems } = read(sidecarWith({ license: undefined }));
  expect(problems).toEqual([]);
  expect(metadata).toMatchObject({
    name: 'A dataset',
    description: 'What it says.',
    source: 'An institution',
    url: 'https://example.org/data',
    category: 'economy',
    format: PLAIN_FORMAT,
  });
  expect(metadata?.columns.size).toBe(0);
});

test('blanks around the names of columns do not count if those around cells do not', () => {
  const columns = { ' a': { omit: true }, 'b\t ': { unit: 'm' }, ' \u00A0c ': { unit: 'g' } };
  const namesWith = (csv: object): [string[], readonly string[] | undefined, string[]] => {
    const { metadata } = read(sidecarWith({ columns, csv }));
    const placed = [...(metadata?.columnPlaces.keys() ?? [])];
    return [[...(metadata?.columns.keys() ?? [])], metadata?.format.omitted, placed];
  };
  const trimmed = ['a', 'b', '\u00A0c'];
  expect(namesWith({ trim: true })).toEqual([trimmed, ['a'], trimmed]);
  expect(namesWith({ trim: 'start' })[0]).toEqual(['a', 'b\t ', '\u00A0c ']);
  expect(namesWith({ trim: false })[0]).toEqual(Object.keys(columns));
  expect(namesWith({})[1]).toEqual([' a']);
});

test('a column without a format and spellings of null of its own has those of the file', () => {
  const columns = { a: {}, b: { decimal: ',', thousands: '.', missing: ['x'] } };
  const { metadata } = read(sidecarWith({ columns, csv: { thousands: ' ', missing: ['-9'] } }));
  const ofFile = { missing: ['-9'], numberFormat: { thousands: ' ' }, isNumber: false };
  const own = { missing: ['x'], numberFormat: { thousands: '.', decimal: ',' }, isNumber: true };
  expect([...(metadata?.columns.values() ?? [])]).toMatchObject([ofFile, own]);
});

describe('an unknown key is reported at its place, with the nearest known one:', () => {
  test('even if its name is __proto__', () => {
    const text = sidecarWith().replace('"name"', '"__proto__": {}, "name"');
    expect(placesOf(read(text).problems)).toEqual([`x.meta.json:${lineAndColumn(text, '"__proto__"')} key-unknown`]);
  });
});

test('every key of "csv" decides how the file is read', () => {
  const csv = {
    encoding: 'latin1',
    delimiter: ';',
    quote: "'",
    escape: '\\',
    comment: '#',
    trim: 'start',
    trailingDelimiter: true,
    skipRows: 1000,
    footerRows: 0,
    rename: [{ column: 1_000_000, from: null, to: 'x' }],
    emptyRows: 'skip',
    repeatedHeader: 'skip',
    missing: ['-'],
    thousands: '.',
    decimal: ',',
  };
  const format = { ...PLAIN_FORMAT, ...csv, numberFormat: { thousands: '.', decimal: ',' } };
  const { thousands: _, decimal: __, ...expected } = format as Record<string, unknown>;
  expect(read(sidecarWith({ csv }))).toMatchObject({ problems: [], metadata: { isSound: true } });
  expect(read(sidecarWith({ csv })).metadata?.format).toEqual(expected);
  const others = { header: ['a', 'b'], ragged: 'pad', quote: "'", trim: true, footerRows: 1000 };
  expect(read(sidecarWith({ csv: others })).metadata?.format).toEqual({ ...PLAIN_FORMAT, ...others, escape: "'" });
});

test('every key of a column decides how it is read and published', () => {
  const columns = {
    a: { rename: 'A', type: 'int64', omit: true, nullable: true, missing: [], thousands: "'", decimal: ',' },
    b: { omit: false, required: true, strip: { prefix: '$', suffix: 'm2' } },
    c: { type: 'float64', strip: { prefix: '$' } },
    d: { type: 'object', thousands: '.', decimal: ',' },
  };
  const { metadata, problems } = read(sidecarWith({ columns }));
  expect(problems).toEqual([]);
  expect(metadata?.format).toEqual({ ...PLAIN_FORMAT, omitted: ['a'] });
  const plain = { description: '', nullable: false, required: false, isNumber: true };
  expect([...(metadata?.columns.values() ?? [])]).toEqual([
    {
      ...plain,
      rename: 'A',
      type: 'int64',
      nullable: true,
      missing: [],
      numberFormat: { thousands: "'", decimal: ',' },
    },
    { ...plain, required: true, numberFormat: { strip: { prefix: '$', suffix: 'm2' } } },
    { ...plain, type: 'float64', numberFormat: { strip: { prefix: '$' } } },
    { ...plain, type: 'object', isNumber: false, numberFormat: { thousands: '.', decimal: ',' } },
  ]);
});

const csv = (members: object) => ({ csv: members });
const column = (members: object) => ({ columns: { a: members } });

test.each<[object, object]>([
  [csv({ comment: '# "' }), csv({ comment: '"#', quote: "'" })],
  [csv({ comment: 'REM' }), csv({ comment: '\uFEFF#' })],
  [csv({ comment: '#\t' }), csv({ comment: '#\r' })],
  [csv({ comment: "'", quote: '' }), csv({ comment: "'x", quote: "'" })],
  [csv({ delimiter: '\t' }), csv({ delimiter: 'a' })],
  [csv({ delimiter: '\u00A6' }), csv({ delimiter: '1' })],
  [csv({ delimiter: '\u0001' }), csv({ delimiter: '\n' })],
  [csv({ delimiter: '\uFFFD' }), csv({ delimiter: '\uFEFF' })],
  [csv({ delimiter: '\uE000' }), csv({ delimiter: '\uDFFF' })],
  [csv({ delimiter: "'", quote: '' }), csv({ delimiter: '"', quote: '' })],
  [csv({ quote: "'" }), csv({ quote: '\ud83c' })],
  [csv({ thousands: ' ' }), csv({ thousands: '0' })],
  [csv({ thousands: '\u2019' }), csv({ thousands: '-' })],
  [csv({ thousands: '🌾' }), csv({ thousands: '\r' })],
  [csv({ decimal: ',' }), csv({ decimal: 'é' })],
  [csv({ missing: ['x'] }), csv({ missing: ['x', -9] })],
  [column({ strip: { prefix: 'a1' } }), column({ strip: { prefix: '1' } })],
  [column({ strip: { suffix: ' %' } }), column({ strip: { suffix: ' +-.,' } })],
])('%j is sound, but not %j', (sound, faulty) => {
  expect(read(sidecarWith(sound as never))).toMatchObject({ problems: [], metadata: { isSound: true } });
  expect(read(sidecarWith(faulty as never)).problems).toHaveLength(1);
});

test.each<[string, Record<string, unknown>, boolean]>([
  ['an unknown key, since it may be a mistyped "csv"', { cvs: {} }, false],
  ['a fault of "csv"', { csv: { quote: 1 } }, false],
  ['a fault of a column’s reading', { columns: { a: { type: 1, unit: 'm' } } }, false],
  ['separators that do not differ', { columns: { a: { thousands: '.' } } }, false],
  ['an entry that is no object', { columns: { a: [] } }, false],
  ['a fault of a column’s text', { columns: { a: { type: 'int64', unit: 1 } } }, false],
  ['a fault of the texts', { name: 1, source: '', category: 1, license: 1 }, true],
])('with %s, a file is read for its own problems only if it is clear how', (_, members, isRead) => {
  const { metadata, problems } = read(sidecarWith(members));
  expect(problems.length).toBeGreaterThan(0);
  expect(metadata !== null).toBe(isRead);
  if (metadata) expect(metadata.isSound).toBe(false);
});

test('the texts of a faulty description are blank, except the category of the folder', () => {
  const { metadata } = read(sidecarWith({ name: 1, category: 1 }));
  expect(metadata).toMatchObject({ name: '', description: '', source: '', url: '', category: '' });
  expect(read(sidecarWith({ name: 1 })).metadata?.category).toBe('economy');
});

describe('a link to the source is refused if it is not http or https:', () => {
  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    'ftp://example.org/x',
    'file:///etc/passwd',
    'mailto:someone@example.org',
    'example.org/data',
    '//example.org/data',
    '/data',
    'not a url',
    'https://',
    'https:example.org',
  ])('%s', (url) => {
    const text = sidecarWith({ url });
    expect(placesOf(read(text).problems)).toEqual([
      `x.meta.json:${lineAndColumn(text, JSON.stringify(url))} value-invalid`,
    ]);
  });

  test.each(['https://example.org', 'http://example.org:8080/a?b=c#d', 'https://例え.jp/データ'])(
    'but not %s',
    (url) => {
      expect(read(sidecarWith({ url }))).toMatchObject({ metadata: { url }, problems: [] });
    },
  );
});

describe('what is to be filled in', () => {
  test('is neither a title, a description nor a unit of a column, nor a licence, a category or a detail', () => {
    const columns = { a: { title: ' ', description: '', unit: ' ' }, b: { unit: 'm' }, c: {} };
    const { metadata, problems } = read(sidecarWith({ license: '', category: ' ', columns }));
    expect(problems).toEqual([]);
    expect(metadata).toMatchObject({ isSound: true, category: 'economy' });
    const details = Object.fromEntries(Object.keys(detailKeys).map((key) => [key, ' ']));
    expect(read(sidecarWith(details))).toMatchObject({ problems: [], metadata: { details: NOTHING_SAID } });
    const plain = { description: '', nullable: false, required: false, numberFormat: {}, isNumber: false };
    expect([...(metadata?.columns ?? [])]).toEqual([
      ['a', plain],
      ['b', { ...plain, unit: 'm' }],
      ['c', plain],
    ]);
  });
});

describe('the chart of a sidecar', () => {
  const chartOf = (chart: unknown): unknown => read(sidecarWith({ chart: chart as never })).metadata?.details.chart;

  test('is what is given; one column of numbers is a list of one', () => {
    const chart = { type: 'line', x: 'a', y: ['b', 'c'], series: 'd', show: ['e'], only: { f: 'g', h: 1 }, title: 'T' };
    expect(chartOf(chart)).toEqual(chart);
    expect(chartOf({ y: 'b', title: ' ' })).toEqual({ y: ['b'] });
    expect(chartOf(undefined)).toBeNull();
  });

  test('has a place, and an unknown key in it is reported with the nearest known one', () => {
    const text = sidecarWith({ chart: { titel: 'T' } as never });
    const { metadata, problems } = read(text);
    expect(placesOf(problems)).toEqual([`x.meta.json:${lineAndColumn(text, '"titel"')} key-unknown`]);
    expect(problems[0]?.message).toContain('unknown key "chart.titel" (did you mean "title"?)');
    expect(metadata?.chartPlace?.place.line).toBe(text.split('\n').findIndex((it) => it.includes('"chart"')) + 1);
  });
});

interface Read {
  metadata: Metadata | null;
  problems: Problem[];
}

function read(text: string): Read {
  const problems: Problem[] = [];
  const report: Report = (it) => problems.push(it);
  const document = readJson(join(folderWith({ 'x.meta.json': text }), 'x.meta.json'), 'x.meta.json', report);
  return { metadata: document && readSidecar(document, 'economy', report), problems };
}
