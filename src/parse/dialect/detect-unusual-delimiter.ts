import { looksLikeNumber } from '../../contract/plain-number.ts';
import { shapeOf } from '../../contract/value-shapes.ts';
import { mostCommonWidth } from './most-common-width.ts';

const UNUSUAL = ['^', '~', ':', '¦', '§', '¬', '\x01', '\x1E', '\x1F', ' '] as const;

/** Most lines that are inspected. */
const MOST_LINES = 1000;
/** Highest share of lines with fewer cells than the header: they may be parts of quoted cells. */
const MOST_BROKEN = 0.1;
/** Most lines above a header that can be titles, and below the records that can be notes. */
const MOST_TITLES = 20;
const MOST_NOTES = 10;

/** Characters that texts of a single column contain too: in times, addresses, ratios and sentences. */
const IN_TEXTS: readonly string[] = [':', ' '];
/** Fewest columns that a colon makes, and fewest of numbers that a blank makes. */
const FEWEST_COLUMNS = 3;
const FEWEST_NUMBERS = 2;

/**
 * Detects a delimiter that files rarely use: every line has as many of it as the header, or more if some are inside quotes. Titles above
 * the header and notes below the records need not. Undefined if there is no such character, or if the lines may be texts of a single
 * column. `hasOther` says that a usual delimiter makes some columns: then two columns do not prove an unusual one.
 */
export function detectUnusualDelimiter(text: string, comment: string | null, hasOther: boolean): string | undefined {
  const lines = text
    .split(/\r\n|\n|\r/, MOST_LINES)
    .filter((line) => line.trim() !== '' && (comment === null || !line.startsWith(comment)));
  const areValues = lines.slice(1).filter((line) => shapeOf(line.trim()) !== null).length * 2 > lines.length - 1;
  return UNUSUAL.find((delimiter) => {
    if (areValues && IN_TEXTS.includes(delimiter)) return false;
    const rows = lines.map((line) => line.split(delimiter)).filter((row) => row.some((cell) => cell !== ''));
    return separates(delimiter, withoutEnds(rows), hasOther);
  });
}

/** The rows without their last cells, if these are all empty because lines end in a delimiter. */
function withoutEnds(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const { width } = mostCommonWidth(rows.map((row) => row.length));
  const wide = rows.filter((row) => row.length >= width);
  const endsInDelimiter = width > 2 && wide.every((row) => row.at(-1) === '');
  return endsInDelimiter ? rows.map((row) => (row.length >= width ? row.slice(0, -1) : row)) : rows;
}

/** Whether these rows, divided at a delimiter, form a table. */
function separates(delimiter: string, rows: readonly (readonly string[])[], hasOther: boolean): boolean {
  const { width } = mostCommonWidth(rows.map((row) => row.length));
  const isWide = (row: readonly string[]): boolean => row.length >= width;
  const start = rows.findIndex(isWide);
  const end = rows.findLastIndex(isWide) + 1;
  const [names = [], ...records] = rows.slice(start, end);
  const isFramed = start <= MOST_TITLES && rows.length - end <= MOST_NOTES && (end - start) * 2 >= rows.length;
  const fewest = delimiter === ':' || hasOther || start > 0 ? FEWEST_COLUMNS : 2;
  if (width < fewest || !isFramed || records.length === 0) return false;
  if (names.length !== width) return false;
  const mayBeInTexts = IN_TEXTS.includes(delimiter);
  if (mayBeInTexts && names.some((name) => name === '' || name.startsWith(' ') || looksLikeNumber(name))) return false;
  // Blanks may also accompany other delimiters.
  if (delimiter === ' ' && names.some((name) => /[,;\t|]/.test(name))) return false;
  const whole = records.filter(isWide);
  if (whole.length < records.length * (1 - MOST_BROKEN)) return false;
  const numbers = names.filter((_, index) => whole.every((row) => looksLikeNumber(row[index] as string))).length;
  if (start > 0 && mayBeInTexts) return numbers > 0 && delimiter !== ':';
  if (mayBeInTexts) return numbers >= (delimiter === ' ' ? FEWEST_NUMBERS : 1) && !areShortGroups(whole);
  const isEven = whole.filter((row) => row.length === width).length * 2 > records.length;
  return numbers > 0 || isEven;
}

/** Whether rows consist of groups of at most two digits or hexadecimal digits, as in times, ratios and addresses. */
function areShortGroups(rows: readonly (readonly string[])[]): boolean {
  return rows.every((row) => row.every((cell) => /^[0-9a-f]{1,2}$/i.test(cell)));
}
