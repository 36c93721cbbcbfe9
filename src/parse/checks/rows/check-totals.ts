import { isTotal, isTotalRow, labelOf } from '../../../contract/total-labels.ts';
import type { Place, RecordBlock } from '../../../model.ts';
import { problem, type Report } from '../../../problems/problem.ts';
import { question } from '../../../problems/sidecar-patch.ts';
import { isSparse } from '../../records/row-predicates.ts';

/** Searches for rows of totals: they look like records, and readers who add up a column would count everything twice. */
export class TotalsCheck {
  readonly #declared: number | null;
  readonly #mayQuote: boolean;
  #totals = 0;
  /** Number of rows whose label ends in a word for a total: "North total". They count only if the last row is a total. */
  #endings = 0;
  /** The first row of either kind. */
  #firstOfAll: Place | null = null;
  #firstTotal: Place | null = null;
  /** Number of rows without values after the last row, which are skipped, but count as rows of the footer. */
  #skipped = 0;
  /** The first and the last row. */
  #ends: { record: readonly string[]; block: RecordBlock; index: number }[] = [];

  /** `declared` is the number of footer rows in the description. `mayQuote` is false if messages must not repeat what is in a row. */
  constructor(declared: number | null, mayQuote: boolean) {
    this.#declared = declared;
    this.#mayQuote = mayQuote;
  }

  addSkipped(): void {
    this.#skipped += 1;
  }

  add(record: readonly string[], block: RecordBlock, index: number): void {
    this.#skipped = 0;
    this.#ends[this.#ends.length === 0 ? 0 : 1] = { record, block, index };
    if (isSparse(record) || !isTotalRow(record)) return;
    if (isTotal(record[0])) {
      this.#totals += 1;
      this.#firstTotal ??= block.placeOf(index, 0);
    } else this.#endings += 1;
    this.#firstOfAll ??= block.placeOf(index, 0);
  }

  finish(file: string, report: Report): void {
    const keep = 'set "footerRows" to 0 in the "csv" of the sidecar.';
    const [first, last] = this.#ends;
    if (!first || !last || first.record.length === 1) return;
    const totals = this.#totals + (isTotalRow(last.record) ? this.#endings : 0);
    if (totals > 1) {
      const message = `${totals} rows have labels that mean "total", the first here, so they may be sums of others`;
      const help = `If they are, readers who add up the column count values twice: leave the rows out, or mention them in the description. If not, ${keep}`;
      const place = totals > this.#totals ? this.#firstOfAll : this.#firstTotal;
      report(problem('totals-row', { file, place }, message, help));
      return;
    }
    for (const row of [first, last].filter(({ record }) => isTotalRow(record))) {
      const label = this.#mayQuote ? `"${labelOf(row.record)}"` : 'a word for a total';
      const message = `the ${row === first ? 'first' : 'last'} row begins with ${label}, so it may be the sum of the others`;
      const help =
        row === first
          ? `If it is, remove it, or mention it in the description. If not, ${keep}`
          : `If it is not, ${keep}`;
      const footer = question({ csv: { footerRows: (this.#declared ?? 0) + this.#skipped + 1 } }, 'If it is');
      const place = row.block.placeOf(row.index, 0);
      report(problem('totals-row', { file, place }, message, help, row === last ? [footer] : []));
    }
  }
}
