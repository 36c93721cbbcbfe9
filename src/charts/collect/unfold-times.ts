import { type ChartRecord, type TimeColumn, UNFOLDED } from '../chart-data.ts';

/**
 * Turns each record into one for each column of a time, as in a long table, with its values in the columns `names`. Where these are the same as
 * of records before, the first gets a number, so that every record stays a series.
 */
export function* unfoldTimes(records: Iterable<ChartRecord>, columns: readonly TimeColumn[], names: readonly string[]) {
  const counts = new Map<string, number>();
  for (const record of records) {
    const values = names.map((name) => record[name] ?? null);
    const key = JSON.stringify(values);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > 1 && values[0] !== null) values[0] = `${values[0]} (${count})`;
    const named = Object.fromEntries(names.map((name, at) => [name, values[at] ?? null]));
    for (const { column, text } of columns) {
      yield { ...named, [UNFOLDED.time]: text, [UNFOLDED.value]: record[column] ?? null };
    }
  }
}
