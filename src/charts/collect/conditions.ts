import { fill } from '../../texts/fill-text.ts';
import type { ChartColumn, ChartRecord, ChartTexts, Condition } from '../chart-data.ts';

/** Yields the records that meet the publisher's conditions. A number matches a string with the same digits. */
export function* matching(records: Iterable<ChartRecord>, only: readonly Condition[]): Generator<ChartRecord> {
  for (const record of records) {
    const isDrawn = only.every(({ column, value }) => {
      const found = record[column] ?? null;
      return found !== null && String(found) === String(value);
    });
    if (isDrawn) yield record;
  }
}

/** Label of a measure, with the values of any fixed columns: `Persons (female)`. */
export function labelWith(label: string, values: readonly (string | number | null)[]): string {
  return values.length === 0 ? label : `${label} (${values.map((value) => value ?? '–').join(', ')})`;
}

/** Note on which records are drawn, given the publisher's conditions and the values of the `fixed` columns; empty if all are drawn. */
export function conditionsNote(
  only: readonly Condition[],
  fixed: readonly ChartColumn[],
  values: readonly (string | number | null)[],
  texts: ChartTexts,
): string[] {
  const ofFixed = values.map((value, index) => ({ column: fixed[index]?.name, label: null, value }));
  const conditions = [...only, ...ofFixed].map(({ column, label, value }) => `${column} = ${label ?? value ?? '–'}`);
  return conditions.length === 0 ? [] : [fill(texts.onlyRows, { conditions: conditions.join(', ') })];
}
