import type { RecordBlock } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { fix, SKIP_EMPTY_ROWS } from '../../problems/sidecar-patch.ts';
import { selectRecords } from '../records/block-operations.ts';
import { BLANK_LINE } from '../records/parse-block.ts';
import { Occurrences } from './occurrences.ts';

const MAX_GAPS = 1000;

/**
 * Skips blank lines, but remembers where they separate records, since another table may begin there. In a file with one column, a blank
 * line is kept as a record with a null unless the description says otherwise.
 */
export class BlankLineCheck {
  readonly #isSkipping: boolean;
  /** Blank lines between records, and also those above the first record if blank lines are kept as records. */
  readonly #found = new Occurrences();
  /** Blank lines since the last record. */
  #pending = new Occurrences();
  #hasRecords = false;
  /** Line numbers of records with a blank line between them and the record above; at most the first `MAX_GAPS`. */
  readonly linesAfterBlanks = new Set<number>();

  constructor(columns: number, emptyRows: 'keep' | 'skip' | null) {
    this.#isSkipping = columns > 1 || emptyRows === 'skip';
  }

  *without(blocks: Iterable<RecordBlock>): Generator<RecordBlock, void, undefined> {
    for (const block of blocks) {
      let hasBlank = false;
      for (const [index, record] of block.records.entries()) {
        if (record === BLANK_LINE) {
          hasBlank = true;
          this.#pending.add(() => block.placeOf(index, 0));
        } else if (this.#pending.count > 0) this.#endGap(block, index);
        else this.#hasRecords = true;
      }
      if (hasBlank && this.#isSkipping) {
        const kept = [...block.records.keys()].filter((index) => block.records[index] !== BLANK_LINE);
        yield selectRecords(block, kept);
      } else yield block;
    }
  }

  #endGap(block: RecordBlock, index: number): void {
    const { count, place } = this.#pending;
    if (this.#hasRecords || !this.#isSkipping) this.#found.add(() => place, count);
    if (this.#hasRecords && this.linesAfterBlanks.size < MAX_GAPS) {
      this.linesAfterBlanks.add(block.placeOf(index, 0).line);
    }
    this.#hasRecords = true;
    this.#pending = new Occurrences();
  }

  /** Reports blank lines. Skipped lines are reported only if they separate records above line `end`. */
  finish(end: number, file: string, report: Report): void {
    if (!this.#isSkipping) this.#reportKept(file, report);
    else if ([...this.linesAfterBlanks].some((line) => line < end)) {
      const { count, place } = this.#found;
      const [are, lines, first] =
        count === 1 ? ['is a', 'blank line', ''] : [`are ${count}`, 'blank lines', ' (this is the first)'];
      const message = `there ${are} ${lines} between rows${first}: another table may begin below`;
      const help = `Check whether the rows below belong to the same table. If so, remove the ${lines}.`;
      report(problem('blank-lines', { file, place }, message, help, [fix(SKIP_EMPTY_ROWS)]));
    }
  }

  #reportKept(file: string, report: Report): void {
    // A blank line above a record may be a missing value; one at the end of the file is probably not.
    const isInside = this.#found.count > 0;
    const count = this.#found.count + this.#pending.count;
    if (count === 0) return;
    const place = this.#found.place ?? this.#pending.place;
    const lines = isInside
      ? `there ${count === 1 ? 'is a blank line here' : `are ${count} blank lines (this is the first)`}`
      : `the file ends in ${count === 1 ? 'a blank line' : `${count} blank lines`}`;
    const message = `${lines}; in a file with one column, a blank line is read as a record with a null`;
    const help = isInside
      ? 'Remove blank lines, or write "" where a value is missing.'
      : 'If blank lines are records, set "emptyRows" to "keep" under "csv" in the sidecar.';
    const keep = isInside ? [fix({ csv: { emptyRows: 'keep' } }, 'If blank lines are records')] : [];
    const fixes = [...keep, fix(SKIP_EMPTY_ROWS, 'If blank lines are not records')];
    report(problem('blank-lines', { file, place }, message, help, fixes));
  }
}
