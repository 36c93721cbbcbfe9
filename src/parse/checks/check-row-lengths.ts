import type { FileFormat, RecordBlock } from '../../model.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { MAX_REPORTED, problem, type Report } from '../../problems/problem.ts';
import { fix } from '../../problems/sidecar-patch.ts';
import { isEmptyRow, isNote } from '../records/row-predicates.ts';
import { explainRowLengths, type WrongRow } from './explain-row-lengths.ts';
import { MAX_FOOTER } from './rows/check-sparse-rows.ts';

type RowCode = 'row-too-short' | 'row-too-long';

/** Rows of one kind: too short, too long or unclear. */
class RowGroup {
  count = 0;
  readonly first: WrongRow[] = [];
  /** Row numbers of the first and the last row, from 0. */
  from = 0;
  to = 0;

  add(row: number, make: () => WrongRow): void {
    if (this.count === 0) this.from = row;
    this.to = row;
    this.count += 1;
    if (this.first.length < MAX_REPORTED) this.first.push(make());
  }
}

/** Finds the rows that do not have one cell per column and reports them after the last row. */
export class RowLengthCheck {
  readonly #names: readonly string[];
  readonly #format: FileFormat;
  readonly #short = new RowGroup();
  readonly #long = new RowGroup();
  /** Rows of the right length with an empty last cell. If other rows end in the trailing delimiter, so do these: they lack a cell. */
  readonly #unclear = new RowGroup();
  #trailing = 0;
  /**
   * First character of the comment mark that every row of the wrong length starts with: `#`, `%` or `/`. Empty if they do not all start
   * with the same mark, or if a row of the right length starts with a mark. Null if no row so far has the wrong length or a mark.
   */
  #mark: string | null = null;

  constructor(names: readonly string[], format: FileFormat) {
    this.#names = names;
    this.#format = format;
  }

  /** Whether a row has the wrong length; if so, remembers it. `row` is its number among all rows, `index` its index in the block. */
  isWrong(record: readonly string[], row: number, block: RecordBlock, index: number): boolean {
    const width = this.#names.length;
    const { length } = record;
    const { trailingDelimiter, ragged } = this.#format;
    const make = (): WrongRow => ({ record, place: block.placeOf(index, width), start: block.placeOf(index, 0) });
    if (length === width) {
      if (beginsComment(record[0] as string)) this.#mark = '';
      if (trailingDelimiter && ragged !== 'pad' && record[width - 1] === '') this.#unclear.add(row, make);
      return false;
    }
    if (length < width && ragged === 'pad') return false;
    if (length === width + 1 && trailingDelimiter && record[width]?.trim() === '') {
      this.#trailing += 1;
      return false;
    }
    const mark = beginsComment(record[0] as string) ? (record[0] as string).charAt(0) : '';
    this.#mark = this.#mark === null || this.#mark === mark ? mark : '';
    (length < width ? this.#short : this.#long).add(row, make);
    return true;
  }

  /** Reports the rows of the wrong length. `rows` is the total number of rows. */
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

  #reportLong(isEveryRow: boolean, file: string, report: Report): void {
    const { count, first } = this.#long;
    const { delimiter } = this.#format;
    const isAllShown = count === first.length;
    const explained = explainRowLengths(first, this.#names, { isEveryRow, isAllShown, delimiter });
    if (explained) {
      const { message, help, candidates } = explained;
      report(problem('row-too-long', { file, place: first[0]?.place ?? null }, message, help, candidates));
    } else this.#report('row-too-long', this.#long, file, report);
  }

  #isFooter(rows: number): boolean {
    const { count, from, to } = this.#short;
    const isRun = to === rows - 1 && to - from + 1 === count;
    return this.#format.footerRows !== 0 && count < rows && count <= MAX_FOOTER && this.#long.count === 0 && isRun;
  }

  #reportFooter(file: string, report: Report): void {
    const { count, first } = this.#short;
    const entry = { csv: { footerRows: (this.#format.footerRows ?? 0) + count } };
    const fixes = areRemarks(first, count) ? [fix(entry, 'If it is not')] : [];
    const rows = count === 1 ? 'the last row has' : `the last ${count} rows (this is the first) have`;
    const message = `${rows} fewer than ${formatCount(this.#names.length, 'cell')}: the file may end in notes or in incomplete records`;
    const at = { file, place: first[0]?.start ?? null };
    report(problem('footer-found', at, message, 'If this is data, add the missing cells.', fixes));
  }

  #reportComments(mark: string, file: string, report: Report): void {
    const [short, long] = [this.#short, this.#long];
    const isShort = long.count === 0 || (short.count > 0 && short.from < long.from);
    const comment = mark === '/' ? '//' : mark;
    const rows = formatCount(short.count + long.count, 'row');
    const message = `every row of the wrong length (${rows}) begins with "${comment}" and is probably a comment`;
    const at = { file, place: (isShort ? short : long).first[0]?.start ?? null };
    const fixes = [fix({ csv: { comment } }, 'If they are comments')];
    const help = 'If these rows are not comments, complete or shorten them.';
    report(problem(isShort ? 'row-too-short' : 'row-too-long', at, message, help, fixes));
  }

  /** Reports the first rows one by one, then how many more there are. `excess`: number of trailing cells in each row that do not count. */
  #report(code: RowCode, { count, first }: RowGroup, file: string, report: Report, excess = 0): void {
    for (const { record, place } of first) {
      const message = `the row has ${formatCount(record.length - excess, 'cell')}, the header ${formatCount(this.#names.length, 'column')}`;
      report(problem(code, { file, place }, message, ROW_HELP[code]));
    }
    const rest = count - first.length;
    if (rest > 0) report(problem(code, { file }, `${formatCount(rest, 'more row')} of the same kind`, ROW_HELP[code]));
  }
}

const ROW_HELP: Record<RowCode, string> = {
  'row-too-short':
    'Complete the row: write an empty cell where a value is missing. ' +
    'If the last cells are left out on purpose, set "ragged" to "pad" under "csv" in the sidecar.',
  'row-too-long': 'Quote cells that contain the delimiter, or remove the surplus cells.',
};

/** Whether the last `count` rows are notes; `rows` contains the first few. If the first is a note, all are: no record follows a note. */
function areRemarks(rows: readonly WrongRow[], count: number): boolean {
  // A row with several words in its first cell and no other values is a note too. Other rows may be incomplete records.
  const isRemark = ({ record: [first = '', ...others] }: WrongRow): boolean =>
    isNote(first) || (/\p{L}\P{L}*\s\P{L}*\p{L}/u.test(first) && isEmptyRow(others));
  return isNote(rows[0]?.record[0] ?? '') || (count === rows.length && rows.every(isRemark));
}

/** Whether a cell starts with a comment mark: `#`, `%` or `//`. */
function beginsComment(cell: string): boolean {
  const code = cell.charCodeAt(0);
  return code === 0x23 || code === 0x25 || (code === 0x2f && cell.charCodeAt(1) === 0x2f);
}
