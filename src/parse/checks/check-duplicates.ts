import type { Place, RecordBlock } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { isEmptyRow } from '../records/row-predicates.ts';
import type { Duplicates } from './find-duplicates.ts';

/** Repeated rows are always reported if they make up at most this share of all rows. A larger share may be normal. */
const MAX_REPEATS = 0.1;

/** Hashes of the rows of a block, in order. NaN, which equals no hash, stands for rows not to compare, such as empty ones. */
export function hashRows({ records }: RecordBlock): Float64Array {
  return Float64Array.from(records, (record) => (isEmptyRow(record) ? Number.NaN : hashRow(record)));
}

/**
 * Reports rows that equal an earlier row in every cell, if they may be a mistake: the file may contain all or part of its data twice. In
 * about one in 200 files with ten million distinct rows, two rows share a hash, so `readAgain` rereads the records to compare the first
 * repeat with its original, cell by cell. `rows` is the number of all rows.
 */
export function reportDuplicates(
  { count, first, isTwice, inOrder }: Duplicates,
  rows: number,
  file: string,
  readAgain: () => Iterable<RecordBlock>,
  report: Report,
): void {
  const isRun = count > 2 && inOrder * 2 >= count;
  if (!isTwice && !isRun && count > Math.max(1, rows * MAX_REPEATS)) return;
  const [earlier, place] = placesOfEqual(first.earlier, first.row, readAgain());
  if (!earlier || !place) return;
  const message =
    isTwice && rows > 2
      ? `every row occurs exactly twice: the file may contain its data twice; this is the first repeat, a copy of line ${earlier.line}`
      : count === 1
        ? `this row is identical to the row on line ${earlier.line}`
        : `${count} rows are identical to an earlier row; this is the first, which repeats the row on line ${earlier.line}`;
  const help =
    'If rows are repeated by mistake, remove the copies. If they are separate observations, add a column that distinguishes them.';
  report(problem('rows-repeated', { file, place }, message, help));
}

/** Places of two rows, given by their row numbers from 0; empty if the rows differ. */
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

/** A 53-bit hash of a row. The chance that two different rows share a hash is 1 in 9 × 10^15, unless they are constructed to do so. */
export function hashRow(record: readonly string[]): number {
  // Two hashes, each with one multiplication per code unit, as in FNV-1a. The second also mixes its upper bits into the lower ones.
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
    // 0x10000 marks the end of a cell, since it is not a code unit.
    first = Math.imul(first ^ 0x10000, 0x5bd1e995);
    second = Math.imul(second ^ 0x10000, 0x85ebca6b);
  }
  return (mix(first ^ second) >>> 11) * 2 ** 32 + (mix(second) >>> 0);
}

/** The finalizer of MurmurHash3: changing one input bit changes about half of the output bits. */
function mix(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
