import type { ColumnDescription, Place, RecordBlock } from '../../model.ts';
import { trimBlanks } from '../numbers/read-number.ts';

/*
 * Findings describe consecutive cells of a column as plain data that threads can exchange: counts, booleans that stay true once they have
 * been set, and sets and maps of what occurs. When findings are merged, a property whose name starts with "first" keeps its first value.
 */

/** Merges `next`, the findings from the cells that follow, into `all`, those from the cells before them. */
export function addFindings<T extends object>(all: T, next: T): void {
  for (const key of Object.keys(all) as (keyof T & string)[]) {
    if (all[key] === null || !key.startsWith('first')) all[key] = combine(all[key], next[key]) as T[typeof key];
  }
}

/** Adds counts, combines booleans with OR, and merges sets, maps and objects; a string keeps its first value. */
function combine(one: unknown, next: unknown): unknown {
  if (one === null || next === null) return one ?? next;
  if (typeof one === 'number') return one + (next as number);
  if (typeof one === 'boolean') return one || next;
  if (one instanceof Set) for (const it of next as typeof one) one.add(it);
  else if (one instanceof Map) {
    for (const [key, it] of next as typeof one) one.set(key, one.has(key) ? combine(one.get(key), it) : it);
  } else if (typeof one === 'object') addFindings(one, next as object);
  return one;
}

/** Number of cells, and the place of the first. */
export interface Found {
  count: number;
  first: Place;
}

/** Counts one more cell. `placeOf` is called for the first cell only. */
export function oneMore(found: Found | null | undefined, placeOf: () => Place): Found {
  if (!found) return { count: 1, first: placeOf() };
  found.count += 1;
  return found;
}

/** Reads the records of a file again. */
export type ReadAgain = () => Iterable<RecordBlock>;
/** Maps the indexes of some columns to their descriptions. */
export type DescribedColumns = ReadonlyMap<number, ColumnDescription>;

/** Place of the first cell of a column that equals `value`, apart from surrounding ASCII whitespace; null if no cell does. */
export function findValue(value: string, cell: number, blocks: Iterable<RecordBlock>): Place | null {
  for (const block of blocks) {
    const record = block.records.findIndex((it) => trimBlanks(it[cell] as string) === value);
    if (record >= 0) return block.placeOf(record, cell);
  }
  return null;
}
