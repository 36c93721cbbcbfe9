import { looksLikeNumber } from '../../contract/plain-number.ts';
import { mostCommonWidth } from './most-common-width.ts';

const UNUSUAL = ['^', '~', ':', '¦', '§', '¬', '\x01', '\x1E', '\x1F', ' '] as const;

/** Most lines that are inspected. */
const MOST_LINES = 1000;
/** Highest share of lines with fewer cells than the header: they may be parts of quoted cells. */
const MOST_BROKEN = 0.1;
/** Most lines above a header that can be titles, and below the records that can be notes. */
const MOST_TITLES = 20;
const MOST_NOTES = 10;

/**
 * Detects a delimiter that files rarely use: every line has as many of it as the header, or more if some are inside quotes. Titles above
 * the header and notes below the records need not. Undefined if there is no such character. `hasOther` says that a usual delimiter
 * makes some columns: then two columns do not prove an unusual one.
 */
export function detectUnusualDelimiter(text: string, comment: string | null, hasOther: boolean): string | undefined {
  const lines = text
    .split(/\r\n|\n|\r/, MOST_LINES)
    .filter((line) => line.trim() !== '' && (comment === null || !line.startsWith(comment)));
  return UNUSUAL.find((delimiter) => {
    const rows = lines.map((line) => line.split(delimiter)).filter((row) => row.some((cell) => cell !== ''));
    return separates(delimiter, rows, hasOther);
  });
}

/** Whether these rows, divided at a delimiter, form a table. */
function separates(delimiter: string, rows: readonly (readonly string[])[], hasOther: boolean): boolean {
  const { width } = mostCommonWidth(rows.map((row) => row.length));
  const isWide = (row: readonly string[]): boolean => row.length >= width;
  const start = rows.findIndex(isWide);
  const end = rows.findLastIndex(isWide) + 1;
  const [names = [], ...records] = rows.slice(start, end);
  const isFramed = start <= MOST_TITLES && rows.length - end <= MOST_NOTES && (end - start) * 2 >= rows.length;
  if (width < (hasOther || start > 0 ? 3 : 2) || !isFramed || records.length === 0) return false;
  if (names.length !== width || names.some((name) => name === '' || name.startsWith(' '))) return false;
  // Blanks may also accompany other delimiters.
  if (delimiter === ' ' && names.some((name) => /[,;\t|]/.test(name))) return false;
  const whole = records.filter(isWide);
  if (whole.length < records.length * (1 - MOST_BROKEN)) return false;
  const hasNumbers = names.some((_, index) => whole.every((row) => looksLikeNumber(row[index] as string)));
  // The values of a single column may divide evenly too, such as times and addresses with colons.
  if (start > 0) return hasNumbers && !names.some(looksLikeNumber) && delimiter !== ':';
  const isEven = whole.filter((row) => row.length === width).length * 2 > records.length;
  // Texts contain blanks too.
  return hasNumbers || (isEven && delimiter !== ' ');
}
