import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { DOWNLOAD_FORMATS } from '../../../src/contract/routes.ts';
import { buildInMemory } from '../../support/builds/build-in-memory.ts';
import { rawDataWith, replaceFiles, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { runs } from '../../support/runs.ts';
import { writeCsv } from '../../support/tables/csv-writer.ts';
import { parseKeepingDigits } from '../../support/tables/parse-keeping-digits.ts';
import { tables, writings } from '../../support/tables/random-tables.ts';
import { cellOf, readPage, readRecord, type WrittenRecord } from '../../support/tables/read-page.ts';
import { expectedColumn } from '../../support/tables/typing-oracle.ts';

const REFUSED_IN_DOUBT = [
  'nul-character',
  'not-csv',
  'files-joined',
  'delimiter-doubtful',
  'quote-doubtful',
  'header-rows',
  'header-repeated',
  'header-missing',
  'tables-several',
];

/** States what would otherwise give hints, as a publisher would. */
const FORM = { trim: false, emptyRows: 'keep', footerRows: 0 };

const SITE = { prefix: '/', pageSizes: [10, 100], formats: DOWNLOAD_FORMATS };

let rawData = '';

beforeEach(() => {
  rawData = rawDataWith({});
});

test('any table that is written as CSV comes back from its pages and downloads: values, nulls, digits, order', () => {
  fc.assert(
    fc.property(tables, writings, ({ names, rows, missing }, how) => {
      // Without a byte order mark of its own, the file would lose the one in the first name.
      const hasByteOrderMark = how.hasByteOrderMark || (names[0] ?? '').startsWith('\uFEFF');
      const output = build(writeCsv(names, rows, { ...how, hasByteOrderMark }), { delimiter: how.delimiter, missing });
      const columns = names.map((_, at) =>
        expectedColumn(
          rows.map((row) => row[at] as string),
          missing,
        ),
      );
      const records = rows.map((_, row) => columns.map(({ tokens }) => tokens[row] as string));
      for (const limit of SITE.pageSizes) {
        const found = recordsOf(output, limit);
        expect(found.map(({ tokens }) => tokens)).toEqual(records);
        expect(found.filter((it) => it.names.some((name, at) => name !== names[at]))).toEqual([]);
      }
      expect(tokensOfLines(output.get('v1/datasets/x/data.ndjson') ?? '')).toEqual(records);
      const [header, ...cells] = parseCsv(output.get('v1/datasets/x/data.csv') ?? '');
      expect(header).toEqual(names);
      expect(cells).toEqual(records.map((tokens) => tokens.map(cellOf)));
      const schema = parseKeepingDigits(output.get('v1/datasets/x/schema.json') ?? '') as { columns: unknown };
      expect(schema.columns).toMatchObject(
        columns.map(({ type, nullCount, samples }, at) =>
          parseKeepingDigits(
            `{"name": ${JSON.stringify(names[at])}, "type": "${type}", "null_count": ${nullCount}, "nullable": ${nullCount > 0}, "sample_values": [${samples}]}`,
          ),
        ),
      );
    }),
    { numRuns: runs(150) },
  );
});

test('a table with a text that is too long for a cell of a spreadsheet has no workbook, and all other downloads', () => {
  const formatsOf = (text: string): string[] => {
    const output = build(`id,x\n1,${text}\n2,b\n`);
    const { downloads } = JSON.parse(output.get('v1/datasets/x/downloads.json') ?? '');
    const files = [...output.keys()].filter((path) => path.startsWith('v1/datasets/x/data.'));
    expect(files).toHaveLength(downloads.length);
    return downloads.map(({ format }: { format: string }) => format);
  };
  expect(formatsOf('x'.repeat(16_383))).toEqual(['csv', 'ndjson', 'parquet', 'xlsx']);
  expect(formatsOf('x'.repeat(16_384))).toEqual(['csv', 'ndjson', 'parquet']);
});

describe('a file with one column', () => {
  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('has a null in every line without characters, in lines that end in %s', (_, newline) => {
    const output = build(['x', '', '1', '', '', '2', '', ''].join(newline));
    expect(recordsOf(output, 100).map(({ tokens }) => tokens[0])).toEqual(['null', '1', 'null', 'null', '2', 'null']);
  });
});

/** Builds a catalogue of one dataset, x. */
function build(csv: string, form: { delimiter?: string; missing?: string[] | undefined } = {}): Map<string, string> {
  replaceFiles(rawData, withSidecar('economy/x', csv, { csv: { ...FORM, ...form } }));
  const { problems, errors, texts } = buildInMemory(rawData, { site: SITE });
  // Ambiguous files are refused, and have their own tests.
  fc.pre(!problems.some(({ code }) => REFUSED_IN_DOUBT.includes(code)));
  expect(errors).toEqual([]);
  return texts;
}

/** Cells of a CSV file, by a reader that is not ours, and that would take an empty line for no record. */
function parseCsv(text: string): string[][] {
  return parse(text, { record_delimiter: '\r\n', skip_empty_lines: true });
}

/** The JSON tokens of the values on each line. */
function tokensOfLines(text: string): string[][] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => readRecord(line).tokens);
}

/** The records of all pages of one size, in the order of the pages. */
function recordsOf(files: Map<string, string>, limit: number): WrittenRecord[] {
  const records: WrittenRecord[] = [];
  let count = 0;
  for (let offset = 0; offset <= count; offset += limit) {
    const page = readPage(files.get(`v1/datasets/x/limit/${limit}/offset/${offset}.json`) ?? '');
    count = page.json.metadata.resultset.count;
    expect(page.json.metadata.resultset).toEqual({ count, offset, limit });
    expect(page.records).toHaveLength(Math.min(limit, count - offset));
    records.push(...page.records);
  }
  expect(records).toHaveLength(count);
  return records;
}
