import type { FileFormat, RecordBlock } from '../../model.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { MOST_REPORTED, problem, type Report } from '../../problems/problem.ts';
import { patchText } from '../../problems/sidecar-patch.ts';
import { LONGEST_FOOTER } from './check-footer.ts';
import { explainWrongRows, type WrongRow } from './explain-row-lengths.ts';
import { isNote } from './row-predicates.ts';

type RowCode = 'row-too-short' | 'row-too-long';

/** Rows of a wrong length, of one kind. */
class RowGroup {
  count = 0;
  readonly first: WrongRow[] = [];
  /** Numbers of the first and last among all rows. */
  from = 0;
  to = 0;

  add(row: number, make: () => WrongRow): void {
    if (this.count === 0) this.from = row;
    this.to = row;
    this.count += 1;
    if (this.first.length < MOST_REPORTED) this.first.push(make());
  }
}

/** Tells rows that do not have a cell for each column, and reports them once the last row was seen. */
export class RowLengthCheck {
  readonly #width: number;
  readonly #format: FileFormat;
  readonly #short = new RowGroup();
  readonly #long = new RowGroup();
  /** Rows as long as the header that end in an empty cell, which is none of theirs if the other rows end in a delimiter. */
  readonly #unclear = new RowGroup();
  #trailing = 0;
  /** What every wrong row begins with: `#`, `%` or `/`; empty where they do not, or a sound row begins so. */
  #mark: string | null = null;

  constructor(width: number, format: FileFormat) {
    this.#width = width;
    this.#format = format;
  }

  /** Whether a row, with its number among all, is wrong; takes note of it then. */
  isWrong(record: readonly string[], row: number, block: RecordBlock, index: number): boolean {
    const width = this.#width;
    const { length } = record;
    const { trailingDelimiter, ragged } = this.#format;
    const make = (): WrongRow => ({ record, place: block.placeOf(index, width), start: block.placeOf(index, 0) });
    if (length === width) {
      if (isMark(record[0] as string)) this.#mark = '';
      if (trailingDelimiter && ragged !== 'pad' && record[width - 1] === '') this.#unclear.add(row, make);
      return false;
    }
    if (length < width && ragged === 'pad') return false;
    if (length === width + 1 && trailingDelimiter && record[width]?.trim() === '') {
      this.#trailing += 1;
      return false;
    }
    const mark = isMark(record[0] as string) ? (record[0] as string).charAt(0) : '';
    this.#mark = this.#mark === null || this.#mark === mark ? mark : '';
    (length < width ? this.#short : this.#long).add(row, make);
    return true;
  }

  /** Reports the rows; `rows` is the number of all. */
  finish(rows: number, file: string, report: Report): void {
    const short = this.#short;
    const long = this.#long;
    if (this.#trailing > 0 && this.#unclear.count > 0) this.#report('row-too-short', this.#unclear, file, report, 1);
    if (short.count + long.count === 0) return;
    if (this.#mark) this.#reportComments(this.#mark, file, report);
    else if (this.#isFooter(rows)) this.#reportFooter(file, report);
    else {
      this.#report('row-too-short', short, file, report);
      this.#reportLong(long.count === rows, file, report);
    }
  }

  /** `isEveryRow` says that no row of the file has another length. */
  #reportLong(isEveryRow: boolean, file: string, report: Report): void {
    const { count, first } = this.#long;
    const explained = explainWrongRows(first, this.#width, { isEveryRow, isAllShown: count === first.length });
    if (explained) {
      const { message, help, entries } = explained;
      report(problem('row-too-long', { file, place: first[0]?.place ?? null }, message, help, entries));
    } else this.#report('row-too-long', this.#long, file, report);
  }

  #isFooter(rows: number): boolean {
    const { count, from, to } = this.#short;
    const isRun = to === rows - 1 && to - from + 1 === count;
    return this.#format.footerRows !== 0 && count < rows && count <= LONGEST_FOOTER && this.#long.count === 0 && isRun;
  }

  #reportFooter(file: string, report: Report): void {
    const { count, first } = this.#short;
    const entry = { csv: { footerRows: (this.#format.footerRows ?? 0) + count } };
    report(
      problem(
        'footer-found',
        { file, place: first[0]?.start ?? null },
        `the file ends in ${formatCount(count, 'row')} with fewer cells than the ${formatCount(this.#width, 'column')}, this the first: notes, or rows cut short`,
        `If these are no data, add to the sidecar: ${patchText(entry)}. If they are, complete them.`,
        first.every(({ record }) => isRemark(record)) ? [entry] : [],
      ),
    );
  }

  #reportComments(mark: string, file: string, report: Report): void {
    const isShort = this.#long.count === 0 || (this.#short.count > 0 && this.#short.from < this.#long.from);
    const comment = mark === '/' ? '//' : mark;
    const entry = { csv: { comment } };
    report(
      problem(
        isShort ? 'row-too-short' : 'row-too-long',
        { file, place: (isShort ? this.#short : this.#long).first[0]?.start ?? null },
        `${formatCount(this.#short.count + this.#long.count, 'row')} of a wrong length, this the first, and all begin with ${JSON.stringify(comment)}: comments, it seems`,
        `If they are, add to the sidecar: ${patchText(entry)}.`,
        [entry],
      ),
    );
  }

  /** `unseen` cells at the end of each row are none. */
  #report(code: RowCode, { count, first }: RowGroup, file: string, report: Report, unseen = 0): void {
    for (const { record, place } of first) {
      const message = `the row has ${formatCount(record.length - unseen, 'cell')}, the header ${formatCount(this.#width, 'column')}`;
      report(problem(code, { file, place }, message, ROW_HELP[code]));
    }
    const rest = count - first.length;
    if (rest > 0) report(problem(code, { file }, `${formatCount(rest, 'more row')} of the same kind`, ROW_HELP[code]));
  }
}

const ROW_HELP: Record<RowCode, string> = {
  'row-too-short':
    'Complete the row: write an empty cell where a value is missing. If the last cells are left out on purpose, add to the sidecar: "csv": { "ragged": "pad" }.',
  'row-too-long': 'Quote cells that contain the delimiter, or remove the cells from here on.',
};

/** Whether a row is a note, or a text of several words in a single cell; else it may be a record that was cut short. */
function isRemark([first = '', ...others]: readonly string[]): boolean {
  return isNote(first) || (/\p{L}\P{L}*\s\P{L}*\p{L}/u.test(first) && others.every((cell) => cell.trim() === ''));
}

/** Whether a cell begins as comments do. */
function isMark(cell: string): boolean {
  const code = cell.charCodeAt(0);
  return code === 0x23 || code === 0x25 || (code === 0x2f && cell.charCodeAt(1) === 0x2f);
}
