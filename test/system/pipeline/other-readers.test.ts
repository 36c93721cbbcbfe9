import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import { DOWNLOAD_FORMATS } from '../../../src/contract/routes.ts';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import { folderOutput } from '../../../src/pipeline/output/folder-output.ts';
import { folderForAll, rawDataWith, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { literal, useDuckDb } from '../../support/readers/duckdb.ts';
import { readParquet, storedValue } from '../../support/readers/parquet.ts';
import { hasPython, usePython } from '../../support/readers/python.ts';
import { readXlsx, sheetValue } from '../../support/readers/xlsx.ts';
import { runs } from '../../support/runs.ts';
import { cellOf, readRecord } from '../../support/tables/read-page.ts';
import { realDatasets } from '../../support/tables/real-data.ts';

/*
 * Programs that are not ours read the same table from each download: what one of them makes of a file is what people get.
 */

const scratch = folderForAll();
const query = useDuckDb();

const readInPython = usePython();

interface Published {
  names: string[];
  types: string[];
  /** JSON tokens of each record. */
  rows: string[][];
}

/** A table as the NDJSON has it, which other tests compare with the source. */
function publishedTable(folder: string): Published {
  const { columns } = JSON.parse(readFileSync(join(folder, 'schema.json'), 'utf8'));
  const lines = readFileSync(join(folder, 'data.ndjson'), 'utf8').split('\n').slice(0, -1);
  return {
    names: columns.map(({ name }: { name: string }) => name),
    types: columns.map(({ type }: { type: string }) => type),
    rows: lines.map((line) => readRecord(line).tokens),
  };
}

/** The first row that differs; null if there is no such row. */
function difference(found: readonly (readonly unknown[])[], expected: readonly (readonly unknown[])[]): unknown {
  if (found.length !== expected.length) return `${found.length} rows instead of ${expected.length}`;
  const row = found.findIndex((cells, at) => cells.some((cell, index) => !Object.is(cell, expected[at]?.[index])));
  return row < 0 ? null : { row, found: found[row], expected: expected[row] };
}

/** Reads the downloads of a dataset in its folder with every reader there is. */
async function expectSameInAllReaders(folder: string): Promise<void> {
  const { names, types, rows } = publishedTable(folder);
  const workbook = join(folder, 'data.xlsx');
  const sheets = await readXlsx(readFileSync(workbook));
  const values = rows.map((tokens) => tokens.map((token, at) => sheetValue(types[at] as string, token)));
  expect(difference(sheets.get('Records') ?? [], [names, ...values])).toBeNull();
  expect(sheets.get('Columns')?.map(([first]) => first)).toEqual(expect.arrayContaining(names));

  const stored = rows.map((tokens) => tokens.map((token, at) => storedValue(types[at] as string, token)));
  const parquet = join(folder, 'data.parquet');

  const read = await readParquet(readFileSync(parquet));
  expect(read.names).toEqual(names);
  expect(difference(read.rows, stored)).toBeNull();

  const described = await query(`DESCRIBE SELECT * FROM read_parquet(${literal(parquet)})`);
  const sqlTypes = types.map((type) => ({ int64: 'BIGINT', float64: 'DOUBLE' })[type] ?? 'VARCHAR');
  // DuckDB gives columns whose names differ only in case other names.
  expect(described.map(([, type]) => type)).toEqual(sqlTypes);
  expect(difference(await query(`SELECT * FROM read_parquet(${literal(parquet)})`), stored)).toBeNull();

  const cells = [names, ...rows.map((tokens) => tokens.map(cellOf))];
  const csv = join(folder, 'data.csv');
  const options = { record_delimiter: '\r\n', skip_empty_lines: true };
  expect(difference(parse(readFileSync(csv, 'utf8'), options), cells)).toBeNull();
  if (!hasPython) return;
  const { rows: readRows, damaged } = await readInPython(csv, workbook);
  expect(difference(readRows, cells)).toBeNull();
  expect(damaged).toBeNull();
}

describe('the downloads of', () => {
  test.each(realDatasets())('$config are the same table in every reader', async ({ config }) => {
    await expectSameInAllReaders(join(inject('builtSite'), 'client/v1/datasets', config));
  });
});

const text = fc.oneof(
  fc.constantFrom(
    '=cmd|x',
    '+1-1',
    '@SUM(A1)',
    '01001',
    '1-2',
    'a,b',
    'say "so"',
    '"',
    "'",
    'a\nb',
    'a\r\nb',
    '\u0001\u001f',
    'é名👩‍🌾',
    'x',
  ),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((it) => /^\S(.*\S)?$/su.test(it) && !it.includes('\0')),
);
const integer = fc.oneof(
  fc.constantFrom('-9223372036854775808', '9223372036854775807', '9007199254740993', '0'),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
);
const decimal = fc.oneof(
  fc.stringMatching(/^-?[1-9][0-9]{0,9}\.[0-9]{1,7}$/),
  fc.constantFrom('0.12345678901234567', '123456789012.34567', '-0.00000000000000001', '1.7976931348623157e+308'),
);
const rowsOfTable = fc.array(fc.tuple(integer, fc.option(decimal), fc.option(text)), { minLength: 3, maxLength: 40 });

test('the downloads of any table are the same in every reader', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(rowsOfTable, async (rows) => {
      const quoted = (cell: string | null): string => (cell === null ? '' : `"${cell.replaceAll('"', '""')}"`);
      const lines = rows.map(([whole, fraction, word], at) => `${at},${whole},${fraction ?? ''},${quoted(word)}\n`);
      const rawData = rawDataWith({
        ...withSidecar('economy/x', `id,whole,fraction,word\n${lines.join('')}`, {
          csv: { trim: false, emptyRows: 'keep', footerRows: 0, missing: [''] },
          columns: { word: { type: 'object' }, whole: { type: 'int64' } },
        }),
      });
      const folder = mkdtempSync(join(scratch, 'out-'));
      const site = { prefix: '/', pageSizes: [100], formats: DOWNLOAD_FORMATS };
      buildApi({ rawData, site, keepGoing: true }, folderOutput(folder));
      rmSync(rawData, { recursive: true });
      const published = join(folder, 'v1/datasets/x');
      // Doubtful tables are refused, and have their own tests.
      fc.pre(existsSync(published));
      await expectSameInAllReaders(published);
    }),
    { numRuns: runs(25) },
  );
});
