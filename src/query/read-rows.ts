import { CELLS, record } from '../client/check.ts';
import { type AnyRow, planParts, type Range } from '../client/parts.ts';
import type { Service } from '../client/service.ts';
import { parseDigits } from '../contract/parse-digits.ts';
import { runsOf } from './file/read-groups.ts';

/** Two records with at most this many others between them are read with one request if possible. */
const MAX_GAP = 100;
/** Number of requests at a time. */
const AT_A_TIME = 12;

/** Divides the numbers of records into ranges that are read together. */
export function rangesOf(numbers: readonly number[]): Range[] {
  const records = numbers.map((start) => ({ start, end: start + 1 }));
  return runsOf(records, MAX_GAP).map(({ start, end }) => ({ from: start, to: end }));
}

/** Reads records from the published pages. Returns them by their numbers, with the digits of the source in all numbers. */
export async function readRows(
  service: Service,
  { config, count, columns }: { config: string; count: number; columns: readonly string[] },
  ranges: readonly Range[],
  signal: AbortSignal,
): Promise<Map<number, AnyRow>> {
  const cells = columns.map((name) => [name, CELLS.object] as const);
  const table = { config, count, record: record(cells), parse: parseDigits };
  const plans = await atOnce(ranges, async (range) => [...(await planParts(service, table, range, signal))]);
  const rows = (await atOnce(plans.flat(), (part) => part(signal))).flat();
  const numbers = ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at));
  return new Map(numbers.map((number, at) => [number, rows[at] as AnyRow]));
}

/** Calls a function for each item, at most `AT_A_TIME` at a time, and returns the results in order. After a failure, calls it for no more. */
async function atOnce<T, R>(items: readonly T[], call: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...items.entries()];
  const callNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await call(next[1]);
  };
  try {
    await Promise.all(Array.from({ length: AT_A_TIME }, callNext));
  } finally {
    waiting.length = 0;
  }
  return results;
}
