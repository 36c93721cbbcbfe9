import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { Digits, parseKeepingDigits } from '../../support/tables/parse-keeping-digits.ts';
import { expectedText, realDatasets, sidecarOf } from '../../support/tables/real-data.ts';

const published = join(inject('builtSite'), 'client/v1');

type Figure = Digits | null;
type Statistics = Record<'count' | 'mean' | 'std' | 'min' | 'q1' | 'median' | 'q3' | 'max', Figure>;

interface ReferenceColumn {
  name: string;
  type: 'int64' | 'float64' | 'object';
  null_count: Digits;
  sample_values: string[];
  stats: Statistics | null;
}

interface SchemaColumn extends Omit<ReferenceColumn, 'sample_values'> {
  description: string;
  nullable: boolean;
  sample_values: unknown[];
}

interface Schema {
  config: string;
  category: string;
  name: string;
  source: string;
  row_count: Digits;
  columns: SchemaColumn[];
}

const reference = parseKeepingDigits(readFileSync('test/reference/statistics.json', 'utf8')) as Record<
  string,
  { rows: Digits; columns: ReferenceColumn[] }
>;

describe.each(realDatasets())('the schema of $config', (dataset) => {
  const schema = parseKeepingDigits(
    readFileSync(join(published, `datasets/${dataset.config}/schema.json`), 'utf8'),
  ) as Schema;
  const figures = reference[dataset.config] ?? { rows: null, columns: [] };
  const pairs = schema.columns.map((column, at) => ({ column, expected: figures.columns[at] as ReferenceColumn }));

  test('has the rows, columns, types, nulls and samples of the reference', () => {
    expect(schema.row_count).toEqual(figures.rows);
    expect(schema.columns).toHaveLength(figures.columns.length);
    for (const { column, expected } of pairs) {
      expect(column).toMatchObject({ name: expected.name, type: expected.type, null_count: expected.null_count });
      expect(column.nullable).toBe(column.null_count.text !== '0');
      const samples = expected.sample_values.map((text) =>
        expected.type === 'object' ? expectedText(text, sidecarOf(dataset).columns[column.name]) : new Digits(text),
      );
      expect(column.sample_values).toEqual(samples);
    }
  });

  test('has its counts, extremes and quartiles', () => {
    for (const { column, expected } of pairs) {
      const figures = ['count', 'min', 'q1', 'median', 'q3', 'max'] as const;
      const valuesOf = (stats: Statistics | null): unknown => stats && figures.map((figure) => numberOf(stats[figure]));
      expect(valuesOf(column.stats), column.name).toEqual(valuesOf(expected.stats));
      if (column.type === 'int64') expect(column.stats?.min).toEqual(expected.stats?.min);
      if (column.type === 'int64') expect(column.stats?.max).toEqual(expected.stats?.max);
    }
  });

  test('has its means and standard deviations, apart from the last bits', () => {
    const apart = pairs.flatMap(({ column, expected }) =>
      (['mean', 'std'] as const).map((figure) => {
        const places = lastPlacesApart(numberOf(column.stats?.[figure]), numberOf(expected.stats?.[figure]));
        return { figure, column: column.name, places };
      }),
    );
    const most = { mean: 1, std: 2 };
    const wrong = apart.filter(({ figure, places }) => places > most[figure]);
    expect(wrong).toEqual([]);
  });

  test('describes the dataset and every column as the sidecar does, with the unit', () => {
    const { name, source, category = dataset.category, columns } = sidecarOf(dataset);
    expect(schema).toMatchObject({ config: dataset.config, name, source, category });
    expect(Object.keys(schema)).toEqual(['config', 'category', 'name', 'source', 'row_count', 'columns']);
    for (const column of schema.columns) {
      const { description, unit } = columns[column.name] ?? {};
      expect([description, unit]).toEqual([expect.stringMatching(/\S/), expect.stringMatching(/\S/)]);
      expect(column.description).toBe(`${description} (${unit})`);
    }
    expect(Object.keys(columns).sort()).toEqual(schema.columns.map((column) => column.name).sort());
  });
});

function numberOf(figure: Figure | undefined): number | null {
  return figure ? Number(figure.text) : null;
}

/** Number of doubles between two values; 0 for two nulls. */
function lastPlacesApart(a: number | null, b: number | null): number {
  if (a === null || b === null) return a === b ? 0 : Number.POSITIVE_INFINITY;
  const apart = orderOf(a) - orderOf(b);
  return Math.abs(Number(apart));
}

/** Rank of a double among all of them. */
function orderOf(value: number): bigint {
  const bits = new BigInt64Array(Float64Array.of(value).buffer)[0] as bigint;
  return bits < 0n ? -(bits & 0x7fff_ffff_ffff_ffffn) : bits;
}
