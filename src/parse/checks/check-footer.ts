import { isTotal } from '../../contract/total-labels.ts';
import type { Place, RecordBlock } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';

/** Checks the rows declared as the footer. If the footer of the file has become shorter, they may include records. */
export class DeclaredFooterCheck {
  readonly #width: number;
  #first: Place | null = null;
  /** Line number of the first footer row; null if there is none. */
  line: number | null = null;

  constructor(width: number) {
    this.#width = width;
  }

  readonly add = (row: readonly string[], block: RecordBlock, index: number): void => {
    this.line ??= block.placeOf(index, 0).line;
    const isRecord = row.length === this.#width && row.length > 1 && row.every((cell) => cell.trim() !== '');
    if (isRecord && !isTotal(row[0] as string)) this.#first ??= block.placeOf(index, 0);
  };

  finish(file: string, report: Report): void {
    if (!this.#first) return;
    const message =
      'this row is left out as part of the footer declared in the sidecar, but it has a value in every column';
    const help = 'Count the footer rows again and correct "footerRows" in the sidecar.';
    report(problem('footer-doubtful', { file, place: this.#first }, message, help));
  }
}
