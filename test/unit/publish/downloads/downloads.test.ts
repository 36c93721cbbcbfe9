import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { downloadFile } from '../../../../src/contract/routes.ts';
import { CSV } from '../../../../src/publish/downloads/csv.ts';
import { NDJSON } from '../../../../src/publish/downloads/ndjson.ts';
import type { RecordPages } from '../../../../src/publish/records/record-writer.ts';
import { memoryOutput } from '../../../support/builds/memory-output.ts';
import { feed } from '../../../support/feed.ts';
import { runs } from '../../../support/runs.ts';
import { codePoints } from '../../../support/tables/code-points.ts';

const FORMATS = { csv: CSV, ndjson: NDJSON };
const TEXT_FORMATS = ['csv', 'ndjson'] as const;

const pagesOf = (columns: readonly string[]): RecordPages => ({
  site: { prefix: '/', pageSizes: [100], formats: TEXT_FORMATS },
  collection: { kind: 'records', config: 'x' },
  count: 0,
  head: '',
  columns: columns.map((name) => ({ name, type: 'object', longest: 0 })),
});

/** The JSON of a record; the values are JSON tokens. */
const recordOf = (columns: readonly string[], tokens: readonly string[]): string =>
  `{${columns.map((name, at) => `${JSON.stringify(name)}:${tokens[at]}`).join(',')}}`;

/** Writes a table in parts, each with some of the rows, and joins them. */
function download(format: keyof typeof FORMATS, columns: readonly string[], parts: readonly (readonly string[][])[]) {
  const output = memoryOutput();
  const pages = pagesOf(columns);
  const summaries = parts.map((rows, number) => {
    const writer = FORMATS[format].open(output, pages, { number, firstRow: 0 });
    feed(
      writer,
      rows.map((tokens) => recordOf(columns, tokens)),
    );
    return writer.end(number === parts.length - 1);
  });
  const joined = FORMATS[format].join({ config: 'x' } as Parameters<typeof CSV.join>[0], summaries, output, pages.site);
  return { text: output.files.get(downloadFile(format, 'x')) ?? '', joined };
}

const csv = (columns: readonly string[], ...rows: string[][]): string => download('csv', columns, [rows]).text;

describe('a table as CSV', () => {
  test('has a header and lines that end as RFC 4180 says', () => {
    expect(csv(['a', 'b'])).toBe('a,b\r\n');
    expect(csv(['a', 'b'], ['1', '"x"'], ['-2.50', '"y"'])).toBe('a,b\r\n1,x\r\n-2.50,y\r\n');
  });

  test.each([
    ['a comma', '"a,b"', '"a,b"'],
    ['a quote', '"say \\"so\\""', '"say ""so"""'],
    ['a line feed', '"a\\nb"', '"a\nb"'],
    ['a carriage return', '"a\\rb"', '"a\rb"'],
    ['a backslash', '"a\\\\b"', '"a\\b"'],
    ['a blank at the start', '" a"', '" a"'],
    ['a blank at the end', '"a "', '"a "'],
    ['no character', '""', '""'],
    ['a control character', '"a\\u0001b"', '"a\u0001b"'],
    ['what may be a formula', '"=1+2"', '=1+2'],
    ['letters of other scripts', '"é🌾漢"', 'é🌾漢'],
    ['more bytes than are copied one by one', `"${'ü'.repeat(100)}"`, 'ü'.repeat(100)],
    ['the word null', '"null"', 'null'],
  ])('keeps a text with %s', (_, token, cell) => {
    expect(csv(['a', 'b'], [token, '1'])).toBe(`a,b\r\n${cell},1\r\n`);
  });

  test.each(['9223372036854775807', '-9223372036854775808', '0.10000000000000001', '12.50', '1e-7', '-0.0'])(
    'keeps the digits of %s',
    (token) => expect(csv(['a', 'b'], [token, token])).toBe(`a,b\r\n${token},${token}\r\n`),
  );

  test('has empty cells for nulls, but no empty line', () => {
    expect(csv(['a', 'b'], ['null', 'null'])).toBe('a,b\r\n,\r\n');
    expect(csv(['a'], ['null'], ['1'], ['""'])).toBe('a\r\n""\r\n1\r\n""\r\n');
  });

  test('quotes names where readers need it', () => {
    expect(csv(['a,b', 'say "so"', ' c', 'd\ne', 'é'])).toBe('"a,b","say ""so"""," c","d\ne",é\r\n');
  });
});

test('a table as NDJSON has each record as on a page, and nothing else', () => {
  expect(download('ndjson', ['a'], [[]]).text).toBe('');
  expect(download('ndjson', ['a', '1'], [[['1', '"x,\\n"']], [['12.50', 'null']]]).text).toBe(
    '{"a":1,"1":"x,\\n"}\n{"a":12.50,"1":null}\n',
  );
});

const token = fc.oneof(
  fc.string({ unit: codePoints, maxLength: 60 }).map((text) => JSON.stringify(text)),
  fc.constantFrom('null', '0', '-1.50', '9007199254740993'),
);
const parts = fc.array(fc.array(fc.tuple(token, token), { maxLength: 30 }), { minLength: 1, maxLength: 4 });

test.each(TEXT_FORMATS)('however it is cut into parts, a table is the same as %s', (format) => {
  fc.assert(
    fc.property(parts, (cut) => {
      const { text, joined } = download(format, ['a', 'b'], cut);
      expect(text).toBe(download(format, ['a', 'b'], [cut.flat()]).text);
      expect(joined).toEqual({ format, bytes: Buffer.byteLength(text), sha256: hash('sha256', text) });
    }),
    { numRuns: runs(60) },
  );
});

test.each(TEXT_FORMATS)('a record that is longer than what is written at a time stays whole as %s', (format) => {
  const long = JSON.stringify('é,'.repeat(200_000));
  const { text } = download(
    format,
    ['a', 'b'],
    [
      [
        ['1', '"x"'],
        [long, '2'],
        ['3', '"y"'],
      ],
    ],
  );
  const cell = format === 'csv' ? `\r\n${long},2\r\n` : `\n{"a":${long},"b":2}\n`;
  expect(text.includes(cell)).toBe(true);
  expect(text.split('\n')).toHaveLength(format === 'csv' ? 5 : 4);
});
