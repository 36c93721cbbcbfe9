import type { ChartDocument } from '../contract/chart-document.ts';
import { MAX_SERIES } from '../contract/limits.ts';

/** A series that a reader has chosen, and the index of the colour that it keeps while it is shown. */
export interface ChosenSeries {
  name: string;
  colour: number;
}

/** The series that a chart shows initially. */
export function firstChosen({ series }: ChartDocument): ChosenSeries[] {
  return series.filter(({ shown }) => shown).map(({ name }, colour) => ({ name, colour }));
}

/**
 * Adds a series at the end of `chosen`, or removes it if it is already chosen. A new series gets a free colour. If `MAX_SERIES` are
 * already chosen, the new one replaces the first and takes over its colour. The last remaining series cannot be removed.
 */
export function toggleSeries(chosen: readonly ChosenSeries[], name: string): ChosenSeries[] {
  const others = chosen.filter((series) => series.name !== name);
  if (others.length < chosen.length) return others.length === 0 ? [...chosen] : others;
  const [oldest, ...younger] = chosen;
  if (oldest && chosen.length >= MAX_SERIES) return [...younger, { name, colour: oldest.colour }];
  const taken = new Set(chosen.map(({ colour }) => colour));
  const colour = [...Array(MAX_SERIES).keys()].find((free) => !taken.has(free)) ?? 0;
  return [...chosen, { name, colour }];
}

/**
 * Returns the chart with the chosen series shown, in the order of their colours. Unknown names are ignored. The summary is replaced with
 * the names of the series, since its sentences may describe other series.
 */
export function showSeries(document: ChartDocument, chosen: readonly ChosenSeries[]): ChartDocument {
  const shown = [...chosen]
    .sort((a, b) => a.colour - b.colour)
    .flatMap(({ name, colour }) => {
      const found = document.series.find((series) => series.name === name);
      return found ? [{ found, colour }] : [];
    })
    .slice(0, MAX_SERIES);
  const others = document.series.filter((series) => !shown.some(({ found }) => found === series));
  // A single line has no name beside it, so the measure states the name.
  const { choice, measure } = document;
  const alone = choice && shown.length === 1 ? shown[0]?.found.name : '';
  return {
    ...document,
    measure: alone && measure ? `${measure} (${alone})` : alone || measure,
    caption: document.notes,
    summary: shown.map(({ found }) => found.name).join(', '),
    details: [],
    series: [
      ...shown.map(({ found, colour }) => ({ ...found, shown: true, colour })),
      ...others.map((series) => ({ ...series, shown: false })),
    ],
  };
}
