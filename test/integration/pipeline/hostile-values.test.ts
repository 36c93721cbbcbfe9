import { describe, expect, test } from 'vitest';
import { isFeed } from '../../../src/contract/routes.ts';
import { buildInMemory } from '../../support/builds/build-in-memory.ts';
import { rawDataWith, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { readAtom } from '../../support/readers/atom.ts';
import { writeCsv } from '../../support/tables/csv-writer.ts';
import { readPage } from '../../support/tables/read-page.ts';

const HOW = { delimiter: ',', newline: '\n', hasByteOrderMark: false, endsInNewline: true, quoting: [false] } as const;

interface Column {
  type: string;
  /** The JSON of each cell, as published. */
  tokens: string[];
}

/** Publishes columns of cells. Expects every published file to be valid. */
function publish(columns: readonly (readonly string[])[]): Column[] {
  const names = columns.map((_, at) => `c${at}`);
  const rows = (columns[0] ?? []).map((_, row) => columns.map((cells) => cells[row] as string));
  const rawData = rawDataWith(withSidecar('economy/x', writeCsv(names, rows, HOW)));
  const { errors, texts, document } = buildInMemory(rawData);
  expect(errors).toEqual([]);
  for (const [path, body] of texts) expect(() => (isFeed(path) ? readAtom(body) : JSON.parse(body))).not.toThrow();
  const schema = document<{ columns: { type: string }[] }>('v1/datasets/x/schema.json');
  const { records } = readPage(texts.get('v1/datasets/x.json') ?? '');
  expect(records.map((record) => record.names)).toEqual(rows.map(() => names));
  return schema.columns.map(({ type }, at) => ({ type, tokens: records.map(({ tokens }) => tokens[at] as string) }));
}

const text = (cell: string): [string, string] => ['object', JSON.stringify(cell)];

/** A value, its type and JSON on its own, and those in a column that also contains 1.5. */
const NUMBERS: [value: string, alone: [string, string], besideDecimal: [string, string]][] = [
  ['NaN', text('NaN'), ['float64', 'null']],
  ['-Infinity', text('-Infinity'), text('-Infinity')],
  ['null', text('null'), ['float64', 'null']],
  ['TRUE', text('TRUE'), text('TRUE')],
  ['0', ['int64', '0'], ['float64', '0']],
  ['-0', ['int64', '-0'], ['float64', '-0']],
  ['-0.0', ['float64', '-0.0'], ['float64', '-0.0']],
  ['007', text('007'), text('007')],
  ['+5', ['int64', '5'], ['float64', '5']],
  ['.5', ['float64', '0.5'], ['float64', '0.5']],
  ['5.', ['float64', '5.0'], ['float64', '5.0']],
  ['12.50', ['float64', '12.50'], ['float64', '12.50']],
  [' 7 ', ['int64', '7'], ['float64', '7']],
  ['1e5', text('1e5'), ['float64', '1e5']],
  ['1e-999', ['float64', '1e-999'], ['float64', '1e-999']],
  ['1e999', text('1e999'), text('1e999')],
  ['0e999', text('0e999'), ['float64', '0e999']],
  ['9223372036854775807', ['int64', '9223372036854775807'], ['float64', '9223372036854775807']],
  ['9223372036854775808', text('9223372036854775808'), text('9223372036854775808')],
  ['9007199254740993', ['int64', '9007199254740993'], ['float64', '9007199254740993']],
  [`0.${'1'.repeat(5000)}`, ['float64', `0.${'1'.repeat(5000)}`], ['float64', `0.${'1'.repeat(5000)}`]],
  ['1'.repeat(5000), text('1'.repeat(5000)), text('1'.repeat(5000))],
  ['0x10', text('0x10'), text('0x10')],
  ['1_000', text('1_000'), text('1_000')],
  ['1,000', text('1,000'), text('1,000')],
  ['1 000', text('1 000'), text('1 000')],
  ['٣', text('٣'), text('٣')],
  ['−5', text('−5'), text('−5')],
  ['1\u00A0', text('1\u00A0'), text('1\u00A0')],
  ['-', text('-'), ['float64', 'null']],
  ['1.2.3', text('1.2.3'), text('1.2.3')],
  ['2020-01-31', text('2020-01-31'), text('2020-01-31')],
];

test.each(NUMBERS.map((row) => [row[0].slice(0, 30), ...row] as const))(
  'the value %j has its type and its JSON, alone and beside a decimal',
  (_, value, alone, besideDecimal) => {
    const [single, first] = publish([
      [value, ''],
      [value, '1.5'],
    ]);
    expect(single).toEqual({ type: alone[0], tokens: [alone[1], 'null'] });
    const second = besideDecimal[0] === 'object' ? '"1.5"' : '1.5';
    expect(first).toEqual({ type: besideDecimal[0], tokens: [besideDecimal[1], second] });
  },
);

const TEXTS = [
  'a\u2028b',
  'a\u2029b',
  'a\u0085b',
  'a\nb',
  'a\r\nb',
  'a\rb',
  'a\tb\vc\fd\be',
  '\u0001\u001b[31m\u007f',
  '"',
  '\\',
  '\\u0000',
  '\\"',
  '"],\n"metadata": {}',
  '{"results": [\n',
  '],',
  '}\n',
  "'",
  ',',
  '\u202Eabc',
  'عربي',
  '👩‍🌾',
  'e\u0301',
  'é',
  '\u00A0',
  '\u200B',
  'x'.repeat(5000),
  '"'.repeat(5000),
  '<script>alert(1)</script>',
  '</script>',
  '<!--',
  '&amp;',
  '{{x}}',
  '=1+1',
  '=HYPERLINK("http://example.org")',
  '@SUM(A1:A9)',
  "+cmd|' /C calc'!A0",
  '-2+3',
  '\t=1+1',
  "'=1+1",
  '__proto__',
  'constructor',
];

test('texts are published unchanged, each in its record', () => {
  const [published, again] = publish([TEXTS, TEXTS.toReversed()]);
  expect(published).toEqual({ type: 'object', tokens: TEXTS.map((it) => JSON.stringify(it)) });
  expect(again?.tokens).toEqual(TEXTS.toReversed().map((it) => JSON.stringify(it)));
});

describe('refused, since no text contains it:', () => {
  test.each([
    ['a NUL character', 'a,b\nx\0,1\n', 'nul-character'],
    ['half a character in UTF-8', Buffer.from('a,b\n\xed\xa0\x80,1\n', 'latin1'), 'encoding-invalid'],
    ['half a character in UTF-16', Buffer.from('\uFEFFa,b\n\udc00,1\n', 'utf16le'), 'encoding-invalid'],
    ['a character in an overlong encoding', Buffer.from('a,b\n\xc0\xaf,1\n', 'latin1'), 'encoding-invalid'],
  ])('%s', (_, csv, code) => {
    const rawData = rawDataWith(withSidecar('economy/x', csv));
    const { errors, published } = buildInMemory(rawData);
    expect(errors.map((it) => it.code)).toEqual([code]);
    expect(published).toBe(false);
  });
});

describe('a link of a sidecar', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://example.org/x',
    '//example.org',
    '\\\\example.org',
    'https:example.org',
    'file:///etc/passwd',
  ])('%j is refused at its place', (url) => {
    const rawData = rawDataWith(withSidecar('economy/x', 'a\nb\n', { url }));
    expect(buildInMemory(rawData).problems).toMatchObject([
      { code: 'value-invalid', file: 'economy/x.meta.json', line: 5, column: 10 },
    ]);
  });
});
