/** The kind of script that takes an afternoon to write: it uses well-known libraries and a single thread, and keeps all data in memory. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { max, mean, min, quantileSorted, sampleStandardDeviation } from 'simple-statistics';
import { pagesOf, type ReadDataset, type Row, readDatasets } from './pages.ts';

const [rawData = '', out = ''] = process.argv.slice(2);
for (const dataset of readDatasets(rawData)) {
  for (const { path, page } of pagesOf(dataset)) write(path, page);
  write(`v1/datasets/${dataset.config}/schema.json`, describe(dataset));
}

function write(path: string, content: unknown): void {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), JSON.stringify(content));
}

function describe({ config, rows }: ReadDataset): unknown {
  const names = Object.keys(rows[0] ?? {});
  return { config, row_count: rows.length, columns: names.map((name) => describeColumn(name, rows)) };
}

function describeColumn(name: string, rows: readonly Row[]): unknown {
  const values = rows.map((row) => row[name]).filter((value) => value !== null && value !== undefined);
  const numbers = values.filter((value) => typeof value === 'number');
  const isNumeric = values.length > 0 && numbers.length === values.length;
  const samples = [...new Set(values)].slice(0, 5);
  const nulls = rows.length - values.length;
  return { name, null_count: nulls, sample_values: samples, stats: isNumeric ? statisticsOf(numbers) : null };
}

function statisticsOf(numbers: readonly number[]): unknown {
  const sorted = numbers.toSorted((a, b) => a - b);
  return {
    count: numbers.length,
    mean: mean(sorted),
    std: sampleStandardDeviation(sorted),
    min: min(sorted),
    q1: quantileSorted(sorted, 0.25),
    median: quantileSorted(sorted, 0.5),
    q3: quantileSorted(sorted, 0.75),
    max: max(sorted),
  };
}
