/* Finds the repeated rows of a file by their hashes. */

/** Summary of the rows that repeat an earlier row. */
export interface Duplicates {
  count: number;
  /** Row numbers, from 0, of the first repeat and of the row that it repeats. */
  first: { row: number; earlier: number };
  /** Whether every row occurs exactly twice. */
  isTwice: boolean;
  /** Number of repeats that continue a copied block: the row above is a copy of the row above the original. */
  inOrder: number;
}

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
  const suspects = Array.from(chunks, (hashes) => hashes.filter(isShared));
  const all = new Float64Array(suspects.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const hashes of suspects) {
    all.set(hashes, at);
    at += hashes.length;
  }
  return all.sort().filter((hash, index) => hash === all[index - 1] && hash !== all[index - 2]);
}

function countDuplicates(chunks: Iterable<Float64Array>, all: number, repeated: Float64Array): Duplicates {
  /** For each repeated hash, the number of its first row, from 1. It is 0 before that row, and negated once the hash occurs again. */
  const rows = new Int32Array(repeated.length);
  let count = 0;
  /** Number of rows that repeat at least two earlier rows. */
  let thirds = 0;
  let inOrder = 0;
  let first: Duplicates['first'] | null = null;
  let previous = -2;
  let row = -1;
  for (const hashes of chunks) {
    for (const hash of hashes) {
      row += 1;
      const index = indexIn(repeated, hash);
      const known = index < 0 ? 0 : (rows[index] as number);
      if (index >= 0) rows[index] = known === 0 ? row + 1 : -Math.abs(known);
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
  return { count, first: first ?? { row: 0, earlier: 0 }, isTwice: thirds === 0 && count * 2 === all, inOrder };
}

/** Index of a number in an ascending array; -1 if it is absent. */
function indexIn(ascending: Float64Array, wanted: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = ascending[middle] as number;
    if (found === wanted) return middle;
    if (found < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
