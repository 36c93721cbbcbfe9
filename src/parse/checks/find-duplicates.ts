/* Finds the rows of a file that repeat earlier rows, by their hashes. */

/** The rows that repeat an earlier row. */
export interface Duplicates {
  count: number;
  /** Numbers of the first of them and of the row that it repeats, from 0. */
  first: { row: number; earlier: number };
  /** Every row occurs exactly twice. */
  isTwice: boolean;
  /** Number of them whose original directly follows the original of the row before. */
  inOrder: number;
}

/** Finds the rows that repeat an earlier row; null if there are none. `chunks` has the hashes of all rows, in order; NaN equals no hash. */
export function findDuplicates(chunks: readonly Float64Array[]): Duplicates | null {
  const rows = chunks.reduce((sum, { length }) => sum + length, 0);
  const repeated = findRepeatedHashes(chunks, rows);
  return repeated.length > 0 ? countDuplicates(chunks, rows, repeated) : null;
}

/** More hashes than this are filtered in parts, to limit memory. Bits that the filter does not use assign a hash to its part. */
const MOST_FILTERED = 1 << 22;
const PART_SHIFT = 24;

/**
 * The hashes that occur more than once, without repetitions, in ascending order. Filters with a few bits for each hash find those that
 * may, so that only few must be counted.
 */
function findRepeatedHashes(chunks: readonly Float64Array[], rows: number): Float64Array {
  const suspects = new Suspects();
  const parts = Math.ceil(rows / MOST_FILTERED);
  for (let part = 0; part < parts; part += 1) {
    const seen = new HashFilter(rows / parts);
    for (const hashes of chunks) {
      for (const hash of hashes) {
        if (!Number.isNaN(hash) && (hash >>> PART_SHIFT) % parts === part && seen.add(hash)) suspects.add(hash);
      }
    }
  }
  const sorted = suspects.sorted();
  if (sorted.length === 0) return sorted;
  const suspected = new HashFilter(sorted.length);
  for (const hash of sorted) suspected.add(hash);
  const counts = new Uint32Array(sorted.length);
  for (const hashes of chunks) {
    for (const hash of hashes) {
      const index = suspected.has(hash) ? indexIn(sorted, hash) : -1;
      if (index >= 0) counts[index] = (counts[index] as number) + 1;
    }
  }
  return sorted.filter((_, index) => (counts[index] as number) > 1);
}

/** A set of hashes as an array of numbers, to save memory: usually a few per cent of all rows are suspects, in some files most. */
class Suspects {
  #hashes = new Float64Array(1 << 10);
  #length = 0;

  add(hash: number): void {
    if (this.#length === this.#hashes.length) this.#compactOrGrow();
    this.#hashes[this.#length] = hash;
    this.#length += 1;
  }

  #compactOrGrow(): void {
    const distinct = this.sorted();
    if (distinct.length * 2 > this.#hashes.length) this.#hashes = new Float64Array(this.#hashes.length * 2);
    this.#hashes.set(distinct);
    this.#length = distinct.length;
  }

  /** The distinct hashes, in ascending order. */
  sorted(): Float64Array {
    return this.#hashes
      .slice(0, this.#length)
      .sort()
      .filter((hash, index, all) => hash !== all[index - 1]);
  }
}

/**
 * A Bloom filter: it knows whether a hash was certainly not added, or may have been. It has 8 to 16 bits for each hash,
 * and sets two of them (Bloom, "Space/time trade-offs in hash coding with allowable errors", CACM 13, 1970).
 */
class HashFilter {
  readonly #bits: Uint32Array;
  readonly #mask: number;

  /** `count` is the number of hashes to be added. */
  constructor(count: number) {
    const words = 2 ** Math.ceil(Math.log2(Math.max(1, count / 4)));
    this.#bits = new Uint32Array(words);
    this.#mask = words - 1;
  }

  /** Adds a hash; true if it may have been added before. */
  add(hash: number): boolean {
    const word = hash & this.#mask;
    const bits = bitsOf(hash);
    const before = this.#bits[word] as number;
    this.#bits[word] = before | bits;
    return (before & bits) === bits;
  }

  /** False only if a hash was not added. */
  has(hash: number): boolean {
    const bits = bitsOf(hash);
    return ((this.#bits[hash & this.#mask] as number) & bits) === bits;
  }
}

/** One or two of 32 bits, chosen by the upper part of a hash. */
function bitsOf(hash: number): number {
  const upper = hash / 2 ** 32;
  return (1 << (upper & 31)) | (1 << ((upper >> 5) & 31));
}

function countDuplicates(chunks: readonly Float64Array[], all: number, repeated: Float64Array): Duplicates {
  /** For each repeated hash: number of the first row that has it, plus 1; negative after the second such row; 0 before the first. */
  const rows = new Int32Array(repeated.length);
  let count = 0;
  /** Rows that occur for the third time or more. */
  let thirds = 0;
  let inOrder = 0;
  let first: Duplicates['first'] | null = null;
  let previous = -2;
  let row = -1;
  for (const hash of eachOf(chunks)) {
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
  return {
    count,
    first: first ?? { row: 0, earlier: 0 },
    isTwice: thirds === 0 && count * 2 === all,
    inOrder,
  };
}

function* eachOf(chunks: readonly Float64Array[]): Generator<number, void, undefined> {
  for (const numbers of chunks) yield* numbers;
}

/** Index of a number in an ascending array; -1 if it is not there. */
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
