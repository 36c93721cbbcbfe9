import type { ChartDocument } from '../../contract/chart-document.ts';
import { fill } from '../../texts/fill-text.ts';
import { intlNumbers } from '../../texts/intl-formats.ts';
import type { ChartColumn, ChartRecord, ChartWords, RecordsPlan } from '../chart-data.ts';
import { numberFormat } from '../numbers.ts';
import { ofOne, sentenceOf, summarized } from '../summarize.ts';
import { drawable } from './collect-lines.ts';
import { conditionsNote } from './conditions.ts';

/** Points on a map: one for each place. */
export interface PointsPlan extends RecordsPlan {
  kind: 'points';
  latitude: ChartColumn;
  longitude: ChartColumn;
  /** Column whose values name the places; null if there is no such column. */
  name: ChartColumn | null;
}

/** Maximum number of points in a chart. Of more places, an even selection is drawn. */
const MAX_POINTS = 2000;

/**
 * Draws the places of the records, each once, from west to east: the positions are longitudes, and the two series are latitudes and
 * longitudes. Null if fewer than two records have different places.
 */
export function collectPoints(
  plan: PointsPlan,
  records: Iterable<ChartRecord>,
  words: ChartWords,
): ChartDocument | null {
  const { title, latitude, longitude, name, only } = plan;
  const { texts, language } = words;
  const places = new Map<string, { label: string; north: number; east: number }>();
  let without = 0;
  for (const record of records) {
    const [north, east] = [drawable(record[latitude.name]), drawable(record[longitude.name])];
    if (north === null || east === null) {
      without++;
      continue;
    }
    const key = `${north}, ${east}`;
    if (!places.has(key)) places.set(key, { label: String((name && record[name.name]) ?? key), north, east });
  }
  if (places.size < 2) return null;
  const step = Math.ceil(places.size / MAX_POINTS);
  const drawn = [...places.values()].filter((_, index) => index % step === 0).sort((a, b) => a.east - b.east);
  const [norths, easts] = [drawn.map(({ north }) => north), drawn.map(({ east }) => east)];
  const count = (number: number): string => intlNumbers(language).format(number);
  const counts = { shown: count(drawn.length), count: count(places.size) };
  const notes = [
    ...conditionsNote(only, [], [], texts),
    fill(step === 1 ? texts.places : texts.placesDrawn, counts),
    ...(without > 0 ? [fill(texts.withoutPlace, { count: count(without) })] : []),
  ].join(' ');
  const degrees = (value: number): string => `${numberFormat(language)(Math.round(value * 10) / 10)}°`;
  return summarized(
    {
      kind: 'points',
      title,
      measure: null,
      caption: notes,
      notes,
      x: {
        title: name?.label ?? `${latitude.label}, ${longitude.label}`,
        kind: 'number',
        labels: drawn.map(({ label }) => label),
        positions: easts,
      },
      series: [
        { name: latitude.short, values: norths, shown: true, reach: null },
        { name: longitude.short, values: easts, shown: true, reach: null },
      ],
    },
    words,
    () =>
      ofOne(
        sentenceOf(texts.summaryPlaces, {
          count: counts.count,
          south: degrees(Math.min(...norths)),
          north: degrees(Math.max(...norths)),
          west: degrees(easts[0] ?? 0),
          east: degrees(easts.at(-1) ?? 0),
        }),
      ),
  );
}
