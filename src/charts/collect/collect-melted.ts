import { MAX_SERIES } from '../../contract/limits.ts';
import type { Collector, RecordsPlan } from '../chart-data.ts';
import type { YearColumns } from '../rules/year-columns.ts';
import { drawable } from './collect-lines.ts';
import { conditionsNote } from './conditions.ts';
import { linesDocument, type RawSeries } from './lines-document.ts';

/** Lines of a table with a column for each year: each record is a series. */
export interface MeltedPlan extends RecordsPlan, YearColumns {
  kind: 'melted';
  show: readonly string[] | null;
}

/** Maximum number of records that become series. */
const MAX_KEPT = 5000;

/** Collects the records of a table with a column for each year. Each of the first `MAX_KEPT` records with a value becomes a series. */
export function collectMelted(plan: MeltedPlan): Collector {
  const { years, names } = plan;
  const records: { names: string[]; points: Map<number, number | null> }[] = [];
  return {
    add(record) {
      const points = new Map<number, number | null>();
      for (const { column, year } of years) points.set(year, drawable(record[column]));
      if (records.length < MAX_KEPT && [...points.values()].some((value) => value !== null)) {
        records.push({ names: names.map(({ name }) => String(record[name] ?? '–')), points });
      }
    },
    end(words) {
      const series = nameSeries(records.map((record) => record.names)).map(
        (name, index): RawSeries => ({ name, points: records[index]?.points ?? new Map() }),
      );
      return linesDocument({
        title: plan.title,
        measure: plan.measure,
        unit: plan.unit,
        timeLabel: words.texts.year,
        kind: 'year',
        labels: new Map(years.map(({ year, label }) => [year, label])),
        choice: names[0]?.short ?? words.texts.rows,
        rule: 'entities',
        show: plan.show,
        shown: MAX_SERIES,
        series,
        notes: conditionsNote(plan.only, [], [], words.texts),
        words,
      });
    },
  };
}

/** Names each record by its first value, or by its number if it has no values. Repeated names get further values, then a number. */
function nameSeries(records: readonly (readonly string[])[]): string[] {
  let names = records.map(([first], index) => first ?? String(index + 1));
  for (let column = 1; column < 3; column++) {
    const repeated = repeatedNames(names);
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

function repeatedNames(names: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(names.filter((name) => seen.has(name) || !seen.add(name)));
}
