import type { Place, RecordBlock } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import type { Duplicates } from './find-duplicates.ts';
import { hashRow } from './hash-row.ts';
import { isEmptyRow } from './row-predicates.ts';

/** Repeats are a doubt where they are at most so many of all rows; where they are more, rows of the table recur by nature. */
const MOST_REPEATS = 0.1;

/**
 * Looks for rows that repeat an earlier one in every cell, as files have that were joined with themselves, or with others that overlap.
 * Keeps a hash of 53 bits of each row, 8 bytes. Among ten million different rows, two have the same hash in one of 200 files; the first
 * repeat, and so a lone one, is compared cell by cell before it is told.
 */
export class DuplicateCheck {
  /** Hashes of the rows, in order; not-a-number for a row that is told elsewhere, since it is equal to none. */
  readonly #hashes: Float64Array[] = [];
  readonly #columns: number;
  #rows = 0;

  /** `columns` is their number: rows of one column recur by nature, and are not looked at. */
  constructor(columns: number) {
    this.#columns = columns;
  }

  add({ records }: RecordBlock): void {
    // Rows without values are told elsewhere.
    const hashes = new Float64Array(new SharedArrayBuffer(records.length * Float64Array.BYTES_PER_ELEMENT));
    for (const [row, record] of records.entries()) hashes[row] = isEmptyRow(record) ? Number.NaN : hashRow(record);
    this.addHashes(hashes);
  }

  /** Takes the hashes of rows that follow, in memory that threads share. */
  addHashes(hashes: Float64Array): void {
    this.#hashes.push(hashes);
    this.#rows += hashes.length;
  }

  /** Hashes of the rows that are looked at, as `findRepeats` takes them. */
  get hashes(): readonly Float64Array[] {
    return this.#columns > 1 ? this.#hashes : [];
  }

  /** Reports the rows that repeat others; `readAgain` gives the same records once more, to compare the first of them. */
  finish(
    { count, first, isTwice, inOrder }: Duplicates,
    file: string,
    readAgain: () => Iterable<RecordBlock>,
    report: Report,
  ): void {
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
