import type { ChartDocument } from '../contract/chart-document.ts';

/** The table behind a chart: its header, and rows of the time or category and the values of the shown series. */
export interface ChartTable {
  head: readonly string[];
  rows: readonly { label: string; values: readonly (number | null)[] }[];
  /** Only every such row is in the table, and those with a least or greatest value; 1 if all are. */
  step: number;
  /** Number of all rows. */
  count: number;
}

/** Maximum rows of a table that has all. */
const MAX_ROWS = 60;
/** About how many rows a table has that would have more: the page around it stays small. */
const THINNED_ROWS = 10;

/**
 * The numbers of the shown series: all rows up to `MAX_ROWS`, of more an even selection of at most `THINNED_ROWS` that ends with the last.
 * The first least and the first greatest value of each series are always among them.
 */
export function chartTable({ x, series }: ChartDocument): ChartTable {
  const shown = series.filter((one) => one.shown);
  const count = x.labels.length;
  const step = count <= MAX_ROWS ? 1 : Math.ceil(count / THINNED_ROWS);
  const extremes = new Set(shown.flatMap(({ values }) => extremePlaces(values)));
  const kept = x.labels.flatMap((label, index) =>
    (count - 1 - index) % step === 0 || extremes.has(index)
      ? [{ label, values: shown.map(({ values }) => values[index] ?? null) }]
      : [],
  );
  return { head: [x.title, ...shown.map(({ name }) => name)], rows: kept, step, count };
}

function extremePlaces(values: readonly (number | null)[]): number[] {
  let [least, greatest] = [-1, -1];
  values.forEach((value, index) => {
    if (value === null) return;
    if (least < 0 || value < (values[least] ?? value)) least = index;
    if (greatest < 0 || value > (values[greatest] ?? value)) greatest = index;
  });
  return [least, greatest];
}
