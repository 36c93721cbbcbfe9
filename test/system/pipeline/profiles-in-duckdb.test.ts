import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import type { ProfileColumn, ProfileDocument } from '../../../src/contract/documents.ts';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import { folderOutput } from '../../../src/pipeline/output/folder-output.ts';
import { folderForAll, rawDataWith, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { identifier, literal, useDuckDb } from '../../support/readers/duckdb.ts';
import { runs } from '../../support/runs.ts';
import { realDatasets } from '../../support/tables/real-data.ts';

/*
 * What a profile counts is what DuckDB counts in the same table: a mistake that our own oracle shares with the code would show here.
 */

const scratch = folderForAll();
const query = useDuckDb();

/** Most distinct values that a profile counts. */
const MAX_DISTINCT = 65_536;

/** Compares every count in the profile of a dataset in its folder. */
async function expectSameCounts(folder: string): Promise<void> {
  const profile: ProfileDocument = JSON.parse(readFileSync(join(folder, 'profile.json'), 'utf8'));
  const table = `read_parquet(${literal(join(folder, 'data.parquet'))})`;
  // By their places, since DuckDB renames columns whose names differ only in case.
  const names = (await query(`DESCRIBE SELECT * FROM ${table}`)).map(([name]) => String(name));
  expect(names).toHaveLength(profile.columns.length);
  const columns = new Map(profile.columns.map((column, at) => [column.name, identifier(names[at] as string)]));
  for (const column of profile.columns) {
    const name = columns.get(column.name) as string;
    expect(await countedIn(table, name, column), column.name).toEqual(statedBy(column));
  }
  if (profile.key_columns) {
    const key = profile.key_columns.map((name) => columns.get(name)).join(', ');
    const [[keys] = []] = await query(`SELECT count(*) FROM (SELECT DISTINCT ${key} FROM ${table})`);
    expect(Number(keys)).toBe(profile.row_count);
  }
}

/** What a profile says of a column, as far as a query can find it out. */
function statedBy(column: ProfileColumn): unknown {
  const { type, null_share, distinct_count, is_distinct_count_exact, is_unique, top_values, histogram, lengths } =
    column;
  return {
    null_share,
    distinct_count,
    is_distinct_count_exact,
    is_unique,
    top_values,
    counts: histogram?.counts ?? null,
    lengths: lengths && { ...lengths, mean: expect.closeTo(lengths.mean, 9) },
    extremes: type === 'object' ? null : [column.min, column.max],
  };
}

async function countedIn(table: string, name: string, column: ProfileColumn): Promise<unknown> {
  const isText = column.type === 'object';
  const one = async (sql: string): Promise<readonly unknown[]> => (await query(sql))[0] ?? [];
  const [rows, count, distinct, min, max] = await one(
    `SELECT count(*), count(${name}), count(DISTINCT ${name}), min(${name}), max(${name}) FROM ${table}`,
  );
  const isExact = column.is_distinct_count_exact;
  const top = await query(
    `SELECT ${name}, count(*) AS n FROM ${table} WHERE ${name} IS NOT NULL GROUP BY 1 ORDER BY n DESC, 1 LIMIT 10`,
  );
  const { histogram, lengths } = column;
  const bins = histogram?.counts.map((_, bin) => {
    const [low, high] = [histogram.edges[bin], histogram.edges[bin + 1]];
    const isLast = bin === histogram.counts.length - 1;
    return `count(*) FILTER (${name} >= ${low}::DOUBLE AND ${name} ${isLast ? '<=' : '<'} ${high}::DOUBLE)`;
  });
  const counts = bins ? (await one(`SELECT ${bins.join(', ')} FROM ${table}`)).map(Number) : null;
  const [least, most, mean] = lengths
    ? await one(`SELECT min(length(${name})), max(length(${name})), avg(length(${name})) FROM ${table}`)
    : [];
  return {
    null_share: Number(rows) === 0 ? null : (Number(rows) - Number(count)) / Number(rows),
    distinct_count: isExact ? Number(distinct) : Math.min(Number(distinct), column.distinct_count),
    is_distinct_count_exact: isExact,
    is_unique: column.is_unique === null ? null : Number(distinct) === Number(count),
    top_values:
      column.top_values && top.map(([value, n]) => ({ value: isText ? value : Number(value), count: Number(n) })),
    counts,
    lengths: lengths && { min: Number(least), max: Number(most), mean: Number(mean) },
    extremes: isText ? null : [min, max].map((it) => (it === null ? null : Number(it))),
  };
}

describe('the profile counts what DuckDB counts in', () => {
  test.each(realDatasets())('$config', async ({ config }) => {
    await expectSameCounts(join(inject('builtSite'), 'client/v1/datasets', config));
  });
});

const word = fc.oneof(
  fc.constantFrom('a', 'b', 'Ä', 'ä', '名前', '👩‍🌾', 'x y', 'Z'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }).filter((it) => /^[\p{L}\p{N}]+$/u.test(it)),
);
const row = fc.tuple(
  fc.integer({ min: -5, max: 5 }),
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fc.option(fc.integer({ min: -9_999, max: 9_999 }).map((it) => (it / 100).toFixed(2))),
  fc.option(word),
);

test('the profile counts what DuckDB counts in any table', { timeout: 120_000 }, async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 2, maxLength: 120 }), async (rows) => {
      const lines = rows.map(
        ([few, many, share, text]) => `${few},${many},${share ?? ''},${text === null ? '' : `"${text}"`}\n`,
      );
      const rawData = rawDataWith({
        ...withSidecar('economy/x', `few,many,share,text\n${lines.join('')}`, {
          csv: { trim: false, emptyRows: 'keep', footerRows: 0, missing: [] },
          columns: { text: { type: 'object' } },
        }),
      });
      const folder = mkdtempSync(join(scratch, 'out-'));
      buildApi({ rawData, site: { prefix: '/', pageSizes: [100], formats: ['parquet'] } }, folderOutput(folder));
      rmSync(rawData, { recursive: true });
      // Doubtful tables are refused, and have their own tests.
      fc.pre(existsSync(join(folder, 'v1/datasets/x')));
      await expectSameCounts(join(folder, 'v1/datasets/x'));
      compared += 1;
    }),
    { numRuns: runs(40) },
  );
  expect(compared).toBeGreaterThan(0);
});

test('of more than 65,536 distinct values, a profile has a lower bound', async () => {
  const count = MAX_DISTINCT + 4_000;
  // Not in order, so that they must be counted.
  const lines = Array.from({ length: count }, (_, at) => `${(at * 7_919) % count},t${(at * 7_919) % count}\n`);
  const rawData = rawDataWith(withSidecar('economy/x', `n,t\n${lines.join('')}`));
  const folder = mkdtempSync(join(scratch, 'many-'));
  buildApi({ rawData, site: { prefix: '/', pageSizes: [100], formats: ['parquet'] } }, folderOutput(folder));
  rmSync(rawData, { recursive: true });
  const published = join(folder, 'v1/datasets/x');
  const { columns } = JSON.parse(readFileSync(join(published, 'profile.json'), 'utf8')) as ProfileDocument;
  expect(columns.map((it) => [it.distinct_count, it.is_distinct_count_exact])).toEqual([
    [MAX_DISTINCT + 1, false],
    [MAX_DISTINCT + 1, false],
  ]);
  await expectSameCounts(published);
});
