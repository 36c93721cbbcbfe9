import type { Place, RecordBlock } from '../../model.ts';
import { trimBlanks } from '../numbers/read-number.ts';
import type { Found } from './inspected-column.ts';

/*
 * Findings are what is known about some consecutive cells of a column, as plain data that threads exchange: counts, facts that hold once a
 * cell shows them, and sets and maps of what occurs. The key of a first occurrence begins with "first".
 */

/** Adds the findings of the cells that follow, `next`, to those of the cells before them. */
export function addFindings<T extends object>(all: T, next: T): void {
  for (const key of Object.keys(all) as (keyof T & string)[]) {
    if (all[key] === null || !key.startsWith('first')) all[key] = together(all[key], next[key]) as T[typeof key];
  }
}

/** Counts are added, facts hold if one of both does, sets and maps are united; a string stays as it is. */
function together(one: unknown, next: unknown): unknown {
  if (one === null || next === null) return one ?? next;
  if (typeof one === 'number') return one + (next as number);
  if (typeof one === 'boolean') return one || next;
  if (one instanceof Set) for (const it of next as typeof one) one.add(it);
  else if (one instanceof Map) {
    for (const [key, it] of next as typeof one) one.set(key, one.has(key) ? together(one.get(key), it) : it);
  } else if (typeof one === 'object') addFindings(one, next as object);
  return one;
}

/** What was found, with one more cell. */
export function oneMore(found: Found | null | undefined, placeOf: () => Place): Found {
  if (!found) return { count: 1, first: placeOf() };
  found.count += 1;
  return found;
}

/** Reads the records of a file again. */
export type ReadAgain = () => Iterable<RecordBlock>;

/** Place of the first cell of a column, given by its index, that has a value, apart from blanks around it; null if none has. */
export function findValue(value: string, cell: number, blocks: Iterable<RecordBlock>): Place | null {
  for (const block of blocks) {
    const record = block.records.findIndex((it) => trimBlanks(it[cell] as string) === value);
    if (record >= 0) return block.placeOf(record, cell);
  }
  return null;
}
