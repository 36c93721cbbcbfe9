import type { FileFormat } from '../../model.ts';
import { ProblemError } from '../../problems/problem.ts';
import type { Dialect } from '../records/dialect.ts';
import { BLANK_LINE, parseBlock } from '../records/parse-block.ts';
import { mostCommonWidth } from '../records/row-predicates.ts';
import { splitRecords } from '../records/split-records.ts';
import { areAligned, detectUnusualDelimiter } from './detect-unusual-delimiter.ts';

/** The usual delimiters. The first is the fallback. */
export const CANDIDATES = [',', ';', '\t', '|'] as const;

/** Maximum length of the sample at the start of a file, in UTF-16 code units. */
const SAMPLE_LENGTH = 1 << 18;

export interface TextStart {
  text: string;
  /** Whether `text` is certainly the entire file. */
  isWhole: boolean;
}

/**
 * Detects the delimiter of a file from its start: the one that gives at least two columns, and one cell per column in most records. If
 * several do, returns all of them, except a comma that occurs only inside numbers. If none does, returns the one that gives the most
 * records the same number of cells; in a tie, the one with more columns. `usual` is never empty. If no usual delimiter clearly divides the
 * rows into cells, `unusual` is a rarer one that seems to. `isAligned`: whether no delimiter fits but runs of spaces align the columns.
 */
export function detectDelimiter(start: TextStart, format: FileFormat) {
  const sample = sampleOf(start);
  const { text } = sample;
  const { quote, comment } = format;
  const candidates = CANDIDATES.filter((candidate) => candidate !== quote && !comment?.startsWith(candidate));
  type Reading = { delimiter: string; widths: number[] };
  const read = (marks: Omit<Dialect, 'delimiter'>, delimiters: readonly string[] = candidates): Reading[] =>
    delimiters.flatMap((delimiter) => {
      const widths = widthsIn(sample, { ...marks, delimiter }, format.footerRows ?? 0);
      return widths ? [{ delimiter, widths }] : [];
    });
  const likelyAmong = (readings: readonly Reading[]): string[] =>
    readings.flatMap(({ delimiter, widths }) => (isLikely(widths, format) ? [delimiter] : []));
  // Delimiters that occur in the text are tried first, so most files are parsed with just one delimiter.
  const occurring = candidates.filter((candidate) => text.includes(candidate));
  const fitting = likelyAmong(read(format, occurring));
  if (fitting.length > 0) {
    // Commas that occur only between digits are decimal or thousands separators if another delimiter fits.
    const areInNumbers = fitting.includes(',') && !/(?<![0-9]),|,(?![0-9])/.test(text);
    if (!areInNumbers) return { usual: fitting };
    const others = fitting.filter((delimiter) => delimiter !== ',');
    return others.length > 0
      ? { usual: others }
      : { usual: fitting, unusual: detectUnusualDelimiter(text, comment, true) };
  }
  // Whitespace around quotes, or backslash escapes, make a file unreadable, but lenient parsing still reveals the delimiter.
  const dialects = [format, { ...format, trim: true }, { ...format, escape: '\\' }];
  const readings = dialects.reduce<Reading[]>((found, marks) => (found.length > 0 ? found : read(marks)), []);
  const likely = likelyAmong(readings);
  if (likely.length > 0) return { usual: likely };
  const best = readings
    .filter(({ delimiter, widths }) => delimiter === candidates[0] || hasTable(widths))
    .map(({ delimiter, widths }) => ({ delimiter, ...mostCommonWidth(widths) }))
    // In a tie, the delimiter with fewer columns may be a separator inside numbers.
    .sort((a, b) => b.count - a.count || b.width - a.width)[0];
  const usual = [best?.delimiter ?? (candidates[0] as string)];
  if (Array.isArray(format.header) && format.header.length === 1) return { usual };
  const hasOther = best !== undefined && best.count > 0;
  const unusual = detectUnusualDelimiter(text, comment, hasOther);
  return { usual, unusual, isAligned: !hasOther && areAligned(text, comment) };
}

/**
 * Whether the records of the most common width are dense enough for a table: at least a quarter of all records, and at least half of
 * those from the first to the last of that width. In prose, delimiters are sparse.
 */
function hasTable(widths: readonly number[]): boolean {
  const { width, count } = mostCommonWidth(widths);
  const inner = widths.lastIndexOf(width) - widths.indexOf(width) + 1;
  return count > 1 && count * 4 >= widths.length && count * 2 >= inner;
}

/** Whether records with these numbers of cells form a table of at least two columns. */
function isLikely(widths: readonly number[], { header, ragged, trailingDelimiter }: FileFormat): boolean {
  const named = Array.isArray(header) ? header.length + (trailingDelimiter ? 1 : 0) : null;
  const columns = named ?? widths[0];
  if (columns === undefined || columns < 2) return false;
  if (ragged === 'pad') return widths.every((width) => width <= columns);
  return widths.filter((width) => width === columns).length * 2 > widths.length;
}

/** The complete lines within the first `SAMPLE_LENGTH` code units, or the start of the first line if it is longer than that. */
function sampleOf({ text, isWhole }: TextStart): TextStart {
  if (isWhole && text.length <= SAMPLE_LENGTH) return { text, isWhole };
  const cut = text.slice(0, SAMPLE_LENGTH);
  // A carriage return at the cut may be the first half of a CRLF.
  const end = Math.max(cut.lastIndexOf('\n'), cut.slice(0, -1).lastIndexOf('\r')) + 1;
  return { text: end > 0 ? cut.slice(0, end) : cut, isWhole: false };
}

/** The number of cells in each record, without the footer; null if the text cannot be parsed in the dialect. */
function widthsIn({ text, isWhole }: TextStart, dialect: Dialect, footerRows: number): number[] | null {
  const widths: number[] = [];
  try {
    for (const block of splitRecords([text], '', dialect)) {
      for (const cells of parseBlock(block, dialect)) if (cells !== BLANK_LINE) widths.push(cells.length);
    }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    // A sample may end inside a quoted cell, which is not an error in the text.
    if (isWhole || error.problem.code !== 'quote-unclosed') return null;
  }
  return widths.slice(0, Math.max(0, widths.length - footerRows));
}
