import type { Place, RecordBlock } from '../model.ts';
import { problem, type Report } from '../problems.ts';
import { isEmptyRow } from './check-records.ts';
import { hashRow } from './hash-row.ts';

/** Repeats are a doubt where they are at most so many of all rows; where they are more, rows of the table recur by nature. */
const MOST_REPEATS = 0.1;

/** Rows that repeat an earlier one. */
interface Repeats {
  count: number;
  /** Numbers of the first of them, and of the row that it repeats, from 0. */
  first: { row: number; earlier: number };
  /** Every row stands in the file twice, and not more often. */
  isTwice: boolean;
  /** How many stand behind one another as the rows do that they repeat. */
  inOrder: number;
}

/**
 * Looks for rows that repeat an earlier one in every cell, as files have that were joined with themselves, or with others that overlap.
 * Keeps a hash of 53 bits of each row, 8 bytes. Among ten million different rows, two have the same hash in one of 200 files; the first
 * repeat, and so a lone one, is compared cell by cell before it is told.
 */
export class RepeatCheck {
  /** Hashes of the rows, in order; not-a-number for a row that is told elsewhere, since it is equal to none. */
  readonly #hashes: Float64Array[] = [];
  #rows = 0;

  add({ records }: RecordBlock): void {
    // Rows without values are told elsewhere.
    this.addHashes(Float64Array.from(records, (record) => (isEmptyRow(record) ? Number.NaN : hashRow(record))));
  }

  /** Takes the hashes of rows that follow. */
  addHashes(hashes: Float64Array): void {
    this.#hashes.push(hashes);
    this.#rows += hashes.length;
  }

  /** Reports repeated rows; `readAgain` gives the same records once more, to compare the first of them. */
  finish(file: string, columns: number, readAgain: () => Iterable<RecordBlock>, report: Report): void {
    if (columns < 2) return;
    const repeated = hashesOfSeveral(this.#hashes, this.#rows);
    if (repeated.length === 0) return;
    const { count, first, isTwice, inOrder } = repeatsAmong(this.#hashes, this.#rows, repeated);
    const isRun = count > 2 && inOrder * 2 >= count;
    if (!isTwice && !isRun && count > Math.max(1, this.#rows * MOST_REPEATS)) return;
    const [earlier, place] = placesOfEqual(first.earlier, first.row, readAgain());
    if (!earlier || !place) return;
    const message =
      isTwice && this.#rows > 2
        ? `every row stands in the file exactly twice, so it may have been joined with itself: this is the first that stands there before, in line ${earlier.line}`
        : count === 1
          ? `this row repeats that of line ${earlier.line} in every cell`
          : `${count} rows repeat an earlier one in every cell; this is the first, and repeats that of line ${earlier.line}`;
    report(
      problem(
        'rows-repeated',
        { file, place },
        message,
        'If they are there by mistake, remove them. If they are observations of their own, a column that tells them apart would help readers.',
      ),
    );
  }
}

/**
 * The hashes that occur more than once, each once, in ascending order. Filters with a few bits a hash tell which may, so that only
 * few need be counted.
 */
function hashesOfSeveral(chunks: readonly Float64Array[], rows: number): Float64Array {
  const seen = new HashFilter(rows);
  const suspects = new Suspects();
  for (const hashes of chunks) {
    for (const hash of hashes) if (!Number.isNaN(hash) && seen.add(hash)) suspects.add(hash);
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

/** A set of hashes, kept as numbers alone: a few per cent of all rows are suspects, and of some files most. */
class Suspects {
  #hashes = new Float64Array(1 << 10);
  #length = 0;

  add(hash: number): void {
    if (this.#length === this.#hashes.length) this.#makeRoom();
    this.#hashes[this.#length] = hash;
    this.#length += 1;
  }

  #makeRoom(): void {
    const distinct = this.sorted();
    if (distinct.length * 2 > this.#hashes.length) this.#hashes = new Float64Array(this.#hashes.length * 2);
    this.#hashes.set(distinct);
    this.#length = distinct.length;
  }

  /** Each hash once, in ascending order. */
  sorted(): Float64Array {
    return this.#hashes
      .slice(0, this.#length)
      .sort()
      .filter((hash, index, all) => hash !== all[index - 1]);
  }
}

/**
 * Tells of a hash that it was not added, or may have been: two bits for each are set among eight to sixteen times as many (Bloom,
 * "Space/time trade-offs in hash coding with allowable errors", CACM 13, 1970).
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

  /** Adds a hash; true where it may be there already. */
  add(hash: number): boolean {
    const word = hash & this.#mask;
    const bits = bitsOf(hash);
    const before = this.#bits[word] as number;
    this.#bits[word] = before | bits;
    return (before & bits) === bits;
  }

  has(hash: number): boolean {
    const bits = bitsOf(hash);
    return ((this.#bits[hash & this.#mask] as number) & bits) === bits;
  }
}

/** Two of 32 bits, chosen by the upper part of a hash. */
function bitsOf(hash: number): number {
  const upper = hash / 2 ** 32;
  return (1 << (upper & 31)) | (1 << ((upper >> 5) & 31));
}

function repeatsAmong(chunks: readonly Float64Array[], all: number, repeated: Float64Array): Repeats {
  /** By the index of a repeated hash: number of the first row that has it, and 1; negative from the second one on. */
  const rows = new Int32Array(repeated.length);
  let count = 0;
  let thirds = 0;
  let inOrder = 0;
  let first: Repeats['first'] | null = null;
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

/** Index of a number among ascending ones, or -1. */
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

/** Places of two rows, given by their numbers, if they are equal in every cell. */
function placesOfEqual(earlier: number, later: number, blocks: Iterable<RecordBlock>): Place[] {
  const found: { record: readonly string[]; place: Place }[] = [];
  let before = 0;
  for (const { records, placeOf } of blocks) {
    for (const row of [earlier, later]) {
      const record = records[row - before];
      if (record) found.push({ record, place: placeOf(row - before, 0) });
    }
    before += records.length;
    if (before > later) break;
  }
  const [one, other] = found;
  return one?.record.every((cell, index) => cell === other?.record[index]) ? found.map(({ place }) => place) : [];
}
