import type { Place, RecordBlock } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { isEmptyRow } from '../records/row-predicates.ts';
import type { Duplicates } from './find-duplicates.ts';

/** Highest share of repeated rows that is worth a hint. If more rows repeat, that is the nature of the table. */
const MAX_REPEATS = 0.1;

/**
 * Searches for rows that repeat an earlier row in every cell: a file may have been joined with itself, or with one that overlaps it.
 * Keeps a hash of 53 bits, in 8 bytes, for each row. In one of 200 files with ten million different rows, two of them have the same
 * hash. So the first repeat is compared cell by cell before it is reported.
 */
export class DuplicateCheck {
  /** Hashes of the rows, in order. A row that another check reports has NaN, which equals no hash. */
  readonly #hashes: Float64Array[] = [];
  readonly #columns: number;
  #rows = 0;

  /** `columns` is the number of columns. With one column, repeated rows are normal and not checked. */
  constructor(columns: number) {
    this.#columns = columns;
  }

  add({ records }: RecordBlock): void {
    // `checkRecords` reports rows without values.
    const hashes = new Float64Array(new SharedArrayBuffer(records.length * Float64Array.BYTES_PER_ELEMENT));
    for (const [row, record] of records.entries()) hashes[row] = isEmptyRow(record) ? Number.NaN : hashRow(record);
    this.addHashes(hashes);
  }

  /** Adds the hashes of the next rows. Their memory is shared between threads. */
  addHashes(hashes: Float64Array): void {
    this.#hashes.push(hashes);
    this.#rows += hashes.length;
  }

  /** Hashes for `findDuplicates`; empty if repeated rows are not checked. */
  get hashes(): readonly Float64Array[] {
    return this.#columns > 1 ? this.#hashes : [];
  }

  /** Reports the repeated rows. `readAgain` reads the same records again, to compare the first repeat with its original. */
  finish(
    { count, first, isTwice, inOrder }: Duplicates,
    file: string,
    readAgain: () => Iterable<RecordBlock>,
    report: Report,
  ): void {
    const isRun = count > 2 && inOrder * 2 >= count;
    if (!isTwice && !isRun && count > Math.max(1, this.#rows * MAX_REPEATS)) return;
    const [earlier, place] = placesOfEqual(first.earlier, first.row, readAgain());
    if (!earlier || !place) return;
    const message =
      isTwice && this.#rows > 2
        ? `every row occurs exactly twice, so the file may have been joined with itself; ` +
          `this row is the first repeat, and equals that of line ${earlier.line}`
        : count === 1
          ? `this row repeats that of line ${earlier.line} in every cell`
          : `${count} rows repeat an earlier one in every cell; this is the first, and repeats that of line ${earlier.line}`;
    const help =
      'If they are there by mistake, remove them. If they are separate observations, add a column that distinguishes them.';
    report(problem('rows-repeated', { file, place }, message, help));
  }
}

/** The places of two rows, given by their numbers from 0; empty if they differ in a cell. */
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

/**
 * A hash of 53 bits, equal for rows with equal cells. Two different rows have the same hash in one of 9 × 10^15 cases, unless somebody
 * constructs them.
 */
export function hashRow(record: readonly string[]): number {
  // Two hashes with one multiplication for each code unit, as in FNV-1a. The second also shifts its upper bits down, so that they differ.
  let first = 0x1b873593;
  let second = 0x2f0b4a27;
  for (let cell = 0; cell < record.length; cell += 1) {
    const text = record[cell] as string;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      first = Math.imul(first ^ code, 0x5bd1e995);
      second = Math.imul(second ^ code, 0x85ebca6b);
      second ^= second >>> 15;
    }
    // The end of a cell counts as a code unit that no cell contains.
    first = Math.imul(first ^ 0x10000, 0x5bd1e995);
    second = Math.imul(second ^ 0x10000, 0x85ebca6b);
  }
  return (mix(first ^ second) >>> 11) * 2 ** 32 + (mix(second) >>> 0);
}

/** The finishing mixer of MurmurHash3: a change of any bit changes half of the bits. */
function mix(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
