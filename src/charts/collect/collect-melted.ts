import type { ChartDocument } from '../../contract/chart-document.ts';
import { MAX_SERIES } from '../../contract/limits.ts';
import type { ChartRecord, ChartWords, RecordsPlan } from '../chart-data.ts';
import type { YearColumns } from '../rules/year-columns.ts';
import { drawable } from './collect-lines.ts';
import { conditionsNote } from './conditions.ts';
import { linesDocument } from './lines-document.ts';

/** Lines of a table with a column for each year: each record is a series. */
export interface MeltedPlan extends RecordsPlan, YearColumns {
  kind: 'melted';
  show: readonly string[] | null;
}

/** Maximum number of records that become series. */
const MAX_KEPT = 5000;

/** Draws a table with a column for each year. Each of the first `MAX_KEPT` records with a value becomes a series. */
export function collectMelted(
  { years, names, title, measure, unit, show, only }: MeltedPlan,
  records: Iterable<ChartRecord>,
  words: ChartWords,
): ChartDocument | null {
  const kept: { names: string[]; points: Map<number, number | null> }[] = [];
  for (const record of records) {
    const points = new Map(years.map(({ column, year }) => [year, drawable(record[column])]));
    if ([...points.values()].every((value) => value === null)) continue;
    kept.push({ names: names.map(({ name }) => String(record[name] ?? '–')), points });
    if (kept.length === MAX_KEPT) break;
  }
  const seriesNames = nameSeries(kept.map((record) => record.names));
  return linesDocument({
    ...{ title, measure, unit, show },
    timeLabel: words.texts.year,
    kind: 'year',
    labels: new Map(years.map(({ year, label }) => [year, label])),
    choice: names[0]?.short ?? words.texts.rows,
    rule: 'entities',
    shown: MAX_SERIES,
    series: kept.map(({ points }, index) => ({ name: seriesNames[index] ?? '', points })),
    notes: conditionsNote(only, [], [], words.texts),
    words,
  });
}

/** Names each record by its first value, or by its number if it has no values. Repeated names get further values, then a number. */
function nameSeries(records: readonly (readonly string[])[]): string[] {
  let names = records.map(([first], index) => first ?? String(index + 1));
  for (let column = 1; column < 3; column++) {
    const seen = new Set<string>();
    const repeated = new Set(names.filter((name) => seen.has(name) || !seen.add(name)));
    names = names.map((name, index) => {
      const more = records[index]?.[column];
      return repeated.has(name) && more !== undefined && more !== name ? `${name}, ${more}` : name;
    });
  }
  const used = new Map<string, number>();
  return names.map((name) => {
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}
