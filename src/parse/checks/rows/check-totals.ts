import { isTotal, isTotalRow, labelOf } from '../../../contract/labels/total-labels.ts';
import type { RecordBlock } from '../../../model.ts';
import { problem, type Report } from '../../../problems/problem.ts';
import { question } from '../../../problems/sidecar-patch.ts';
import { isSparse } from '../../records/row-predicates.ts';
import { Occurrences } from '../occurrences.ts';

/** Searches for rows of totals. They look like records, so readers who add up a column would count values twice. */
export class TotalsCheck {
  readonly #totals = new Occurrences();
  /** Like `#totals`, but including labels that end in a word for a total, such as "North total". Used only if the last row is a total. */
  readonly #all = new Occurrences();
  /** Number of empty rows skipped below the last row with values. They count as footer rows. */
  skipped = 0;
  #ends: { record: readonly string[]; block: RecordBlock; index: number }[] = [];

  add(record: readonly string[], block: RecordBlock, index: number): void {
    this.skipped = 0;
    this.#ends[this.#ends.length === 0 ? 0 : 1] = { record, block, index };
    if (isSparse(record) || !isTotalRow(record)) return;
    this.#all.add(() => block.placeOf(index, 0));
    if (isTotal(record[0])) this.#totals.add(() => block.placeOf(index, 0));
  }

  /** `declared` is the number of footer rows in the description. `mayQuote`: whether messages may quote cells. */
  finish(declared: number | null, mayQuote: boolean, file: string, report: Report): void {
    const keep = 'set "footerRows" to 0 under "csv" in the sidecar.';
    const [first, last] = this.#ends;
    if (!first || !last || first.record.length === 1) return;
    const { count, place } = isTotalRow(last.record) ? this.#all : this.#totals;
    if (count > 1) {
      const message = `${count} rows (this is the first) have labels that mean "total", so they may be sums of other rows`;
      const leaveOut = 'remove the rows, or mention them in the description';
      const help = `If they are, readers who add up a column will count values twice: ${leaveOut}. If not, ${keep}`;
      report(problem('totals-row', { file, place }, message, help));
      return;
    }
    for (const row of [first, last].filter(({ record }) => isTotalRow(record))) {
      const label = mayQuote ? `"${labelOf(row.record)}"` : 'a label that means "total"';
      const message = `the ${row === first ? 'first' : 'last'} row begins with ${label}, so it may be the sum of the others`;
      const unless = row === first ? 'If it is, remove it, or mention it in the description. If not' : 'If it is not';
      const footer = question({ csv: { footerRows: (declared ?? 0) + this.skipped + 1 } }, 'If it is');
      const place = row.block.placeOf(row.index, 0);
      report(problem('totals-row', { file, place }, message, `${unless}, ${keep}`, row === last ? [footer] : []));
    }
  }
}
