import type { ChartDocument } from '../contract/chart-document.ts';
import { extremes, valuesIn } from './extremes.ts';
import { seriesFormat } from './numbers.ts';

/** Tables with more rows than this are thinned out. */
const MAX_ROWS = 60;
/** Maximum number of evenly spaced rows kept in a thinned-out table, so that the page stays small. */
const THINNED_ROWS = 10;

/**
 * Data table of a chart, as texts. Each row has a time, category or interval and the values of the shown series. If there are more than
 * `MAX_ROWS` rows, every `step`-th is kept, at most `THINNED_ROWS`, which include the last, and those in which a series first reaches its minimum or
 * maximum. `count` is the number of rows before any were left out. The first cell of each row is the row's name.
 */
export function chartTable(document: ChartDocument, language: string) {
  const { x, series } = document;
  const shown = series.filter((one) => one.shown);
  const formats = shown.map((one) => seriesFormat(document, one, language));
  const count = x.labels.length;
  const step = count <= MAX_ROWS ? 1 : Math.ceil(count / THINNED_ROWS);
  const notable = new Set(shown.flatMap(({ values }) => extremes(valuesIn(values)).map(({ index }) => index)));
  const kept = x.labels.flatMap((label, index) =>
    (count - 1 - index) % step === 0 || notable.has(index)
      ? [[label, ...shown.map(({ values }, at) => formats[at]?.(values[index] ?? null) ?? '–')]]
      : [],
  );
  return { head: [x.title, ...shown.map(({ name }) => name)], rows: kept, step, count };
}
