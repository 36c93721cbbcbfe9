import { looksLikeNumber } from '../../contract/plain-number.ts';
import { mostCommonWidth } from './common-width.ts';

const UNUSUAL = ['^', '~', ':', '¦', '§', '¬', '\x01', '\x1E', '\x1F', ' '] as const;

/** Lines that are looked at. */
const MOST_LINES = 1000;
/** Share of the records that may have fewer cells than the header: parts of quoted cells. */
const BROKEN = 0.1;
/** More lines than these above a header, and below the records, are no titles and notes. */
const MOST_TITLES = 20;
const MOST_NOTES = 10;

/**
 * A character that separates the cells of a text, though files hardly ever have it as delimiter: the lines have as many of it as their
 * header, or more where it stands inside of quotes; but for titles above and notes below. Undefined where there is none such. `hasOther`
 * says that a usual delimiter stands in the text: then two columns are no proof.
 */
export function findUnusualDelimiter(text: string, comment: string | null, hasOther: boolean): string | undefined {
  const lines = text
    .split(/\r\n|\n|\r/, MOST_LINES)
    .filter((line) => line.trim() !== '' && (comment === null || !line.startsWith(comment)));
  return UNUSUAL.find((delimiter) => {
    const rows = lines.map((line) => line.split(delimiter)).filter((row) => row.some((cell) => cell !== ''));
    return separates(delimiter, rows, hasOther);
  });
}

function separates(delimiter: string, rows: readonly (readonly string[])[], hasOther: boolean): boolean {
  const { width } = mostCommonWidth(rows.map((row) => row.length));
  const isWide = (row: readonly string[]): boolean => row.length >= width;
  const start = rows.findIndex(isWide);
  const end = rows.findLastIndex(isWide) + 1;
  const [names = [], ...records] = rows.slice(start, end);
  const isFramed = start <= MOST_TITLES && rows.length - end <= MOST_NOTES && (end - start) * 2 >= rows.length;
  if (width < (hasOther || start > 0 ? 3 : 2) || !isFramed || records.length === 0) return false;
  if (names.length !== width || names.some((name) => name === '' || name.startsWith(' '))) return false;
  // Blanks stand beside other delimiters, too.
  if (delimiter === ' ' && names.some((name) => /[,;\t|]/.test(name))) return false;
  const whole = records.filter(isWide);
  if (whole.length < records.length * (1 - BROKEN)) return false;
  const hasNumbers = names.some((_, index) => whole.every((row) => looksLikeNumber(row[index] as string)));
  // What stands below the name of a single column may be cut evenly too, such as times and addresses with colons.
  if (start > 0) return hasNumbers && !names.some(looksLikeNumber) && delimiter !== ':';
  const isEven = whole.filter((row) => row.length === width).length * 2 > records.length;
  // Blanks stand in texts.
  return hasNumbers || (isEven && delimiter !== ' ');
}
