import type { Place } from '../../model.ts';
import type { ReadAgain } from '../evidence/findings.ts';

/** Maximum number of places that are listed for a rule. */
export const MAX_PLACES = 20;

/** Records whose values repeat those of an earlier record. */
export interface Repeats {
  count: number;
  /** The cells of the first `MAX_PLACES` of them, and the place of the first of these cells. */
  first: readonly { cells: readonly string[]; place: Place }[];
}

/**
 * Finds the records in which the combined values of some columns repeat those of an earlier record; null if there are none. `columns` maps
 * the index of each cell to a function that returns its value, such that equal values are equal strings, or null. Records with a null are
 * left out. Needs some 16 bytes a record. Reads the records twice, or once if nothing repeats.
 */
export function findRepeats(
  readAgain: ReadAgain,
  columns: ReadonlyMap<number, (cell: string) => string | null>,
): Repeats | null {
  const cells = [...columns.keys()];
  const readers = [...columns];
  const valuesIn = (record: readonly string[]): string[] | null => {
    const values: string[] = [];
    for (const [cell, read] of readers) {
      const value = read(record[cell] as string);
      if (value === null) return null;
      values.push(value);
    }
    return values;
  };
  let hashes = new Float64Array(1024);
  let length = 0;
  for (const { records } of readAgain(cells)) {
    for (const record of records) {
      const values = valuesIn(record);
      if (!values) continue;
      if (length === hashes.length) {
        const longer = new Float64Array(length * 2);
        longer.set(hashes);
        hashes = longer;
      }
      hashes[length] = hashOf(values);
      length += 1;
    }
  }
  const sorted = hashes.subarray(0, length).sort();
  const suspects = new Set(sorted.filter((hash, index) => hash === sorted[index - 1]));
  if (suspects.size === 0) return null;
  const seen = new Set<string>();
  const first: Repeats['first'][number][] = [];
  let count = 0;
  for (const { records, placeOf } of readAgain(cells)) {
    for (const [index, record] of records.entries()) {
      const values = valuesIn(record);
      if (!values || !suspects.has(hashOf(values))) continue;
      const key = JSON.stringify(values);
      if (seen.has(key)) count += 1;
      else seen.add(key);
      if (count === first.length || first.length === MAX_PLACES) continue;
      first.push({ cells: cells.map((cell) => record[cell] as string), place: placeOf(index, cells[0] as number) });
    }
  }
  return count === 0 ? null : { count, first };
}

/** A 53-bit hash. Values that share one by chance are told from each other when the records are read again. */
function hashOf(values: readonly string[]): number {
  let [first, second] = [0x1b873593, 0x2f0b4a27];
  for (const value of values) {
    for (let at = 0; at <= value.length; at += 1) {
      // 0x10000, which is not a code unit, marks the end of a value.
      const code = at < value.length ? value.charCodeAt(at) : 0x10000;
      first = Math.imul(first ^ code, 0x5bd1e995);
      second = Math.imul(second ^ code, 0x85ebca6b);
      second ^= second >>> 15;
    }
  }
  return ((first ^ (first >>> 15) ^ second) >>> 11) * 2 ** 32 + (second >>> 0);
}
