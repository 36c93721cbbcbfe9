import type { FileFormat, Place, RecordBlock } from '../../model.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { MAX_REPORTED, type Problem, problem, type Report } from '../../problems/problem.ts';
import { fix, INDEX_NAME } from '../../problems/sidecar-patch.ts';
import { COMMENT_MARKS } from '../records/dialect.ts';
import { isEmptyRow, isNote } from '../records/row-predicates.ts';
import { MAX_FOOTER } from './rows/check-sparse-rows.ts';

type RowCode = 'row-too-short' | 'row-too-long';

interface WrongRow {
  record: readonly string[];
  /** Place of the first surplus cell; the end of the row if it is too short. */
  place: Place;
  /** Place of the first cell. */
  start: Place;
}

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

/** Finds the rows of a file that do not have one cell per column, and reports them after the last row. */
export function checkRowLengths(names: readonly string[], format: FileFormat, file: string, report: Report) {
  const width = names.length;
  const short = new RowGroup();
  const long = new RowGroup();
  /** Rows of the right length with an empty last cell. If other rows end in the trailing delimiter, so do these: they lack a cell. */
  const unclear = new RowGroup();
  let trailing = 0;
  /**
   * Comment mark that every row of the wrong length starts with. Empty if they do not all start with the same mark, or if a row of the
   * right length starts with a mark. Null if no row so far has the wrong length or a mark.
   */
  let mark: string | null = null;

  /** Whether a row has the wrong length; if so, remembers it. `row` is its number among all rows, `index` its index in the block. */
  const isWrong = (record: readonly string[], row: number, block: RecordBlock, index: number): boolean => {
    const { length } = record;
    const { trailingDelimiter, ragged } = format;
    const make = (): WrongRow => ({ record, place: block.placeOf(index, width), start: block.placeOf(index, 0) });
    const begin = COMMENT_MARKS.find((it) => record[0]?.startsWith(it)) ?? '';
    if (length === width) {
      if (begin !== '') mark = '';
      if (trailingDelimiter && ragged !== 'pad' && record[width - 1] === '') unclear.add(row, make);
      return false;
    }
    if (length < width && ragged === 'pad') return false;
    if (length === width + 1 && trailingDelimiter && record[width]?.trim() === '') {
      trailing += 1;
      return false;
    }
    mark = mark === null || mark === begin ? begin : '';
    (length < width ? short : long).add(row, make);
    return true;
  };

  /** Reports the first rows one by one, then how many more there are. `excess`: number of trailing cells in each row that do not count. */
  const reportRows = (code: RowCode, { count, first }: RowGroup, excess = 0): void => {
    for (const { record, place } of first) {
      const message = `the row has ${formatCount(record.length - excess, 'cell')}, the header ${formatCount(width, 'column')}`;
      report(problem(code, { file, place }, message, ROW_HELP[code]));
    }
    const rest = count - first.length;
    if (rest > 0) report(problem(code, { file }, `${formatCount(rest, 'more row')} of the same kind`, ROW_HELP[code]));
  };

  const reportFooter = (): void => {
    const { count, first } = short;
    const entry = { csv: { footerRows: (format.footerRows ?? 0) + count } };
    const fixes = areRemarks(first, count) ? [fix(entry, 'If it is not')] : [];
    const rows = count === 1 ? 'the last row has' : `the last ${count} rows (this is the first) have`;
    const message = `${rows} fewer than ${formatCount(width, 'cell')}: the file may end in notes or in incomplete records`;
    const at = { file, place: first[0]?.start ?? null };
    report(problem('footer-found', at, message, 'If this is data, add the missing cells.', fixes));
  };

  const reportComments = (comment: string): void => {
    const isShort = long.count === 0 || (short.count > 0 && short.from < long.from);
    const rows = formatCount(short.count + long.count, 'row');
    const message = `every row of the wrong length (${rows}) begins with "${comment}" and is probably a comment`;
    const at = { file, place: (isShort ? short : long).first[0]?.start ?? null };
    const fixes = [fix({ csv: { comment } }, 'If they are comments')];
    const help = 'If these rows are not comments, complete or shorten them.';
    report(problem(isShort ? 'row-too-short' : 'row-too-long', at, message, help, fixes));
  };

  /** Reports the rows of the wrong length. `rows` is the total number of rows. */
  const finish = (rows: number): void => {
    if (trailing > 0 && unclear.count > 0) reportRows('row-too-short', unclear, 1);
    if (short.count + long.count === 0) return;
    const isFooter = short.to === rows - 1 && short.to - short.from + 1 === short.count && short.count <= MAX_FOOTER;
    if (mark) reportComments(mark);
    else if (format.footerRows !== 0 && short.count < rows && long.count === 0 && isFooter) reportFooter();
    else {
      reportRows('row-too-short', short);
      const explained = explainLong(long, long.count === rows, names, format.delimiter);
      if (!explained) reportRows('row-too-long', long);
      else {
        const { message, help, candidates } = explained;
        report(problem('row-too-long', { file, place: long.first[0]?.place ?? null }, message, help, candidates));
      }
    }
  };
  return { isWrong, finish };
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

/**
 * Finds a single cause for all rows that are too long; null if they have several. `isEveryRow`: whether every row of the file is too long.
 */
function explainLong(
  { first: rows, count }: RowGroup,
  isEveryRow: boolean,
  names: readonly string[],
  delimiter: string | null,
): Pick<Problem, 'message' | 'help' | 'candidates'> | null {
  if (rows.length === 0) return null;
  const width = names.length;
  const number = delimiter === ',' ? splitNumber(rows) : null;
  const theRowsHave = count === 1 ? 'the row has' : 'this row and others below it have';
  const quote = ["'", '`', '´'].find((mark) => rows.every(({ record }) => widthQuotedBy(mark, record) === width));
  if (quote !== undefined) {
    return {
      message: `${theRowsHave} more than ${width} cells, unless ${quote} is the quote character`,
      help: 'Quote cells that contain the delimiter.',
      candidates: [fix({ csv: { quote } }, `If ${quote} is the quote character of this file`)],
    };
  }
  if (isEveryRow && rows.every(({ record }) => record.length === width + 1)) {
    if (rows.every(({ record }) => record[width]?.trim() === '')) {
      return {
        message: 'the rows have an empty cell after the last column: they end in a delimiter, but the header does not',
        help: 'Remove the delimiters at the ends of the rows.',
        candidates: [fix({ csv: { trailingDelimiter: true } })],
      };
    }
    if (number === null) {
      const rename = { csv: { rename: [{ column: 1, from: null, to: INDEX_NAME }] } };
      // R writes the numbers of rows as their names.
      const areNumbers = rows.length > 1 && rows.every(({ record }, index) => record[0] === String(index + 1));
      const isNumbering = areNumbers && !NUMBERING_NAME.test(names[0] as string);
      return {
        message: `the header has ${formatCount(width, 'column')}, but the rows have one more cell: a name is probably missing`,
        help: 'Add the missing name to the header. Programs such as R leave out the name of the first column.',
        candidates: isNumbering ? [fix(rename, 'If the first column numbers the rows')] : [],
      };
    }
  }
  if (number === null) return null;
  return {
    message: `${theRowsHave} more than ${width} cells: the delimiter may occur inside numbers, such as ${number}`,
    help: 'Quote the numbers, or use another delimiter.',
    candidates: [],
  };
}

/** Typical names of columns of row numbers or codes. If the first name is one of them, the missing name belongs to another column. */
const NUMBERING_NAME = /^\s*(?:id|no|nr|n°|num|number|index|idx|key|row|rank|pos|position|code|#)(?![a-z])|id\s*$/i;

/** Number of cells in a row if `mark` is the quote character; -1 if a quote is not closed. */
function widthQuotedBy(mark: string, record: readonly string[]): number {
  let width = 0;
  let isOpen = false;
  for (const cell of record) {
    if (!isOpen) {
      width += 1;
      isOpen = cell.startsWith(mark) && !(cell.length > 1 && cell.endsWith(mark));
    } else if (cell.endsWith(mark)) isOpen = false;
  }
  return isOpen ? -1 : width;
}

/** A number in the first row that the delimiter seems to split, if all rows have such a number in the same two cells; null otherwise. */
function splitNumber(rows: readonly WrongRow[]): string | null {
  const first = rows[0]?.record ?? [];
  const at = first.findIndex((_, cell) =>
    rows.every(({ record }) => /^[+-]?\d{1,3}$/.test(record[cell] ?? '') && /^\d{2,3}$/.test(record[cell + 1] ?? '')),
  );
  return at < 0 ? null : `${first[at]},${first[at + 1]}`;
}
