import type { Place } from '../../model.ts';
import { patchText, type SidecarPatch } from '../../problems/sidecar-patch.ts';

/** A row of a wrong length. */
export interface WrongRow {
  record: readonly string[];
  /** The first cell too many, or the end. */
  place: Place;
  /** Where the row begins. */
  start: Place;
}

/** What is said of all rows that are too long, where one cause explains them. */
interface Explanation {
  message: string;
  help: string;
  entries: readonly SidecarPatch[];
}

const TRAILING = { csv: { trailingDelimiter: true } };

/**
 * The one cause of rows that are too long, as far as the first of them tell; null where there is none. `isEveryRow` says that every row of
 * the file is too long, `isAllShown` that the rows given are all that are.
 */
export function explainWrongRows(
  rows: readonly WrongRow[],
  width: number,
  { isEveryRow, isAllShown }: { isEveryRow: boolean; isAllShown: boolean },
): Explanation | null {
  if (rows.length === 0) return null;
  const told = isAllShown && rows.length === 1 ? 'the row has' : 'the rows from here on have';
  const quote = ["'", '`', '´'].find((mark) => rows.every(({ record }) => widthUnder(mark, record) === width));
  if (quote !== undefined) {
    const entry = { csv: { quote } };
    return {
      message: `${told} more cells than the ${width} columns, but not when cells may stand between ${quote}`,
      help: `If that is the quote of this file, add to the sidecar: ${patchText(entry)}.`,
      entries: [entry],
    };
  }
  if (isEveryRow && rows.every(({ record }) => record.length === width + 1)) {
    if (rows.every(({ record }) => record[width]?.trim() === '')) {
      return {
        message: `every row has an empty cell more than the ${width} columns: the rows end in a delimiter, the header does not`,
        help: `Remove the delimiters at the ends, or add to the sidecar: ${patchText(TRAILING)}.`,
        entries: [TRAILING],
      };
    }
    if (splitNumber(rows) === null) {
      return {
        message: `every row has one cell more than the ${width} columns of the header, so a name is missing`,
        help: 'Add the name in its place; programs such as R leave out that of the first column.',
        entries: [],
      };
    }
  }
  const number = splitNumber(rows);
  if (number === null) return null;
  return {
    message: `${told} more cells than the ${width} columns: the delimiter may stand inside of a number, such as ${number}`,
    help: 'Quote the numbers, or separate the cells by another delimiter.',
    entries: [],
  };
}

/** Cells of a row if those from one that begins with a mark to one that ends with it are a single one. */
function widthUnder(mark: string, record: readonly string[]): number {
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

/** A number that the delimiter may have cut in two, where in each row there is one at the same place. */
function splitNumber(rows: readonly WrongRow[]): string | null {
  const first = rows[0]?.record ?? [];
  const at = first.findIndex((_, cell) =>
    rows.every(({ record }) => /^[+-]?\d{1,3}$/.test(record[cell] ?? '') && /^\d{2,3}$/.test(record[cell + 1] ?? '')),
  );
  return at < 0 ? null : `${first[at]},${first[at + 1]}`;
}
