import type { ChartDocument } from '../contract/chart-document.ts';
import { extremes, valuesIn } from './extremes.ts';

/** Data table of a chart. Each row has a time, category or interval and the values of the shown series. */
export interface ChartTable {
  head: readonly string[];
  rows: readonly { label: string; values: readonly (number | null)[] }[];
  /** Every `step`-th row is kept, in addition to those with a minimum or maximum; 1 if all rows are kept. */
  step: number;
  /** Number of rows before any were left out. */
  count: number;
}

/** Tables with more rows than this are thinned out. */
const MAX_ROWS = 60;
/** Maximum number of evenly spaced rows kept in a thinned-out table, so that the page stays small. */
const THINNED_ROWS = 10;

/**
 * Table of the shown series. If there are more than `MAX_ROWS` rows, it has at most `THINNED_ROWS` evenly spaced ones, which include the
 * last, and those in which a series first reaches its minimum or maximum.
 */
export function chartTable({ x, series }: ChartDocument): ChartTable {
  const shown = series.filter((one) => one.shown);
  const count = x.labels.length;
  const step = count <= MAX_ROWS ? 1 : Math.ceil(count / THINNED_ROWS);
  const notable = new Set(shown.flatMap(({ values }) => extremes(valuesIn(values)).map(({ index }) => index)));
  const kept = x.labels.flatMap((label, index) =>
    (count - 1 - index) % step === 0 || notable.has(index)
      ? [{ label, values: shown.map(({ values }) => values[index] ?? null) }]
      : [],
  );
  return { head: [x.title, ...shown.map(({ name }) => name)], rows: kept, step, count };
}
