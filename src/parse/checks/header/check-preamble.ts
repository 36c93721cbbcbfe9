import { looksLikeNumber, looksLikeYear, shapeOf } from '../../../contract/value-shapes.ts';
import type { FileFormat, RecordBlock } from '../../../model.ts';
import { type Problem, ProblemError, problem } from '../../../problems/problem.ts';
import { fix } from '../../../problems/sidecar-patch.ts';
import { placeInText } from '../../../problems/text-position.ts';
import { CANDIDATES } from '../../dialect/detect-delimiter.ts';
import { COMMENT_MARKS } from '../../records/dialect.ts';
import { BLANK_LINE } from '../../records/parse-block.ts';
import { isEmptyRow, isTitle, mostCommonWidth, type Row } from '../../records/row-predicates.ts';
import { areNames, headerAfter } from './judge-first-row.ts';
import type { HeaderPlace } from './rename-columns.ts';

const MAX_PREAMBLE = 20;

/**
 * The problem if there is something above the header of a table, such as a title, comments or blank lines; null otherwise. `names` is the
 * first row, and `rest` contains the next rows.
 */
export function findPreamble(names: Row, rest: RecordBlock, format: FileFormat, at: HeaderPlace): Problem | null {
  const records = withoutFooter(rest.records, format.footerRows ?? 0);
  const rows = [names, ...records];
  const { width, count } = mostCommonWidth(records.map((row) => row.length));
  const comments = format.header === null ? heightOfComments(rows) : null;
  const height = comments ?? heightOfPreamble(rows, width);
  // In a single-column file, a value that contains the delimiter looks like a wider row, so a few wide rows prove nothing.
  if (height === null || (comments === null && count * 2 <= height)) return null;
  const [header = [], ...below] = rows.slice(height);
  if (comments === null && height === 1 && !isEmptyRow(names) && !areNames(header, below)) {
    // A single value right above a record is probably an incomplete header, or a header with a different delimiter.
    if (header.some((cell) => looksLikeNumber(cell) && !looksLikeYear(cell))) return null;
    if (CANDIDATES.some((it) => names[0]?.split(it).length === width)) return null;
  }
  const titles = rows.slice(0, height);
  const mark = commentMark(titles, rows.slice(height));
  const line = rest.placeOf(height - 1, 0).line;
  const message =
    mark !== undefined
      ? `the file begins with lines that look like comments: they begin with ${JSON.stringify(mark)}`
      : titles.every(isEmptyRow)
        ? 'the file begins with blank lines'
        : 'the file begins with text above the table, such as a title or notes';
  const skip = mark === undefined ? undefined : { csv: { comment: mark } };
  const candidates = headerAfter(line - 1, header, below, skip);
  return problem('preamble-found', at, message, 'Remove everything above the table.', candidates);
}

/** Throws a `ProblemError` if `text`, the start of a file, begins with a line for spreadsheet programs, such as `sep=;`. */
export function refuseDelimiterNote(text: string, format: FileFormat, file: string): void {
  const note = /^"?sep=(.)"?[,;|\t]*(?=[\r\n])/i.exec(text);
  if (!note) return;
  const delimiter = note[1] as string;
  const isKnown = format.delimiter !== null || (CANDIDATES as readonly string[]).includes(delimiter);
  const candidate = fix({ csv: { skipRows: format.skipRows + 1, ...(isKnown ? {} : { delimiter }) } });
  const at = { file, place: placeInText(text, 0, format.skipRows + 1) };
  const message = 'this line only tells spreadsheet programs which delimiter to use: it is not a header';
  throw new ProblemError(problem('preamble-found', at, message, 'Remove the line.', [candidate]));
}

/** The records without the last `footerRows` rows, not counting blank lines. */
export function withoutFooter(records: readonly Row[], footerRows: number): readonly Row[] {
  let end = records.length;
  for (let left = footerRows; left > 0 && end > 0; end -= 1) if (records[end - 1] !== BLANK_LINE) left -= 1;
  return records.slice(0, end);
}

/**
 * Number of rows above the header, which is the first row with `width` cells and more than one value. Null if there is no such row, if
 * it is the first row or too far down, or if the rows above it do not look like titles and notes.
 */
function heightOfPreamble(rows: readonly Row[], width: number): number | null {
  const names = rows[0] ?? [];
  if (names.length === width && isEmptyRow(names)) return null;
  if (!isTitle(names) && !areNotesApart(rows, width)) return null;
  const header = rows.findIndex((row) => row.length === width && !isTitle(row));
  // In a table of two columns, a title looks like a header with a missing name, unless a row below certainly contains the names.
  if (names.length === 2 && width === 2 && !areNames(rows[header] ?? [], rows.slice(header + 1))) return null;
  return header < 1 || header > MAX_PREAMBLE ? null : header;
}

/** Whether the rows above the table seem to be notes: all have fewer cells than the table, and a row other than the first is empty. */
function areNotesApart(rows: readonly Row[], width: number): boolean {
  const start = rows.findIndex((row) => row.length === width);
  const above = rows.slice(0, Math.max(0, start));
  return above.length > 1 && above.every((row) => row.length < width) && above.slice(1).some(isEmptyRow);
}

/** The comment mark at the start of every non-empty row in `titles`, unless a row in `rows` with several cells starts with it too. */
function commentMark(titles: readonly Row[], rows: readonly Row[]): string | undefined {
  const filled = titles.filter((row) => !isEmptyRow(row));
  return COMMENT_MARKS.find(
    (mark) =>
      filled.length > 0 &&
      filled.every((row) => row[0]?.startsWith(mark)) &&
      !rows.some((row) => row.length > 1 && row[0]?.startsWith(mark)),
  );
}

/** Minimum number of words in a sentence. Few column names have as many. */
const MIN_WORDS = 3;

/**
 * Number of rows above the header if the first row is a comment, which may have as many cells as the table, as in
 * `# made on Monday, by hand`; null otherwise. A column name may start with a comment mark too, as in `#`, `# of people`, `% of total` or
 * `#CHROM`, but such a name is usually a single word or has numbers below it.
 */
function heightOfComments(rows: readonly Row[]): number | null {
  const [[first = '', ...others] = [], ...records] = rows;
  const mark = COMMENT_MARKS.find((it) => first.startsWith(it));
  if (mark === undefined) return null;
  const words = first.replace(/^[#%/]+/, '').match(/\S+/g) ?? [];
  const height = rows.findIndex((row) => !isEmptyRow(row) && !row[0]?.startsWith(mark));
  const [next = [], ...below] = rows.slice(height);
  if (height < 0 || words.length < 2) return null;
  return (next.length > 1 && areNames(next, below)) || isProse(words, others, records) ? height : null;
}

/** Whether a first row reads as a sentence. Above numbers or dates, it must also have a space after each delimiter, unlike any record. */
function isProse(words: readonly string[], others: Row, records: readonly Row[]): boolean {
  const hasBlanks = (row: Row): boolean => row.length > 0 && row.every((cell) => cell.startsWith(' '));
  const isAboveValues = records.every((row) => shapeOf((row[0] as string).trim()) !== null);
  const areAlone = hasBlanks(others) && !records.some((row) => hasBlanks(row.slice(1)));
  return words.length >= MIN_WORDS && (areAlone || !isAboveValues);
}
