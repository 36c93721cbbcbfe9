import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { downloadFile } from '../../../src/contract/routes.ts';
import type { BuildOptions } from '../../../src/pipeline/build.ts';
import type { Answer, AnswerValue, Comparison, Operand, Question } from '../../../src/query/question.ts';
import { LocalTable } from '../../../src/query/table.ts';
import { comparisonsOf } from '../../../src/site/scripts/asking/asked-rows.ts';
import { rowsCode } from '../../../src/site/scripts/rows/rows-code.ts';
import { buildInMemory } from '../../support/builds/build-in-memory.ts';
import { CATALOGUE, folderForAll, replaceFiles, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { fetchFrom } from '../../support/client/host.ts';
import { askDuckDb, type DuckAnswer, tableOf } from '../../support/query/ask-duckdb.ts';
import { rangeHost } from '../../support/query/parquet-host.ts';
import { type AskedColumn, questionsAbout } from '../../support/query/random-questions.ts';
import { literal, useDuckDb } from '../../support/readers/duckdb.ts';
import { readParquet } from '../../support/readers/parquet.ts';
import { runs } from '../../support/runs.ts';
import { writeCsv } from '../../support/tables/csv-writer.ts';
import { tables } from '../../support/tables/random-tables.ts';
import { RAW_DATA, realDatasets } from '../../support/tables/real-data.ts';

/*
 * The answers are those of DuckDB, which reads the same file: a mistake in a comparison, an order or a count would show here.
 */

const scratch = folderForAll();
const query = useDuckDb();
const file = join(scratch, 'data.parquet');

interface Asked {
  columns: AskedColumn[];
  table: LocalTable;
}

const PLAIN = { delimiter: ',', newline: '\n', hasByteOrderMark: false, endsInNewline: true, quoting: [true] } as const;

const PARQUET: Partial<BuildOptions> = { site: { prefix: '/', pageSizes: [100], formats: ['parquet'] } };

/** Publishes a table and opens it; null if it is refused. */
async function published(
  names: readonly string[],
  cells: readonly (readonly string[])[],
  missing?: readonly string[],
): Promise<Asked | null> {
  const rawData = join(scratch, 'raw-data');
  const sidecar = missing === undefined ? {} : { missing };
  const files = withSidecar('economy/x', writeCsv(names, cells, PLAIN), sidecar);
  replaceFiles(rawData, { 'catalogue.json': CATALOGUE, ...files });
  return opened(buildInMemory(rawData, PARQUET).texts, 'x');
}

async function opened(texts: ReadonlyMap<string, string>, config: string): Promise<Asked | null> {
  const text = texts.get(downloadFile('parquet', config));
  if (text === undefined) return null;
  const bytes = Buffer.from(text, 'latin1');
  writeFileSync(file, bytes);
  const { rows } = await readParquet(bytes);
  const table = await LocalTable.open(`http://host/v1/datasets/${config}.json`, {
    fetch: fetchFrom(rangeHost(texts)),
    retries: 0,
  });
  const columns = table.columns.map((column, at) => ({
    ...column,
    // The other reader takes two columns for one if their names differ only in a byte order mark.
    values: rows.slice(0, 50).flatMap((row) => {
      const value = row[at] as Operand | null;
      return value !== null && (typeof value === 'string') === (column.type === 'object') ? [value] : [];
    }),
  }));
  return { columns, table };
}

async function expectSame({ columns, table }: Asked, question: Question): Promise<void> {
  const names = columns.map(({ name }) => name);
  const theirs = await askDuckDb(query, tableOf(file, names), question);
  const ours = await table.ask(question);
  expect(resultOf(ours)).toEqual(expectedOf(theirs));
}

/** A value as the package of DuckDB gives it: without a byte order mark at its start, and with one zero. */
function plain(value: AnswerValue): AnswerValue {
  if (typeof value === 'string') return value.replace(/^\uFEFF/, '');
  return value === 0 ? 0 : value;
}

function resultOf({ matched, rows, facets, groups, histograms }: Answer): unknown {
  return {
    matched,
    ...(rows && { numbers: rows.numbers.join() }),
    ...(facets && {
      facets: facets.map((facet) => ({
        ...facet,
        values: facet.values.map(({ value, count }) => ({ value: plain(value), count })),
      })),
    }),
    ...(groups && {
      groups: {
        ...groups,
        groups: groups.groups.map(({ by, values }) => ({ by: by.map(plain), values: values.map(plain) })),
      },
    }),
    ...(histograms && { histograms }),
  };
}

function expectedOf({ groups, ...others }: DuckAnswer): unknown {
  if (!groups) return others;
  const expected = groups.groups.map(({ by, values }) => ({ by, values: values.map(expectedValue) }));
  return { ...others, groups: { ...groups, groups: expected } };
}

function expectedValue({ value, magnitude }: { value: unknown; magnitude: number }): unknown {
  if (typeof value !== 'number' || magnitude === 0) return value;
  // Sums beyond the largest double depend on the order.
  if (!Number.isFinite(magnitude)) return expect.any(Number);
  return expect.toSatisfy((ours: unknown) => Math.abs(Number(ours) - value) <= magnitude * 1e-12);
}

async function expectSameAnswers(asked: Asked, count: number): Promise<void> {
  const questions = questionsAbout(asked.columns);
  await fc.assert(
    fc.asyncProperty(questions, (question) => expectSame(asked, question)),
    { numRuns: runs(count) },
  );
}

test('of random tables', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(tables, fc.gen(), async ({ names, rows, missing }, gen) => {
      const asked = await published(names, rows, missing);
      fc.pre(asked !== null);
      for (let count = 0; count < 4; count += 1)
        await expectSame(
          asked,
          gen(() => questionsAbout(asked.columns)),
        );
    }),
    { numRuns: runs(100) },
  );
});

test('with a zero that has no sign', async () => {
  const rows = Array.from({ length: 9 }, (_, row) => [`${row}`, row === 0 ? '-0.0' : `${row}.5`]);
  const { table } = (await published(['id', 'value'], rows)) as Asked;
  const measures = (['min', 'max', 'sum', 'mean', 'median'] as const).map((measure) => ({ measure, column: 'value' }));
  const { groups } = await table.ask({ groups: { by: ['id'], measures, limit: 1 } });
  expect(groups?.groups).toEqual([{ by: [0], values: [0, 0, 0, 0, 0] }]);
});

test('of a table of several row groups, some of which need not be read', { timeout: 120_000 }, async () => {
  const rows = Array.from({ length: 310_000 }, (_, row) => [
    // Ascending, so that bounds exclude whole row groups.
    `${1900 + Math.floor(row / 2500)}`,
    row % 7 === 0 ? '' : `country ${(row * 7919) % 193}`,
    `${((row * 104_729) % 1_000_003) / 8}`,
    // A different text in every record, and whole numbers beyond 2^53.
    `note ${row}`,
    row % 11 === 0 ? '' : `${9_007_199_254_740_000n + BigInt(row)}`,
  ]);
  const asked = await published(['year', 'country', 'value', 'note', 'id'], rows);
  await expectSameAnswers(asked as Asked, 15);
});

test('of real datasets', { timeout: 120_000 }, async () => {
  const { texts } = buildInMemory(RAW_DATA, PARQUET);
  for (const { config } of realDatasets()) await expectSameAnswers((await opened(texts, config)) as Asked, 6);
});

test('of the code that readers copy', { timeout: 120_000 }, async () => {
  const check = async ({ columns, table }: Asked, gen: fc.GeneratorValue): Promise<void> => {
    const { where, sort, shown } = gen(() => askedOf(columns));
    const comparisons = comparisonsOf(where, columns) as Comparison[];
    const task = {
      config: 'x',
      columns,
      rowCount: 0,
      where: comparisons,
      sort,
      shown,
      root: 'http://host/',
      readInR: '',
    };
    const code = rowsCode('DuckDB', task, { config: 'x', columns, rowCount: table.rowCount }).replace(
      "'http://host/v1/datasets/x/data.parquet'",
      literal(file),
    );
    const { rows } = await table.ask({
      where: { all: comparisons },
      rows: { columns: shown, sort, limit: Number.POSITIVE_INFINITY },
    });
    const ours = rows?.rows.map((row) => shown.map((name) => plain(row[name] ?? null)));
    expect(
      (await query(code)).map((row) => row.map((it) => plain(safely(it)))),
      code,
    ).toEqual(ours);
  };
  await fc.assert(
    fc.asyncProperty(tables, fc.gen(), async ({ names, rows, missing }, gen) => {
      const asked = await published(names, rows, missing);
      // No identifier of SQL has it.
      fc.pre(asked !== null && !names.some((name) => name.includes('\0')));
      for (let count = 0; count < 4; count += 1) await check(asked, gen);
    }),
    { numRuns: runs(60) },
  );
});

/** Texts of which DuckDB has the same letters without case and marks. */
const PLAIN_TEXT = /^[\t-~\u00c0-\u0148\u0391-\u03c9\u0400-\u04ff\u4e00-\u9fff]*$/u;

/** Conditions, keys and columns as addresses have them. */
function askedOf(columns: readonly AskedColumn[]) {
  const condition = fc.constantFrom(...columns).chain(({ name, type, values }) => {
    const isPlain = type === 'object' && values.every((value) => PLAIN_TEXT.test(String(value)));
    const words = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in', 'between', 'null', 'value', 'null', 'value'] as const;
    const others =
      type === 'object'
        ? ['', 'É', "it's", '\0', '\\', '\n"']
        : ['0', '-7', '2.5', '0.30000000000000004', '9007199254740993', '1e300', '9223372036854775808', 'Infinity'];
    const operand = fc.constantFrom(...values.map(String), ...others);
    const part = operand.filter((text) => PLAIN_TEXT.test(text)).map((text) => text.slice(0, 2).toUpperCase());
    const plain = fc.record({
      column: fc.constant(name),
      word: fc.constantFrom(...words),
      values: fc.array(operand, { minLength: 2, maxLength: 4 }),
    });
    const folded = fc.record({
      column: fc.constant(name),
      word: fc.constantFrom('contains' as const, 'begins' as const),
      values: fc.tuple(part),
    });
    return isPlain ? fc.oneof(plain, folded) : plain;
  });
  const column = fc.constantFrom(...columns).map(({ name }) => name);
  return fc.record({
    where: fc.array(condition, { maxLength: 3 }),
    sort: fc.array(fc.record({ column, descending: fc.boolean() }), { maxLength: 3 }),
    shown: fc.uniqueArray(column, { minLength: 1 }),
  });
}

function safely(value: unknown): AnswerValue {
  const number = Number(value);
  return (typeof value === 'bigint' && Number.isSafeInteger(number) ? number : value) as AnswerValue;
}
