import { CELLS, record } from '../client/check.ts';
import { loadAhead } from '../client/load-ahead.ts';
import { type AnyRow, type PartReader, planParts } from '../client/parts.ts';
import type { Service } from '../client/service.ts';
import { parseDigits } from '../contract/parse-digits.ts';
import { runsOf } from './file/read-groups.ts';

/** Two records with at most this many others between them are read with one request if possible. */
const MAX_GAP = 100;
/** Number of requests at a time. */
const AT_A_TIME = 12;

/** Reads records with these numbers from the published pages. Returns them by number, with the digits of the source in all numbers. */
export async function readRows(
  service: Service,
  { config, count, columns }: { config: string; count: number; columns: readonly string[] },
  wanted: readonly number[],
  signal: AbortSignal,
): Promise<Map<number, AnyRow>> {
  const cells = columns.map((name) => [name, CELLS.object] as const);
  const table = { config, count, record: record(cells), parse: parseDigits };
  const records = wanted.map((start) => ({ start, end: start + 1 }));
  const ranges = runsOf(records, MAX_GAP).map(({ start, end }) => ({ from: start, to: end }));
  const parts: PartReader[] = [];
  const planned = loadAhead(ranges, AT_A_TIME, (range) => planParts(service, table, range, signal));
  for await (const plan of planned) parts.push(...plan);
  const numbers = ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at));
  const found = new Map<number, AnyRow>();
  for await (const rows of loadAhead(parts, AT_A_TIME, (part) => part(signal))) {
    for (const row of rows) found.set(numbers[found.size] as number, row);
  }
  return found;
}
