import { looksLikeNumber, looksLikeYear } from '../../contract/plain-number.ts';
import type { FileFormat, Place, RecordBlock } from '../../model.ts';
import { type Problem, ProblemError, problem } from '../../problems/problem.ts';
import { patchText, type SidecarPatch } from '../../problems/sidecar-patch.ts';
import { placeInText } from '../../problems/text-position.ts';
import { mostCommonWidth } from '../dialect/common-width.ts';
import { CANDIDATES } from '../dialect/detect-delimiter.ts';
import { BLANK_LINE } from '../records/parse-block.ts';

/** More rows than this in front of a header are no preamble. */
const LONGEST_PREAMBLE = 20;

const COMMENT_MARKS = ['#', '%', '//'] as const;

/**
 * What stands above a table and is no header: a title, comments, blank lines; null where there is nothing of it. `names` is the first
 * row, `rest` what follows it in the first block.
 */
export function findPreamble(
  names: readonly string[],
  rest: RecordBlock,
  footerRows: number,
  file: string,
  placeOf: (cell: number) => Place,
): Problem | null {
  const refuse = (message: string, help: string, entry: SidecarPatch): Problem =>
    problem('preamble-found', { file, place: placeOf(0) }, message, help, [entry]);
  const records = withoutFooter(rest.records, footerRows);
  const rows = [names, ...records];
  const { width, count } = mostCommonWidth(records.map((row) => row.length));
  const height = heightOfPreamble(rows, width);
  // In a file of one column, a cell with a delimiter makes a wide row.
  if (height === null || count * 2 <= height) return null;
  const other = height === 1 ? headerInOtherDelimiter(names, rows[1] ?? [], width) : null;
  if (other) {
    const entry = { csv: { skipRows: placeOf(0).line, header: other.names } };
    return problem(
      'delimiter-doubtful',
      { file, place: placeOf(0) },
      `the header is separated by ${JSON.stringify(other.delimiter)}, the rows below are not`,
      `Separate all rows alike. If the columns are these, you may also add to the sidecar: ${patchText(entry)}.`,
      [entry],
    );
  }
  // A single text right above a record is what is left of a header.
  if (height === 1 && !isBlank(names) && rows[1]?.some((cell) => looksLikeNumber(cell) && !looksLikeYear(cell))) {
    return null;
  }
  const titles = rows.slice(0, height);
  const mark = commentMark(titles, rows.slice(height));
  const line = rest.placeOf(height - 1, 0).line;
  const entry = mark === undefined ? { csv: { skipRows: line - 1 } } : { csv: { comment: mark } };
  if (mark !== undefined) {
    return refuse(
      `the file begins with lines that look like comments, since they begin with ${JSON.stringify(mark)}`,
      `If the header is in line ${line}, add to the sidecar: ${patchText(entry)}.`,
      entry,
    );
  }
  return refuse(
    titles.every(isBlank)
      ? 'the file begins with blank lines'
      : 'the file begins with text that is not a table’s header: the rows below have more cells',
    `If the header is in line ${line}, add to the sidecar: ${patchText(entry)}.`,
    entry,
  );
}

/** Throws a `ProblemError` where a text, given from its beginning, begins with a spreadsheet's note on the delimiter. */
export function refuseDelimiterNote(text: string, format: FileFormat, file: string): void {
  const [note, delimiter = ''] = /^"?sep=(.)"?[,;|\t]*(?=[\r\n])/i.exec(text) ?? [];
  if (note === undefined) return;
  const isFound = format.delimiter !== null || (CANDIDATES as readonly string[]).includes(delimiter);
  const entry = { csv: { skipRows: format.skipRows + 1, ...(isFound ? {} : { delimiter }) } };
  throw new ProblemError(
    problem(
      'preamble-found',
      { file, place: placeInText(text, 0, format.skipRows + 1) },
      'the first line is a spreadsheet’s note on the delimiter, and no header',
      `Remove the line, or add to the sidecar: ${patchText(entry)}.`,
      [entry],
    ),
  );
}

/** The records without the last ones, among which blank lines do not count. */
function withoutFooter(records: readonly (readonly string[])[], footerRows: number): readonly (readonly string[])[] {
  let end = records.length;
  for (let left = footerRows; left > 0 && end > 0; end -= 1) if (records[end - 1] !== BLANK_LINE) left -= 1;
  return records.slice(0, end);
}

/**
 * Rows in front of the first that is as wide as most, where each of them has one text at most, as titles and notes have; null where
 * the first row is that wide and has more than one text, or none is.
 */
function heightOfPreamble(rows: readonly (readonly string[])[], width: number): number | null {
  const names = rows[0] ?? [];
  if (width < 2 || (names.length === width && isBlank(names))) return null;
  if (!isTitle(names) && !isApart(rows, width)) return null;
  if (names.length === 2 && width === 2 && !isAboveNames(rows)) return null;
  const header = rows.findIndex((row) => row.length === width && !isTitle(row));
  return header < 1 || header > LONGEST_PREAMBLE ? null : header;
}

/** With two columns, one of them unnamed, only a row of names above rows with numbers tells a title from a header. */
function isAboveNames(rows: readonly (readonly string[])[]): boolean {
  const [names = [], ...records] = rows.slice(rows.findIndex((row) => row.length > 1 && !isTitle(row)));
  return (
    !names.some(looksLikeNumber) &&
    records.length > 0 &&
    records.every((row) => row.length === 1 || row.some(looksLikeNumber))
  );
}

/** Whether the first rows are narrower than the table, and a blank line stands between them: notes in several cells. */
function isApart(rows: readonly (readonly string[])[], width: number): boolean {
  const start = rows.findIndex((row) => row.length === width);
  const above = rows.slice(0, Math.max(0, start));
  return above.length > 1 && above.every((row) => row.length < width) && above.slice(1).some(isBlank);
}

function isTitle(row: readonly string[]): boolean {
  return row.filter((cell) => cell.trim() !== '').length <= 1;
}

function isBlank(row: readonly string[]): boolean {
  return row.every((cell) => cell.trim() === '');
}

/** The names in a first row of one cell that another delimiter cuts into as many as the row below, which has numbers, has cells. */
function headerInOtherDelimiter(
  [only = '', second]: readonly string[],
  below: readonly string[],
  width: number,
): { delimiter: string; names: string[] } | null {
  if (second !== undefined || !below.some(looksLikeNumber)) return null;
  for (const delimiter of CANDIDATES) {
    const names = only.split(delimiter).map((name) => name.trim());
    if (names.length === width && !names.some((name) => name === '' || looksLikeNumber(name)))
      return { delimiter, names };
  }
  return null;
}

/** What each line above the header begins with, and no record. */
function commentMark(titles: readonly (readonly string[])[], rows: readonly (readonly string[])[]): string | undefined {
  const texts = titles.filter((row) => !isBlank(row));
  return COMMENT_MARKS.find(
    (mark) =>
      texts.length > 0 &&
      texts.every(([first = '']) => first.startsWith(mark)) &&
      !rows.some(([first = '', second]) => second !== undefined && first.startsWith(mark)),
  );
}
