import { fill } from '../../texts/fill-text.ts';
import type { ChartColumn, ChartRecord, ChartTexts, Condition } from '../chart-data.ts';

/** Whether a record has the values that the publisher wants. A number matches its digits as a text. */
export function matches(record: ChartRecord, only: readonly Condition[]): boolean {
  return only.every(({ column, value }) => {
    const found = record[column] ?? null;
    return found !== null && String(found) === String(value);
  });
}

/** Says which records are drawn: by the publisher's conditions, and by the values of `fixed` columns. Empty if all are. */
export function conditionsNote(
  only: readonly Condition[],
  fixed: readonly ChartColumn[],
  values: readonly (string | number | null)[],
  texts: ChartTexts,
): string[] {
  const ofFixed = values.map((value, index) => ({ column: fixed[index]?.name, value }));
  const conditions = [...only, ...ofFixed].map(({ column, value }) => `${column} = ${value ?? '–'}`);
  return conditions.length === 0 ? [] : [fill(texts.onlyRows, { conditions: conditions.join(', ') })];
}
