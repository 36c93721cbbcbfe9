/* Finds the repeated rows of a file by their hashes. */

import { joinParts } from '../../contract/page-layout.ts';
import { lastAtMost } from '../../problems/text-position.ts';

/** Summary of the rows that repeat an earlier row. */
export type Duplicates = ReturnType<typeof countDuplicates>;

/**
 * Finds the rows that repeat an earlier row; null if no row does. `chunks` has the hashes of all rows in order, and is iterated several
 * times; NaN is ignored.
 */
export function findDuplicates(chunks: Iterable<Float64Array>): Duplicates | null {
  let rows = 0;
  for (const { length } of chunks) rows += length;
  const repeated = findRepeatedHashes(chunks, rows);
  return repeated.length > 0 ? countDuplicates(chunks, rows, repeated) : null;
}

/** Number of hash slots per row: enough that few rows share a slot by chance. */
const SLOTS_PER_ROW = 8;

/** The distinct hashes that occur more than once, in ascending order. Only hashes that share a slot are sorted. */
function findRepeatedHashes(chunks: Iterable<Float64Array>, rows: number): Float64Array {
  const slots = 2 ** Math.min(31, Math.ceil(Math.log2(rows * SLOTS_PER_ROW + 32)));
  const [taken, shared] = [new Uint32Array(slots / 32), new Uint32Array(slots / 32)];
  for (const hashes of chunks) {
    for (const hash of hashes) {
      const slot = hash & (slots - 1);
      const [word, bit] = [slot >>> 5, 1 << slot];
      if (((taken[word] as number) & bit) === 0) taken[word] = (taken[word] as number) | bit;
      else shared[word] = (shared[word] as number) | bit;
    }
  }
  const isShared = (hash: number): boolean =>
    ((shared[(hash & (slots - 1)) >>> 5] as number) & (1 << hash)) !== 0 && !Number.isNaN(hash);
  const suspects = Array.from(chunks, (hashes) => new Uint8Array(hashes.filter(isShared).buffer));
  const all = new Float64Array(joinParts(suspects).buffer);
  return all.sort().filter((hash, index) => hash === all[index - 1] && hash !== all[index - 2]);
}

function countDuplicates(chunks: Iterable<Float64Array>, all: number, repeated: Float64Array) {
  /** For each repeated hash, the number of its first row, from 1. It is 0 before that row, and negated once the hash occurs again. */
  const rows = new Int32Array(repeated.length);
  let count = 0;
  /** Number of rows that repeat at least two earlier rows. */
  let thirds = 0;
  /** Number of repeats that continue a copied block: the row above is a copy of the row above the original. */
  let inOrder = 0;
  /** Row numbers, from 0, of the first repeat and of the row that it repeats. */
  let first: { row: number; earlier: number } | null = null;
  let previous = -2;
  let row = -1;
  for (const hashes of chunks) {
    for (const hash of hashes) {
      row += 1;
      const index = lastAtMost(repeated, hash);
      const isRepeated = repeated[index] === hash;
      const known = isRepeated ? (rows[index] as number) : 0;
      if (isRepeated) rows[index] = known === 0 ? row + 1 : -Math.abs(known);
      if (known === 0) {
        previous = -2;
        continue;
      }
      const earlier = Math.abs(known) - 1;
      first ??= { row, earlier };
      count += 1;
      if (known < 0) thirds += 1;
      if (earlier === previous + 1) inOrder += 1;
      previous = earlier;
    }
  }
  /** Whether every row occurs exactly twice. */
  const isTwice = thirds === 0 && count * 2 === all;
  return { count, first: first ?? { row: 0, earlier: 0 }, isTwice, inOrder };
}
