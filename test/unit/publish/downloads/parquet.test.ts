import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { downloadFile, type Site } from '../../../../src/contract/routes.ts';
import type { ColumnProfile, ColumnType, Dataset } from '../../../../src/model.ts';
import { PARQUET } from '../../../../src/publish/downloads/parquet/parquet.ts';
import type { RecordPages } from '../../../../src/publish/records/record-writer.ts';
import { memoryOutput } from '../../../support/builds/memory-output.ts';
import { feed } from '../../../support/feed.ts';
import { type ParquetTable, readParquet, storedValue } from '../../../support/readers/parquet.ts';
import { runs } from '../../../support/runs.ts';
import { codePoints } from '../../../support/tables/code-points.ts';

type Column = Pick<ColumnProfile, 'name' | 'type'>;

const SITE: Site = { prefix: '/', pageSizes: [2], formats: ['parquet'] };
const DESCRIBED = {
  config: 'x',
  name: 'Harvests “x”',
  description: 'All of them.',
  source: 'An office',
  url: 'https://example.org',
  license: 'CC0-1.0',
};

/** Writes a table in parts, each with some of the rows, whose cells are JSON tokens; returns its bytes. */
function bytesOf(columns: readonly Column[], parts: readonly (readonly string[][])[], site = SITE): Buffer {
  const output = memoryOutput();
  const rowCount = parts.flat().length;
  const pages: RecordPages = {
    site,
    collection: { kind: 'records', config: 'x' },
    count: rowCount,
    head: '',
    columns: columns.map((column) => ({ ...column, longest: 0 })),
  };
  let firstRow = 0;
  const summaries = parts.map((rows, number) => {
    const writer = PARQUET.open(output, pages, { number, firstRow });
    feed(
      writer,
      rows.map((tokens) => `{${columns.map(({ name }, at) => `${JSON.stringify(name)}:${tokens[at]}`).join(',')}}`),
    );
    firstRow += rows.length;
    return writer.end(number === parts.length - 1);
  });
  const dataset = { ...DESCRIBED, rowCount, profiles: columns } as unknown as Dataset;
  const joined = PARQUET.join(dataset, summaries, output, site);
  const bytes = Buffer.from(output.files.get(downloadFile('parquet', 'x')) ?? '', 'latin1');
  expect(joined).toEqual({ format: 'parquet', bytes: bytes.length, sha256: hash('sha256', bytes) });
  return bytes;
}

const read = (columns: readonly Column[], rows: readonly string[][]): Promise<ParquetTable> =>
  readParquet(bytesOf(columns, [rows]));

/** Reads a table of one column. */
async function columnOf(type: ColumnType, tokens: readonly string[]): Promise<unknown[]> {
  const { rows } = await read(
    [{ name: 'x', type }],
    tokens.map((token) => [token]),
  );
  return rows.map(([cell]) => cell);
}

describe('a column of int64 keeps', () => {
  test.each([
    ['the extremes', ['-9223372036854775808', '9223372036854775807', '0', '-1', '1']],
    ['what doubles would round', ['9007199254740993', '-9007199254740993', '999999999999999', '1000000000000000']],
    ['numbers around 32 bits', ['4294967295', '4294967296', '-4294967296', '-4294967297', '2147483648', '-2147483649']],
    ['nulls', ['null', '5', 'null', 'null', '5', '6']],
    ['nothing but nulls', ['null', 'null']],
  ])('%s', async (_, tokens) => {
    expect(await columnOf('int64', tokens)).toEqual(tokens.map((token) => storedValue('int64', token)));
  });
});

describe('a column of float64 has the nearest double of', () => {
  test.each([
    ['decimals', ['12.50', '0.1', '-0.07', '100', '1234567.125']],
    ['17 digits', ['0.12345678901234567', '123456789012.34567', '0.30000000000000004', '9007199254740993.5']],
    ['many places', ['0.000000000000001', '0.00000000000000000000001', '1.0000000000000000000000001']],
    ['exponents', ['1.5e-7', '2E+30', '1e22', '-4.9e-324', '1.7976931348623157e308']],
    ['zeros', ['0.0', '-0.0']],
  ])('%s', async (_, tokens) => {
    expect(await columnOf('float64', tokens)).toEqual(tokens.map(Number));
  });
});

describe('a column of texts keeps', () => {
  test.each([
    ['codes', ['"01001"', '"1-2"', '"=cmd|x"']],
    [
      'quotes, line breaks, and control characters',
      ['"a \\"b\\""', '"a\\nb\\r\\n"', '"\\u0000\\u001f"', '"\\\\"', '"\\\\\\""'],
    ],
    ['scripts', ['"é"', '"名前"', '"👩‍🌾"', '"\\ud83d\\ude00"']],
    ['texts without characters, beside nulls', ['""', 'null', '""', '" "']],
  ])('%s', async (_, tokens) => {
    expect(await columnOf('object', tokens)).toEqual(tokens.map((token) => storedValue('object', token)));
  });
});

const cells = {
  int64: fc.oneof(
    fc.integer({ min: -3, max: 3 }).map(String),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  ),
  float64: fc.oneof(
    fc.integer({ min: -300, max: 300 }).map((it) => (it / 100).toFixed(2)),
    fc.double({ noDefaultInfinity: true, noNaN: true }).map(String),
    fc.stringMatching(/^-?[1-9][0-9]{0,16}\.[0-9]{1,17}$/),
  ),
  object: fc.oneof(
    fc.constantFrom('"a"', '"b"', '""'),
    fc.string({ unit: codePoints }).map(JSON.stringify as () => string),
  ),
};
const type = fc.constantFrom('int64', 'float64', 'object');
const table = fc.array(type, { minLength: 1, maxLength: 4 }).chain((types) =>
  fc.record({
    columns: fc.constant(types.map((it, at): Column => ({ name: `c.${at} "ü"`, type: it as ColumnType }))),
    rows: fc.array(
      fc.tuple(
        ...types.map((it) =>
          fc.oneof({ weight: 4, arbitrary: cells[it as ColumnType] }, { weight: 1, arbitrary: fc.constant('null') }),
        ),
      ),
      { maxLength: 60 },
    ),
  }),
);

test('any table comes back from Parquet, cell for cell, with the least and the greatest value of each column', async () => {
  await fc.assert(
    fc.asyncProperty(table, async ({ columns, rows }) => {
      const { metadata, names, rows: found } = await read(columns, rows);
      expect(names).toEqual(columns.map(({ name }) => name));
      const expected = rows.map((row) => row.map((token, at) => storedValue(columns[at]?.type ?? '', token)));
      // A text with a lone surrogate cannot be written in UTF-8.
      expect(found).toEqual(expected.map((row) => row.map((it) => (typeof it === 'string' ? it.toWellFormed() : it))));
      expect(metadata.num_rows).toBe(BigInt(rows.length));
      for (const [at, { meta_data: data }] of (metadata.row_groups[0]?.columns ?? []).entries()) {
        const values = found.map((row) => row[at]).filter((it) => it !== null);
        const { null_count, min_value, max_value } = data?.statistics ?? {};
        expect(null_count).toBe(BigInt(rows.length - values.length));
        if (values.length === 0) continue;
        // Texts are compared by their bytes in UTF-8. Bounds of long texts are not the texts themselves.
        const keyOf = (it: unknown) => (typeof it === 'string' ? Buffer.from(it).toString('latin1') : (it as number));
        const least = values.reduce((a, b) => (keyOf(b) < keyOf(a) ? b : a));
        const greatest = values.reduce((a, b) => (keyOf(b) > keyOf(a) ? b : a));
        if ([least, greatest].some((it) => Buffer.byteLength(`${it}`) > 64)) continue;
        expect([min_value === least, max_value === greatest]).toEqual([true, true]);
      }
    }),
    { numRuns: runs(100) },
  );
});

describe('row groups', () => {
  const column: Column = { name: 'n', type: 'int64' };
  const numbers = (from: number, to: number): string[][] =>
    Array.from({ length: to - from }, (_, at) => [`${from + at}`]);

  test('begin with each part, and again after the most records that one can have', async () => {
    const most = PARQUET.partRecords?.(1) ?? 0;
    const count = most * 2 + 7;
    const whole = bytesOf([column], [numbers(0, count)]);
    const parts = [numbers(0, most), numbers(most, 2 * most), numbers(2 * most, count)];
    expect(bytesOf([column], parts).equals(whole)).toBe(true);
    const { metadata, rows } = await readParquet(bytesOf([column], [numbers(0, 5), numbers(5, count)]));
    expect(metadata.row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([5, most, most, 2]);
    expect(rows.findIndex(([cell], row) => cell !== BigInt(row))).toBe(-1);
  });

  test('are smaller if texts are long, so that they fit into memory', async () => {
    const rows = Array.from({ length: 70 }, (_, row) => [JSON.stringify(`${row} `.padEnd(500_000, 'é'))]);
    const { metadata, rows: found } = await read([{ name: 'text', type: 'object' }], rows);
    expect(metadata.row_groups.length).toBeGreaterThan(3);
    expect(found.findIndex(([cell], row) => cell !== JSON.parse(rows[row]?.[0] ?? ''))).toBe(-1);
    const { statistics } = metadata.row_groups[0]?.columns[0]?.meta_data ?? {};
    // Bounds of long texts are short, and say that they are not the texts themselves.
    expect([`${statistics?.min_value}`.length < 65, statistics?.is_min_value_exact]).toEqual([true, false]);
  });

  test('store repeated values once', () => {
    const words = Array.from({ length: 5_000 }, (_, row) => [JSON.stringify(`a rather long word ${row % 3}`)]);
    const unique = words.map((_, row) => [JSON.stringify(hash('sha256', `${row}`))]);
    const text: Column = { name: 'text', type: 'object' };
    expect(bytesOf([text], [words]).length).toBeLessThan(3_000);
    expect(bytesOf([text], [unique]).length).toBeGreaterThan(5_000 * 60);
  });
});

test('the metadata names the dataset, and has the digest of what comes before it', async () => {
  const bytes = bytesOf([{ name: 'a', type: 'int64' }], [[['1']], [['2']]]);
  const { metadata } = await readParquet(bytes);
  const before = bytes.subarray(0, bytes.length - 8 - metadata.metadata_length);
  const { name: title, description, source, url, license } = DESCRIBED;
  const values = Object.fromEntries((metadata.key_value_metadata ?? []).map(({ key, value }) => [key, value]));
  const digest = hash('sha256', before);
  expect(values).toEqual({ title, description, source, url, license, decimals: '[-1]', data_sha256: digest });
});

describe('the metadata says how the source writes decimals', () => {
  /** Writes a column in one part for each list of tokens, and returns what the metadata says of it. */
  async function decimalsOf(...parts: readonly string[][]): Promise<number | null> {
    const bytes = bytesOf(
      [{ name: 'a', type: 'float64' }],
      parts.map((tokens) => tokens.map((token) => [token])),
    );
    const { metadata } = await readParquet(bytes);
    const stated = metadata.key_value_metadata?.find(({ key }) => key === 'decimals')?.value;
    return (JSON.parse(stated ?? '[]') as (number | null)[])[0] ?? null;
  }

  test.each([
    [-1, ['1.5', '2', 'null', '0.25']],
    [2, ['12.50', '0.00', '-1.25']],
    [null, ['12.50', '1.5']],
    [null, ['12.50', '1.500']],
    [null, ['-0.0']],
    [null, ['0.1234567890123456']],
    [null, ['1.5e3']],
    [null, ['0.0000001']],
    [-1, ['null']],
  ])('%s: %j', async (decimals, tokens) => {
    expect(await decimalsOf(tokens)).toBe(decimals);
    // Whatever another part of the file has.
    expect(await decimalsOf(['null'], tokens)).toBe(decimals);
  });

  test('so that its digits follow from the doubles', async () => {
    const token = fc
      .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 17n }), fc.nat({ max: 8 }))
      .map(([isNegative, digits, decimals]) => {
        const padded = `${digits}`.padStart(decimals + 1, '0');
        const at = padded.length - decimals;
        return `${isNegative ? '-' : ''}${padded.slice(0, at)}${decimals > 0 ? '.' : ''}${padded.slice(at)}`;
      });
    let exact = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(token, { minLength: 1, maxLength: 4 }), async (tokens) => {
        const decimals = await decimalsOf(tokens);
        if (decimals === null) return;
        exact += 1;
        const write = (number: number): string => (decimals === -1 ? String(number) : number.toFixed(decimals));
        expect(tokens.map((it) => write(Number(it)))).toEqual(tokens);
      }),
      { numRuns: runs(1000) },
    );
    expect(exact).toBeGreaterThan(0);
  });
});

test('a table without records has its columns', async () => {
  const { names, rows, metadata } = await read([{ name: 'a', type: 'object' }], []);
  expect([names, rows, metadata.num_rows]).toEqual([['a'], [], 0n]);
});

test('an integer beyond 64 bits is an error, not another integer', () => {
  expect(() => bytesOf([{ name: 'a', type: 'int64' }], [[['9223372036854775808']]])).toThrow(RangeError);
});
