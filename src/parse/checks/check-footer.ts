import type { Place, RecordBlock } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { cure } from '../../problems/sidecar-patch.ts';
import { isNote, isTotal, labelOf, onlyFirstCellHasValue } from './row-predicates.ts';

/** Most rows at the end of a file that can be its footer. */
export const LONGEST_FOOTER = 10;

/** Fewest rows above a footer that make empty cells below them stand out. */
const ENOUGH_ROWS = 3;

/** Checks the rows that the description declares as a footer: if the file has become shorter, records may be among them. */
export class DeclaredFooterCheck {
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
        'this row is left out, since the sidecar counts it as part of the footer, but it has a value in every column',
        'Count the footer rows again, and correct "footerRows" in the sidecar.',
      ),
    );
  }
}

/** Searches the rows of a table for notes and totals, which would be published as records. */
export class NotesAndTotalsCheck {
  readonly #width: number;
  readonly #declared: number | null;
  readonly #mayQuote: boolean;
  #rows = 0;
  /** The latest run of rows in which only the first cell has a value; any other row ends it. */
  #sparse: { first: Place; texts: string[] } | null = null;
  #hasSparseBefore = false;
  /** Number of rows with more values whose first cell begins with a digit or a sign. */
  #numbered = 0;
  /** Number of such rows whose first cell begins otherwise. */
  #named = 0;
  #totals = 0;
  #firstTotal: Place | null = null;
  #last: { record: readonly string[]; block: RecordBlock; index: number } | null = null;

  /**
   * `width` is the number of columns, `declared` the number of footer rows in the description. If that is 0, the description says that
   * all rows are records, and nothing is reported. `mayQuote` is false if messages must not repeat what is in a row.
   */
  constructor(width: number, declared: number | null, mayQuote: boolean) {
    this.#mayQuote = mayQuote;
    this.#width = width;
    this.#declared = declared;
  }

  add(record: readonly string[], block: RecordBlock, index: number): void {
    const label = record[0] as string;
    this.#rows += 1;
    this.#last = { record, block, index };
    if (this.#width === 1) return;
    if (onlyFirstCellHasValue(record)) {
      if (this.#sparse) this.#sparse.texts.push(label);
      else this.#sparse = { first: block.placeOf(index, 0), texts: [label] };
      if (this.#sparse.texts.length > LONGEST_FOOTER) this.#endSparse();
      return;
    }
    if (this.#sparse) this.#endSparse();
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

  #endSparse(): void {
    this.#hasSparseBefore = true;
    this.#sparse = null;
  }

  finish(file: string, report: Report): void {
    if (this.#declared === 0) return;
    this.#reportNotes(file, report);
    this.#reportTotals(file, report);
  }

  #reportNotes(file: string, report: Report): void {
    const sparse = this.#sparse;
    if (!sparse || this.#hasSparseBefore || this.#numbered + this.#named === 0) return;
    const { first, texts } = sparse;
    if (texts.some((text) => isNumbered(text) && !isNote(text))) return;
    const count = texts.length;
    const isSure = texts.some(isNote) || (this.#named === 0 && this.#numbered > 1);
    // With two columns, or few rows, empty cells prove nothing.
    if (!isSure && (this.#width === 2 || this.#numbered + this.#named < ENOUGH_ROWS)) return;
    const rows = count === 1 ? 'row' : `${count} rows`;
    const entry = { csv: { footerRows: (this.#declared ?? 0) + count } };
    report(
      problem(
        // A publisher who counted the footer rows has also seen the rows above them.
        isSure && this.#declared === null ? 'footer-found' : 'footer-doubtful',
        { file, place: first },
        `only the first cell has a value in the last ${rows}${count === 1 ? '' : ', from here on'}${isSure ? ', and it is unlike those above' : ', and in no row above'}: ${count === 1 ? 'this is probably a note' : 'these are probably notes'}`,
        `If ${count === 1 ? 'it is' : 'they are'} data, set "footerRows" to 0 in the "csv" of the sidecar.`,
        [cure(entry, `If ${count === 1 ? 'it is' : 'they are'} not data`)],
      ),
    );
  }

  /** Reports rows of totals: they look like records, and readers who add up a column would count everything twice. */
  #reportTotals(file: string, report: Report): void {
    if (this.#totals > 1) {
      report(
        problem(
          'totals-row',
          { file, place: this.#firstTotal },
          `${this.#totals} rows begin with a label such as "total", the first here, so they may be sums of others`,
          'If they are, readers who add up the column count values twice: leave the rows out, or mention them in the description. If not, set "footerRows" to 0 in the "csv" of the sidecar.',
        ),
      );
      return;
    }
    const last = this.#last;
    if (!last || this.#rows < 2 || this.#width === 1) return;
    const label = labelOf(last.record);
    if (!isTotal(label)) return;
    const entry = { csv: { footerRows: (this.#declared ?? 0) + 1 } };
    report(
      problem(
        'totals-row',
        { file, place: last.block.placeOf(last.index, 0) },
        `the last row begins with ${this.#mayQuote ? `"${label}"` : 'a word for a total'}, so it may be the sum of the others`,
        'If it is not, set "footerRows" to 0 in the "csv" of the sidecar.',
        [cure(entry, 'If it is')],
      ),
    );
  }
}

/** Whether a label begins with a digit, `+` or `-`. */
function isNumbered(label: string): boolean {
  const code = label.trimStart().charCodeAt(0);
  return (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d;
}
