import type { Place, RecordBlock } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { patchText } from '../../problems/sidecar-patch.ts';
import { isLonely, isNote, isTotal, labelOf } from './row-predicates.ts';

/** More rows than this at the end of a file are no footer. */
export const LONGEST_FOOTER = 10;

const FEW_ROWS = 3;
/** Looks at the rows that the description takes for no data, among which there may be records when the file has become shorter. */
export class FooterCheck {
  readonly #width: number;
  #first: Place | null = null;

  constructor(width: number) {
    this.#width = width;
  }

  readonly add = (row: readonly string[], block: RecordBlock, index: number): void => {
    const isRecord = row.length === this.#width && row.length > 1 && row.every((cell) => cell.trim() !== '');
    if (isRecord && !isTotal(row[0] as string)) this.#first ??= block.placeOf(index, 0);
  };

  finish(file: string, report: Report): void {
    if (!this.#first) return;
    report(
      problem(
        'footer-doubtful',
        { file, place: this.#first },
        'this row is left out, since the sidecar counts it among the rows at the end that are no data, but it has a value in every column',
        'Count anew, and correct "footerRows" in the sidecar.',
      ),
    );
  }
}

/** Looks for notes and sums among the rows of a table, which would be published as records. */
export class EndCheck {
  readonly #width: number;
  readonly #declared: number | null;
  #rows = 0;
  /** Rows at the end in which only the first cell has a value. */
  #lonely: { first: Place; texts: string[] } | null = null;
  #hasLonelyBefore = false;
  /** First cells, in rows with more values, that begin with a digit or a sign, and those that do not. */
  #numbered = 0;
  #named = 0;
  #totals = 0;
  #firstTotal: Place | null = null;
  #last: { record: readonly string[]; block: RecordBlock; index: number } | null = null;

  /**
   * `width` is the number of columns, and `declared` that of the rows at the end that the description takes for no data; with 0,
   * there is no doubt about the others.
   */
  constructor(width: number, declared: number | null) {
    this.#width = width;
    this.#declared = declared;
  }

  add(record: readonly string[], block: RecordBlock, index: number): void {
    const label = record[0] as string;
    this.#rows += 1;
    this.#last = { record, block, index };
    if (this.#width === 1) return;
    if (isLonely(record)) {
      if (this.#lonely) this.#lonely.texts.push(label);
      else this.#lonely = { first: block.placeOf(index, 0), texts: [label] };
      if (this.#lonely.texts.length > LONGEST_FOOTER) this.#endLonely();
      return;
    }
    if (this.#lonely) this.#endLonely();
    if (label === '') return;
    if (isNumbered(label)) this.#numbered += 1;
    else {
      this.#named += 1;
      if (isTotal(label)) {
        this.#totals += 1;
        this.#firstTotal ??= block.placeOf(index, 0);
      }
    }
  }

  #endLonely(): void {
    this.#hasLonelyBefore = true;
    this.#lonely = null;
  }

  finish(file: string, report: Report): void {
    if (this.#declared === 0) return;
    this.#reportNotes(file, report);
    this.#reportTotals(file, report);
  }

  #reportNotes(file: string, report: Report): void {
    const lonely = this.#lonely;
    if (!lonely || this.#hasLonelyBefore || this.#numbered + this.#named === 0) return;
    const { first, texts } = lonely;
    if (texts.some(isNumbered)) return;
    const count = texts.length;
    const isSure = texts.some(isNote) || (this.#named === 0 && this.#numbered > 1);
    // With two columns, or few rows, empty cells prove nothing.
    if (!isSure && (this.#width === 2 || this.#numbered + this.#named < FEW_ROWS)) return;
    const rows = count === 1 ? 'row' : `${count} rows`;
    const entry = { csv: { footerRows: (this.#declared ?? 0) + count } };
    report(
      problem(
        // Who has counted the rows that are no data has looked at those before them.
        isSure && this.#declared === null ? 'footer-found' : 'footer-doubtful',
        { file, place: first },
        `only the first cell has a value in the last ${rows}${count === 1 ? '' : ', from here on'}${isSure ? ', and it is none like those above' : ', and in none above'}: ${count === 1 ? 'a note' : 'notes'}, it seems`,
        `If it is no data, add to the sidecar: ${patchText(entry)}. If it is: "csv": { "footerRows": 0 }.`,
        [entry],
      ),
    );
  }

  /** A row of totals reads as one more record, and whoever adds the column up counts everything twice. */
  #reportTotals(file: string, report: Report): void {
    if (this.#totals > 1) {
      report(
        problem(
          'totals-row',
          { file, place: this.#firstTotal },
          `${this.#totals} rows begin with a label such as "total", the first here, so they may be sums of others`,
          'If they are, whoever adds up the column counts twice: leave them out, or say so in the description. If not: "csv": { "footerRows": 0 }.',
        ),
      );
      return;
    }
    const last = this.#last;
    const label = labelOf(last?.record ?? []);
    if (!last || this.#rows < 2 || this.#width === 1 || !isTotal(label)) return;
    const entry = { csv: { footerRows: (this.#declared ?? 0) + 1 } };
    report(
      problem(
        'totals-row',
        { file, place: last.block.placeOf(last.index, 0) },
        `the last row begins with "${label}", so it may be the sum of the others`,
        `If it is, add to the sidecar: ${patchText(entry)}. If not: "csv": { "footerRows": 0 }.`,
        [entry],
      ),
    );
  }
}

function isNumbered(label: string): boolean {
  const code = label.trimStart().charCodeAt(0);
  return (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d;
}
