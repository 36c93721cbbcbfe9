import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { IndexDocument } from '../../../../src/contract/documents.ts';
import { chartFile, chartPageFile, FEATURED_FILE } from '../../../../src/contract/routes.ts';
import { featureChart } from '../../../../src/pipeline/charts/feature-chart.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';

const chart = (kind: string, axis: string, positions: number[], shown: number) => ({
  kind,
  x: { kind: axis, positions },
  series: Array.from({ length: shown }, () => ({ shown: true, values: positions })),
});
const CHARTS = {
  bars: chart('bars', 'category', [...Array(40).keys()], 4),
  histogram: chart('histogram', 'year', [1000, 2000], 1),
  alone: chart('lines', 'year', [1500, 2000], 1),
  months: chart('lines', 'month', [23_000, 24_000], 2),
  years: chart('lines', 'year', [1950, 2020], 2),
  fuller: chart('lines', 'year', [1950, 1980, 2020], 2),
};

/** The dataset whose chart the home page shows if there are these charts, and how many problems are reported. */
function featuredOf(names: (keyof typeof CHARTS)[], featured?: string): [config: string | null, problems: number] {
  const files = names.flatMap((name) => [
    [chartFile('data', name), JSON.stringify(CHARTS[name])],
    [chartPageFile(name), '{}'],
  ]);
  const folder = folderWith(Object.fromEntries(files));
  const datasets = ['none', ...names].map((config) => ({ config }));
  const catalogue: unknown = { language: 'en', direction: 'ltr', datasets, featured };
  const problems = featureChart(folder, catalogue as IndexDocument);
  return [JSON.parse(readFileSync(join(folder, FEATURED_FILE), 'utf8')), problems.length];
}

test('the home page shows the chart that compares several series over the longest time, or one that is nearly such', () => {
  expect(featuredOf(['bars', 'histogram', 'alone', 'months', 'years', 'fuller'])).toEqual(['months', 0]);
  expect(featuredOf(['alone', 'years', 'fuller'])).toEqual(['fuller', 0]);
  expect(featuredOf(['histogram', 'bars', 'alone'])).toEqual(['alone', 0]);
  expect(featuredOf(['histogram', 'bars'])).toEqual(['bars', 0]);
  expect(featuredOf([])).toEqual([null, 0]);
});

test('it shows the chart that the publisher has chosen; a dataset without a chart is a hint, and one of another build is not', () => {
  expect(featuredOf(['bars', 'years'], 'bars')).toEqual(['bars', 0]);
  expect(featuredOf(['bars', 'years'], 'none')).toEqual(['years', 1]);
  expect(featuredOf(['bars', 'years'], 'elsewhere')).toEqual(['years', 0]);
});
