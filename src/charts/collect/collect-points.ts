import type { ChartDocument, ChartSeries } from '../../contract/chart-document.ts';
import { fill } from '../../texts/fill-text.ts';
import { intlNumbers } from '../../texts/intl-formats.ts';
import type { ChartColumn, ChartRecord, ChartWords } from '../chart-data.ts';
import { extremes, spansMagnitudes, valuesIn } from '../extremes.ts';
import { numberFormat } from '../numbers.ts';
import type { RecordsPlan } from '../rules/profile-plans.ts';
import { ofOne, type Summarize, sentenceOf, summarized, summarizeRanges } from '../summarize.ts';
import { drawable } from './collect-lines.ts';
import { conditionsNote } from './conditions.ts';
import { totalRows, totalsNote } from './totals.ts';

/** Points with two numbers each: places on a map, or things with two measures. */
export interface PointsPlan extends RecordsPlan {
  kind: 'points';
  /** Whether the points are places. */
  isMap: boolean;
  /** Longitudes, or the measure of the horizontal axis. */
  across: ChartColumn;
  /** Latitudes, or the measure of the vertical axis. */
  up: ChartColumn;
  /** Column whose values name the points; null if there is no such column. */
  name: ChartColumn | null;
}

/** Maximum number of points in a chart. Of more, an even selection is drawn. */
const MAX_POINTS = 2000;

/**
 * Draws a point for each place, or for each record of two measures, from left to right: the positions are the numbers of the horizontal
 * axis, and the two series those of the vertical and of the horizontal one. Null if fewer than two records have different points.
 */
export function collectPoints(
  plan: PointsPlan,
  records: Iterable<ChartRecord>,
  words: ChartWords,
): ChartDocument | null {
  const { isMap, title, across, up, name, only } = plan;
  const { texts, language } = words;
  const found = new Map<string, { name: string; x: number; y: number }>();
  let without = 0;
  for (const record of records) {
    const [x, y] = [drawable(record[across.name]), drawable(record[up.name])];
    if (x === null || y === null) {
      without++;
      continue;
    }
    const place = `${y}, ${x}`;
    const label = String((name && record[name.name]) ?? place);
    const key = isMap ? place : `${label}: ${place}`;
    if (!found.has(key)) found.set(key, { name: label, x, y });
  }
  const points = [...found.values()].map((point) => ({ ...point, value: point.y, others: [point.x] }));
  const totals = isMap || !name ? [] : totalRows(points, name.name, language).map((point) => point.name);
  const things = points.filter((point) => !totals.includes(point.name));
  if (things.length < 2) return null;
  const step = Math.ceil(things.length / MAX_POINTS);
  const drawn = things.filter((_, index) => index % step === 0).sort((a, b) => a.x - b.x);
  const valuesOf = (axis: 'x' | 'y'): number[] => drawn.map((point) => point[axis]);
  const count = (number: number): string => intlNumbers(language).format(number);
  const counts = { shown: count(drawn.length), count: count(things.length) };
  const axes = [{ ...across, axis: 'x' } as const, { ...up, axis: 'y' } as const];
  const logarithmic = axes.filter(({ axis }) => !isMap && spansMagnitudes(valuesOf(axis))).map(({ short }) => short);
  const names = new Intl.ListFormat(language).format(logarithmic);
  const notes = [
    ...conditionsNote(only, [], [], texts),
    step > 1 ? fill(texts.pointsDrawn, counts) : isMap ? fill(texts.places, counts) : '',
    ...totalsNote(totals, words),
    without > 0 ? fill(isMap ? texts.withoutPlace : texts.withoutValue, { count: count(without) }) : '',
    names && fill(texts.logarithmicAxis, { names }),
  ];
  const caption = notes.filter(Boolean).join(' ');
  const seriesOf = ({ short, unit }: ChartColumn, axis: 'x' | 'y'): ChartSeries => ({
    ...{ name: short, values: valuesOf(axis), shown: true, reach: null },
    ...(!isMap && { unit }),
  });
  return summarized(
    {
      ...{ kind: isMap ? 'points' : 'scatter', title, measure: null, caption, notes: caption },
      x: {
        title: name?.label ?? `${up.label}, ${across.label}`,
        ...{ kind: 'number', labels: drawn.map((point) => point.name), positions: valuesOf('x') },
      },
      series: [seriesOf(up, 'y'), seriesOf(across, 'x')],
    },
    words,
    isMap ? summarizeMap(counts.count) : summarizeRanges,
  );
}

/** Returns a function that states how far places reach, given their number. */
function summarizeMap(count: string): Summarize {
  return ({ x: { positions }, series: [latitudes] }, { texts, language }) => {
    const degrees = (value: number): string => `${numberFormat(language)(value / 10)}°`;
    // No place is outside.
    const reach = (least = 0, most = 0) => [degrees(Math.floor(least * 10)), degrees(Math.ceil(most * 10))] as const;
    const [south, north] = reach(...extremes(valuesIn(latitudes?.values ?? [])).map(({ value }) => value));
    const [west, east] = reach(positions[0], positions.at(-1));
    return ofOne(sentenceOf(texts.summaryPlaces, { count, south, north, west, east }));
  };
}
