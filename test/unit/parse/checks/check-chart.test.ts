import { expect, test } from 'vitest';
import { undescribedSource } from '../../../../src/discover/describe-source.ts';
import { NO_DETAILS } from '../../../../src/discover/sidecar/read-sidecar.ts';
import type { ChartChoice, ColumnDescription, Source } from '../../../../src/model.ts';
import { checkChart, publishedChart } from '../../../../src/parse/checks/check-chart.ts';
import { PLAIN_FORMAT } from '../../../support/tables/plain-format.ts';
import { reportsOfStep } from '../../../support/tables/reports.ts';

/** Columns of a file by their names there, with the names under which they are published. */
function columnsOf(names: Readonly<Record<string, string>>): Map<string, ColumnDescription> {
  return new Map(Object.entries(names).map(([name, rename]) => [name, { rename } as ColumnDescription]));
}

const COLUMNS = columnsOf({ yr: 'year', rent: 'rent', a: 'b', b: 'c' });

function reportsFor(chart: ChartChoice): string[][] {
  const source: Source = {
    ...undescribedSource('x.csv', 'x.csv'),
    format: { ...PLAIN_FORMAT, omitted: ['secret'] },
    about: { ...NO_DETAILS, chart },
    columns: COLUMNS,
  };
  return reportsOfStep((report) => checkChart(source, [...COLUMNS.keys()], report));
}

test('a chart may name columns as they are published, and as they are in the file', () => {
  expect(reportsFor({ x: 'year', y: ['rent', 'c'], series: 'a' })).toEqual([]);
  expect(reportsFor({ x: 'yr', y: ['rent'] })).toEqual([]);
  expect(reportsFor({ only: { yr: 1999, c: 'x' } })).toEqual([]);
  expect(reportsFor({ type: 'none' })).toEqual([]);
});

test('a column that does not exist is an error with a suggestion, and one that is left out is said to be', () => {
  expect(
    reportsFor({ x: 'yeer', y: ['rent', 'nothing-like-it'], series: 'secret', only: { yaer: 1 } })
      .flat()
      .join('\n'),
  ).toMatch(
    /"chart\.x" names a column "yeer" that x\.csv does not have \(did you mean "year"\?\)[\s\S]*"chart\.y" names a column "nothing-like-it" that x\.csv does not have\n[\s\S]*"chart\.series" names the column "secret", which is not published[\s\S]*"chart\.only" names a column "yaer"/,
  );
});

test('the published chart has the names of published columns; where a name is both, it is the published one', () => {
  const chart = { type: 'line', x: 'yr', y: ['rent', 'b'], series: 'a', show: ['a'], title: 'yr' } as const;
  expect(publishedChart(chart, COLUMNS)).toEqual({ ...chart, x: 'year', series: 'b' });
  expect(publishedChart({ only: { yr: 1999, b: 'x' } }, COLUMNS)).toEqual({ only: { year: 1999, b: 'x' } });
  expect(publishedChart(null, COLUMNS)).toBeNull();
});
