import { type ChartDocument, MOST_SHOWN } from './chart-data.ts';

/** The same chart with other series shown, in the order of the names. Names that it does not have, and those above `MOST_SHOWN`, are left out. */
export function showSeries(document: ChartDocument, names: readonly string[]): ChartDocument {
  const shown = names
    .flatMap((name) => document.series.find((series) => series.name === name) ?? [])
    .slice(0, MOST_SHOWN);
  const others = document.series.filter((series) => !shown.includes(series));
  return {
    ...document,
    caption: document.notes,
    series: [
      ...shown.map((series) => ({ ...series, shown: true })),
      ...others.map((series) => ({ ...series, shown: false })),
    ],
  };
}
