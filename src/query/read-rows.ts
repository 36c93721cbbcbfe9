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
  const runs = runsOf(
    numbers.map((start) => ({ start, end: start + 1 })),
    MAX_GAP,
  );
  return runs.map(({ start, end }) => ({ from: start, to: end }));
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
  const rows = new Map<number, AnyRow>();
  const waiting = [...ranges];
  const readNext = async (): Promise<void> => {
    for (let range = waiting.shift(); range; range = waiting.shift()) {
      let number = range.from;
      for (const part of await planParts(service, table, range, signal)) {
        for (const row of await part(signal)) {
          rows.set(number, row);
          number += 1;
        }
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_A_TIME }, readNext));
  } finally {
    // After a failure, the others read nothing more.
    waiting.length = 0;
  }
  return rows;
}
