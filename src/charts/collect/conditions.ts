import { fill } from '../../texts/fill-text.ts';
import type { ChartRecord, ChartTexts, Condition } from '../chart-data.ts';

/** Whether a record has the values that the publisher wants. A number matches its digits as a text. */
export function matches(record: ChartRecord, only: readonly Condition[]): boolean {
  return only.every(({ column, value }) => {
    const found = record[column] ?? null;
    return found !== null && String(found) === String(value);
  });
}

/** Says which records are drawn: by the publisher's conditions, and by columns that are fixed at one value. Empty if all are. */
export function conditionsNote(
  only: readonly Condition[],
  fixed: readonly { column: string; value: string | number | null }[],
  texts: ChartTexts,
): string[] {
  const conditions = [...only, ...fixed].map(({ column, value }) => `${column} = ${value ?? '–'}`);
  return conditions.length === 0 ? [] : [fill(texts.onlyRows, { conditions: conditions.join(', ') })];
}
