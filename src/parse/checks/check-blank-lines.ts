import type { Place, RecordBlock } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { fix, type SidecarPatch, SKIP_EMPTY_ROWS } from '../../problems/sidecar-patch.ts';
import { selectRecords } from '../records/block-operations.ts';
import { BLANK_LINE } from '../records/parse-block.ts';

/** Most blank lines, or runs of them, whose following line is remembered. */
const MAX_GAPS = 1000;

const KEEP_EMPTY_ROWS = { csv: { emptyRows: 'keep' } } as const satisfies SidecarPatch;

/**
 * Leaves out blank lines, and remembers those between records, since they often separate tables. In a file with one column, a blank
 * line is a record with a null, unless the description says otherwise.
 */
export class BlankLineCheck {
  readonly #isSkipping: boolean;
  readonly #isDoubtful: boolean;
  #count = 0;
  #first: Place | null = null;
  /** Blank lines since the last record. */
  #pending = 0;
  #firstPending: Place | null = null;
  #hasRecords = false;
  /** Numbers of the lines in which a record follows a blank line: the first `MAX_GAPS`. */
  readonly linesAfterBlanks = new Set<number>();

  constructor(columns: number, emptyRows: 'keep' | 'skip' | null) {
    this.#isDoubtful = emptyRows === null;
    this.#isSkipping = columns > 1 || emptyRows === 'skip';
  }

  *without(blocks: Iterable<RecordBlock>): Generator<RecordBlock, void, undefined> {
    for (const block of blocks) {
      let hasBlank = false;
      for (const [index, record] of block.records.entries()) {
        if (record === BLANK_LINE) {
          hasBlank = true;
          if (this.#pending === 0) this.#firstPending = block.placeOf(index, 0);
          this.#pending += 1;
        } else if (this.#pending > 0) this.#endGap(block, index);
        else this.#hasRecords = true;
      }
      if (hasBlank && this.#isSkipping) {
        const kept = [...block.records.keys()].filter((index) => block.records[index] !== BLANK_LINE);
        yield selectRecords(block, kept);
      } else yield block;
    }
  }

  #endGap(block: RecordBlock, index: number): void {
    if (this.#hasRecords || !this.#isSkipping) {
      this.#count += this.#pending;
      this.#first ??= this.#firstPending;
    }
    if (this.#hasRecords) {
      if (this.linesAfterBlanks.size < MAX_GAPS) this.linesAfterBlanks.add(block.placeOf(index, 0).line);
    }
    this.#hasRecords = true;
    this.#pending = 0;
  }

  /** Reports blank lines that were left out between records, which end above the line `end`, or kept as records with a null. */
  finish(end: number, file: string, report: Report): void {
    if (!this.#isDoubtful) return;
    if (!this.#isSkipping) this.#reportKept(file, report);
    else if ([...this.linesAfterBlanks].some((line) => line < end)) {
      report(
        problem(
          'blank-lines',
          { file, place: this.#first },
          `${this.#count === 1 ? 'there is a blank line between records, here' : `there are ${this.#count} blank lines between records, the first here`}: another table may begin after it`,
          `Check whether the rows after it belong to the same table. If so, remove the blank line${this.#count === 1 ? '' : 's'}.`,
          [fix(SKIP_EMPTY_ROWS)],
        ),
      );
    }
  }

  #reportKept(file: string, report: Report): void {
    const count = this.#count + this.#pending;
    const place = this.#first ?? this.#firstPending;
    if (count === 0) return;
    // A blank line at the end is hardly a missing value, one inside may be.
    const isInside = this.#count > 0;
    const lines = isInside
      ? `there ${count === 1 ? 'is a blank line here' : `are ${count} blank lines, the first here`}`
      : `${count === 1 ? 'a blank line ends' : `${count} blank lines end`} the file`;
    report(
      problem(
        'blank-lines',
        { file, place },
        `${lines}, and since the file has one column, each is a record with a null`,
        isInside
          ? 'Remove the blank lines, or write "" where a value is missing.'
          : 'If they are records, set "emptyRows" to "keep" in the "csv" of the sidecar.',
        [
          ...(isInside ? [fix(KEEP_EMPTY_ROWS, 'If they are records')] : []),
          fix(SKIP_EMPTY_ROWS, 'If they are not records'),
        ],
      ),
    );
  }
}
