import type { Place } from '../../model.ts';
import { formatCount } from '../../problems/format-problem.ts';
import type { Problem } from '../../problems/problem.ts';
import { fix, INDEX_NAME, renamePatch } from '../../problems/sidecar-patch.ts';

export interface WrongRow {
  record: readonly string[];
  /** Place of the first surplus cell; the end of the row if it is too short. */
  place: Place;
  /** Place of the first cell. */
  start: Place;
}

/**
 * Finds a single cause for all the given rows, which have more cells than `names`; null if there is none. `isEveryRow`: whether every row
 * of the file is too long. `isAllShown`: whether `rows` contains every row that is too long.
 */
export function explainRowLengths(
  rows: readonly WrongRow[],
  names: readonly string[],
  { isEveryRow, isAllShown, delimiter }: { isEveryRow: boolean; isAllShown: boolean; delimiter: string | null },
): Pick<Problem, 'message' | 'help' | 'candidates'> | null {
  if (rows.length === 0) return null;
  const width = names.length;
  const number = delimiter === ',' ? splitNumber(rows) : null;
  const theRowsHave = isAllShown && rows.length === 1 ? 'the row has' : 'this row and others below it have';
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
      const rename = renamePatch([{ column: 1, from: null, to: INDEX_NAME }]);
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
