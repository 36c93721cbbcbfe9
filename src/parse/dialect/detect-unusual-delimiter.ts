import { looksLikeNumber, shapeOf } from '../../contract/value-shapes.ts';
import { COMMENT_MARKS } from '../records/dialect.ts';
import { mostCommonWidth } from '../records/row-predicates.ts';

const UNUSUAL = ['^', '~', ':', '¦', '§', '¬', '\x01', '\x1E', '\x1F', ' '] as const;

const MAX_LINES = 1000;
/** Maximum share of lines with fewer cells than the header. Such lines may be parts of quoted cells with line breaks. */
const MAX_BROKEN = 0.1;

/** Delimiters that also occur inside values, such as times and telephone numbers. */
const IN_VALUES: readonly string[] = [':', ' '];
/** If a column name contains one of these delimiters, spaces do not separate the cells. A comma between digits may be a decimal comma. */
const OTHERS = /[;\t|]|,(?!\d)|(?<!\d),/;
/** Minimum number of columns in doubtful cases, such as with a colon as the delimiter. */
const MIN_COLUMNS = 3;
/** Minimum number of numeric columns in a space-delimited table that begins with its header. */
const MIN_NUMBERS = 2;

/**
 * Detects a rarely used delimiter. Nearly every line must contain it at least as often as the header, since quoted cells may contain it
 * too. Titles above the header and notes below the records are ignored. A colon or space is not accepted if most lines look like a single
 * value. `hasOther`: whether a usual delimiter gives several columns, in which case two columns prove nothing.
 */
export function detectUnusualDelimiter(text: string, comment: string | null, hasOther: boolean): string | undefined {
  const lines = linesOf(text, comment);
  const areValues = lines.slice(1).filter(isValue).length * 2 > lines.length - 1;
  return UNUSUAL.find((delimiter) => {
    if (areValues && IN_VALUES.includes(delimiter)) return false;
    if (delimiter === ' ') return !lines.some((line) => RUN.test(line)) && areDividedByBlanks(lines, hasOther);
    const rows = lines.map((line) => line.split(delimiter)).filter((row) => row.some((cell) => cell !== ''));
    return separates(delimiter, rows, hasOther);
  });
}

/** A run of spaces, or a space at the start of a line. */
const RUN = /^ |\S {2,}\S/;

/** Whether runs of spaces align columns: every line has such a run, or some do and splitting at spaces gives numeric columns. */
export function areAligned(text: string, comment: string | null): boolean {
  const lines = linesOf(text, comment);
  const isEach = lines.length > 0 && lines.every((line) => /\S {2,}\S/.test(line));
  return isEach || (lines.some((line) => RUN.test(line)) && areDividedByBlanks(lines, false));
}

function areDividedByBlanks(lines: readonly string[], hasOther: boolean): boolean {
  const start = lines.findIndex((line) => !COMMENT_MARKS.some((mark) => line.startsWith(mark)));
  const rows = lines.slice(start).map((line) => line.trim().split(/ +/));
  return start >= 0 && separates(' ', rows, hasOther);
}

/** The first `MAX_LINES` lines, without blank lines and comments. */
function linesOf(text: string, comment: string | null): string[] {
  return text
    .split(/\r\n|\n|\r/, MAX_LINES)
    .filter((line) => line.trim() !== '' && (comment === null || !line.startsWith(comment)));
}

/** Whether a line is a single value, such as a date or a telephone number. A line such as `1.5 2.5 3.5` is several values. */
function isValue(line: string): boolean {
  const value = line.trim();
  const shape = shapeOf(value);
  if (shape !== 'a telephone number') return shape !== null;
  return /^(?:[+(]|0\d)/.test(value) && !/(?<!\S)[+-]?\d*\.\d+(?!\S)/.test(value);
}

/** Whether rows, split at a delimiter, form a table. */
function separates(delimiter: string, rows: readonly (readonly string[])[], hasOther: boolean): boolean {
  const { width } = mostCommonWidth(rows.map((row) => row.length));
  const isWide = (row: readonly string[]): boolean => row.length >= width;
  // Spaces also split a title above the header, so a row with more cells than the table is not taken as the header.
  const start = rows.findIndex((row) => (delimiter === ' ' ? row.length === width : isWide(row)));
  const end = rows.findLastIndex(isWide) + 1;
  const [names = [], ...records] = rows.slice(start, end);
  const needed = delimiter === ':' || hasOther || start > 0 ? MIN_COLUMNS : 2;
  if (width < needed || names.length !== width || records.length === 0 || (end - start) * 2 < rows.length) return false;
  if (delimiter === ' ' && names.some((name) => OTHERS.test(name))) return false;
  const whole = records.filter(isWide);
  if (whole.length < records.length * (1 - MAX_BROKEN)) return false;
  const isNumber = (cell = ''): boolean => looksLikeNumber(delimiter === ' ' ? cell.replace(',', '.') : cell);
  const numbers = names.filter((_, index) => whole.every((row) => isNumber(row[index]))).length;
  if (delimiter === ' ') return numbers >= minNumericColumns(rows[0] as readonly string[], start, names);
  // Text around a colon may also be part of a sentence.
  const mayBeName = (text: string): boolean => /^\S/.test(text) && !looksLikeNumber(text);
  if (delimiter === ':') return numbers > 0 && start === 0 && names.every(mayBeName);
  return numbers > 0 || whole.filter((row) => row.length === width).length * 2 > records.length;
}

/** Minimum number of numeric columns in a space-delimited table. Rows of numbers below a single word may be one long list. */
function minNumericColumns(first: readonly string[], start: number, names: readonly string[]): number {
  if (start === 0) return MIN_NUMBERS;
  if (!names.some(looksLikeNumber)) return 1;
  return first.length > 1 ? names.length : Number.POSITIVE_INFINITY;
}
