import type { ChartDocument } from './chart-data.ts';

/** The table behind a chart: its header, and rows of the time or category and the values of the shown series. */
export interface ChartTable {
  head: readonly string[];
  rows: readonly { label: string; values: readonly (number | null)[] }[];
  /** Only every such row is in the table; 1 if all are. */
  step: number;
  /** Number of all rows. */
  count: number;
}

/** The numbers of the shown series, thinned out evenly to at most `most` rows; the last row is always among them. */
export function chartTable({ x, series }: ChartDocument, most = 60): ChartTable {
  const shown = series.filter((one) => one.shown);
  const count = x.labels.length;
  const step = Math.max(1, Math.ceil(count / Math.max(1, most)));
  const kept = x.labels.flatMap((label, index) =>
    (count - 1 - index) % step === 0 ? [{ label, values: shown.map(({ values }) => values[index] ?? null) }] : [],
  );
  return { head: [x.title, ...shown.map(({ name }) => name)], rows: kept, step, count };
}
