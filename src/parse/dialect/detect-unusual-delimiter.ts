import { looksLikeNumber, shapeOf } from '../../contract/value-shapes.ts';
import { COMMENT_MARKS } from '../records/dialect.ts';
import { mostCommonWidth } from '../records/row-predicates.ts';

const UNUSUAL = ['^', '~', ':', '¦', '§', '¬', '\x01', '\x1E', '\x1F', ' '] as const;

/** Maximum lines that are inspected. */
const MAX_LINES = 1000;
/** Highest share of lines with fewer cells than the header: they may be parts of quoted cells. */
const MAX_BROKEN = 0.1;

/** Characters that values of a single column contain too, such as times and telephone numbers. */
const IN_VALUES: readonly string[] = [':', ' '];
/** Delimiters that blanks accompany. A comma may be one of decimals. */
const OTHERS = /[;\t|]|,(?!\d)|(?<!\d),/;
/** Minimum columns that a colon makes, and minimum columns of numbers that a blank makes. */
const MIN_COLUMNS = 3;
const MIN_NUMBERS = 2;

/**
 * Detects a delimiter that files rarely use: every line has as many of it as the header, or more if some are inside quotes. Titles above
 * the header and notes below the records need not. Undefined if there is no such character, or if the lines may be values of a single
 * column. `hasOther` says that a usual delimiter makes some columns: then two columns do not prove an unusual one.
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

/** Several blanks, or one at the start of a line. */
const RUN = /^ |\S {2,}\S/;

/**
 * Whether runs of blanks divide lines into columns, so that a single blank is not a delimiter: each line has a run of several, or columns
 * of numbers result.
 */
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

/** The first lines that are neither blank nor comments. */
function linesOf(text: string, comment: string | null): string[] {
  return text
    .split(/\r\n|\n|\r/, MAX_LINES)
    .filter((line) => line.trim() !== '' && (comment === null || !line.startsWith(comment)));
}

/** Whether a line is a single value, such as a date or a telephone number. Decimals, and numbers that begin otherwise, may be several. */
function isValue(line: string): boolean {
  const value = line.trim();
  const shape = shapeOf(value);
  if (shape !== 'a telephone number') return shape !== null;
  return /^(?:[+(]|0\d)/.test(value) && !/(?<!\S)[+-]?\d*\.\d+(?!\S)/.test(value);
}

/** Whether rows, divided at a delimiter, form a table. */
function separates(delimiter: string, rows: readonly (readonly string[])[], hasOther: boolean): boolean {
  const { width } = mostCommonWidth(rows.map((row) => row.length));
  const isWide = (row: readonly string[]): boolean => row.length >= width;
  // Words of a title are divided by blanks too.
  const start = rows.findIndex((row) => (delimiter === ' ' ? row.length === width : isWide(row)));
  const end = rows.findLastIndex(isWide) + 1;
  const [names = [], ...records] = rows.slice(start, end);
  const fewest = delimiter === ':' || hasOther || start > 0 ? MIN_COLUMNS : 2;
  if (width < fewest || names.length !== width || records.length === 0 || (end - start) * 2 < rows.length) return false;
  if (delimiter === ' ' && names.some((name) => OTHERS.test(name))) return false;
  const whole = records.filter(isWide);
  if (whole.length < records.length * (1 - MAX_BROKEN)) return false;
  const isNumber = (cell = ''): boolean => looksLikeNumber(delimiter === ' ' ? cell.replace(',', '.') : cell);
  const numbers = names.filter((_, index) => whole.every((row) => isNumber(row[index]))).length;
  if (delimiter === ' ') return numbers >= fewestNumbers(rows[0] as readonly string[], start, names);
  if (delimiter === ':') return numbers > 0 && start === 0 && names.every(mayBeName);
  const isEven = whole.filter((row) => row.length === width).length * 2 > records.length;
  return numbers > 0 || isEven;
}

/** Minimum numeric columns of a table divided at blanks. Numbers below a single word prove nothing: it may name a vector. */
function fewestNumbers(first: readonly string[], start: number, names: readonly string[]): number {
  if (start === 0) return MIN_NUMBERS;
  if (!names.some(looksLikeNumber)) return 1;
  return first.length > 1 ? names.length : Number.POSITIVE_INFINITY;
}

/** Whether a cell between colons may be a name: not part of a sentence, and not a number. */
function mayBeName(text: string): boolean {
  return /^\S/.test(text) && !looksLikeNumber(text);
}
