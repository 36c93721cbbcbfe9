import { describe, expect, test } from 'vitest';
import type { ChartRecord } from '../../../src/charts/chart-data.ts';
import { type ChartPlan, collectChart } from '../../../src/charts/collect-chart.ts';
import { canRank, columnsOf, otherMeasures, rankingPlan } from '../../../src/charts/other-charts.ts';
import { TEXTS } from '../../../src/texts/texts.ts';
import { chartOf, csvOf } from '../../support/builds/chart-of.ts';

const words = { texts: TEXTS.en.chart, language: 'en' };
const COUNTRIES = ['Chad', 'Fiji', 'Peru', 'Togo'];
const MONTHS = ['january', 'february', 'march'];

/** A table of two measures by country, year and month, of which a text and a further measure are no part of the chart. */
const byMonth = COUNTRIES.flatMap((country, at) =>
  [2019, 2020].flatMap((year) =>
    MONTHS.map((month, part) => ({
      country,
      year,
      month,
      price: 10.5 * (at + 1) + part,
      sales: 900.25 - at * 100 + part * year,
      note: part === 1 ? 'read again' : '',
    })),
  ),
);
/** A table with a column for each year. */
const byYear = COUNTRIES.map((country, at) => ({
  country,
  ...Object.fromEntries([2001, 2002, 2003, 2004, 2005, 2006].map((year) => [`${year}`, (year % 7) * (at + 1) + 0.5])),
}));

/** A table with a column for each quarter, and three rows of each country. */
const byQuarter = COUNTRIES.flatMap((country, at) =>
  ['maize', 'rice', 'wheat'].map((crop, of) => ({
    country,
    crop,
    ...Object.fromEntries([1, 2, 3, 4, 5].map((it) => [`Sales 201${it} Q1`, it * (at + 1) + of + 0.5])),
  })),
);
const months = (at: number) =>
  Object.fromEntries('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ').map((it, of) => [it, at + of + 0.5]));

function madeOf(records: readonly ChartRecord[]) {
  const header = Object.keys(records[0] ?? {});
  const made = chartOf(
    csvOf(
      header,
      records.map((record) => header.map((name) => record[name] ?? '')),
    ),
  );
  const plan = made.plan as ChartPlan;
  if (!('only' in plan)) throw new Error('made from the profile');
  return { ...made, plan };
}

describe('a chart that a reader asks for', () => {
  test.each([
    ['lines', byMonth],
    ['lines of year columns', byYear],
    ['lines of columns with common words', byQuarter],
    [
      'columns of months',
      byQuarter.map((record, at) => ({ country: record.country, crop: record.crop, ...months(at) })),
    ],
    ['pairs', COUNTRIES.map((country, at) => ({ country, sales_2016: at * 3.5, other: 'x', sales_2017: at + 2.5 }))],
    ['bars', byMonth.slice(0, 6).map(({ month, price, year }) => ({ item: `${month} ${year}`, price, unused: 'x' }))],
  ])('is made of the columns that its plan names alone: %s', (_, records) => {
    const { plan, chart } = madeOf(records);
    const names = columnsOf(plan);
    const reduced = records.map((record: ChartRecord) =>
      Object.fromEntries(names.map((name) => [name, record[name] ?? null])),
    );
    expect(collectChart(plan, reduced, words)).toEqual(chart);
  });

  test('ranks the series of lines at one time, a year with a month here, and states it beside the measure', () => {
    const { plan } = madeOf(byMonth);
    if (!canRank(plan)) throw new Error('cannot be ranked');
    const chart = collectChart(rankingPlan(plan, ['2020', 'february'], words), byMonth, words);
    expect(chart).toMatchObject({ kind: 'bars', measure: 'Price, Feb 2020', x: { labels: [...COUNTRIES].reverse() } });
    expect(chart?.series[0]?.values).toEqual([43, 32.5, 22, 11.5]);
  });

  test('ranks the rows of a table with a column for each year', () => {
    const { plan } = madeOf(byYear);
    if (!canRank(plan)) throw new Error('cannot be ranked');
    const chart = collectChart(rankingPlan(plan, ['2003'], words), byYear, words);
    expect(chart).toMatchObject({ kind: 'bars', measure: '2003', x: { labels: [...COUNTRIES].reverse() } });
    expect(chart?.series[0]?.values).toEqual([4.5, 3.5, 2.5, 1.5]);
  });

  test('ranks rows at the time of a column, among those of one value of what else tells them apart', () => {
    const { plan, chart: drawn } = madeOf(byQuarter);
    if (!canRank(plan)) throw new Error('cannot be ranked');
    expect(drawn).toMatchObject({ measure: 'Sales (Crop: maize)', caption: 'Only rows with Crop: maize.' });
    const chart = collectChart(rankingPlan(plan, ['Sales 2013 Q1'], words), byQuarter, words);
    expect(chart).toMatchObject({ kind: 'bars', measure: 'Sales, Q1 2013 (Crop: maize)' });
    expect(chart?.series[0]?.values).toEqual([12.5, 9.5, 6.5, 3.5]);
  });

  test('offers the measures that the chart does not show', () => {
    const names = (records: readonly ChartRecord[]): string[] => {
      const { plan, profile } = madeOf(records);
      return otherMeasures(profile, plan).map(({ name }) => name);
    };
    expect(names(byMonth)).toEqual(['sales']);
    expect(names(byYear)).toEqual([]);
  });
});
