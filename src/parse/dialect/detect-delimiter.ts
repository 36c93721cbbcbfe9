import type { FileFormat } from '../../model.ts';
import { ProblemError } from '../../problems/problem.ts';
import type { Dialect, Marks } from '../records/dialect.ts';
import { BLANK_LINE, parseBlock } from '../records/parse-block.ts';
import { mostCommonWidth } from '../records/row-predicates.ts';
import { splitRecords } from '../records/split-records.ts';
import { areAligned, detectUnusualDelimiter } from './detect-unusual-delimiter.ts';

/** The usual delimiters; the first is preferred if nothing else decides. */
export const CANDIDATES = [',', ';', '\t', '|'] as const;

/** Length of the inspected start of a file, in UTF-16 code units. */
const SAMPLE_LENGTH = 1 << 18;

/** The start of a file's text. */
export interface TextStart {
  text: string;
  /** Whether the file certainly ends there. */
  isWhole: boolean;
}

/** The possible delimiters of a file. */
export interface Delimiters {
  /** The usual delimiters that fit: one, or several if they fit equally well. Never empty. */
  usual: readonly string[];
  /** Another character that divides all rows into the same number of cells, if no usual delimiter does. */
  unusual?: string | undefined;
  /** Whether no delimiter fits, but runs of blanks do. */
  isAligned?: boolean;
}

/**
 * Detects the delimiter of a file from its start: it gives two columns or more, and most records as many cells as there are columns.
 * If several delimiters do so, returns all of them. If none does, returns the one that gives the most records the same number of cells,
 * and of two such delimiters the one that makes more columns.
 */
export function detectDelimiter(start: TextStart, format: FileFormat): Delimiters {
  const sample = sampleOf(start);
  const { text } = sample;
  const { quote, comment } = format;
  const candidates = CANDIDATES.filter((candidate) => candidate !== quote && !comment?.startsWith(candidate));
  const read = (marks: Marks, delimiters: readonly string[] = candidates) =>
    delimiters.flatMap((delimiter) => {
      const widths = widthsIn(sample, { ...marks, delimiter }, format.footerRows ?? 0);
      return widths ? [{ delimiter, widths }] : [];
    });
  const likelyAmong = (readings: ReturnType<typeof read>): string[] =>
    readings.flatMap(({ delimiter, widths }) => (isLikely(widths, format) ? [delimiter] : []));
  // A delimiter that does not occur makes no columns. So most files are read with one delimiter only.
  const occurring = candidates.filter((candidate) => text.includes(candidate));
  const fitting = likelyAmong(read(format, occurring));
  if (fitting.length > 0) {
    // Commas that are only inside numbers separate decimals or thousands, if anything else may be the delimiter.
    const areInNumbers = fitting.includes(',') && !/(?<![0-9]),|,(?![0-9])/.test(text);
    if (!areInNumbers) return { usual: fitting };
    const others = fitting.filter((delimiter) => delimiter !== ',');
    return others.length > 0
      ? { usual: others }
      : { usual: fitting, unusual: detectUnusualDelimiter(text, comment, true) };
  }
  // Blanks around quotes, or escaped quotes, make a file unreadable with any delimiter, but a lenient reading still shows which it is.
  const lenient: Marks[] = [
    { ...format, trim: true },
    { ...format, escape: '\\' },
  ];
  let readings = read(format);
  for (const others of lenient) if (readings.length === 0) readings = read(others);
  const likely = likelyAmong(readings);
  if (likely.length > 0) return { usual: likely };
  const best = readings
    .filter(({ delimiter, widths }) => delimiter === candidates[0] || hasTable(widths))
    .map(({ delimiter, widths }) => {
      const { width, count } = mostCommonWidth(widths);
      return { delimiter, width, agreeing: count };
    })
    // Of two that fit equally many records, the one that makes fewer columns may be a sign inside numbers.
    .sort((a, b) => b.agreeing - a.agreeing || b.width - a.width)[0];
  const usual = [best?.delimiter ?? (candidates[0] as string)];
  if (Array.isArray(format.header) && format.header.length === 1) return { usual };
  const hasOther = best !== undefined && best.agreeing > 0;
  const unusual = detectUnusualDelimiter(text, comment, hasOther);
  return { usual, unusual, isAligned: !hasOther && areAligned(text, comment) };
}

/**
 * Whether records of the same width are close together, as in a table: at least a quarter of all, and half from their first to their last.
 * In prose, delimiters are sparse.
 */
function hasTable(widths: readonly number[]): boolean {
  const { width, count } = mostCommonWidth(widths);
  const inner = widths.lastIndexOf(width) - widths.indexOf(width) + 1;
  return count > 1 && count * 4 >= widths.length && count * 2 >= inner;
}

/** Whether records with such numbers of cells form a table of two columns or more. */
function isLikely(widths: readonly number[], { header, ragged, trailingDelimiter }: FileFormat): boolean {
  const named = Array.isArray(header) ? header.length + (trailingDelimiter ? 1 : 0) : null;
  const columns = named ?? widths[0];
  if (columns === undefined || columns < 2) return false;
  if (ragged === 'pad') return widths.every((width) => width <= columns);
  return widths.filter((width) => width === columns).length * 2 > widths.length;
}

/** The inspected lines: the last is cut only if it is the only one. */
function sampleOf({ text, isWhole }: TextStart): TextStart {
  if (isWhole && text.length <= SAMPLE_LENGTH) return { text, isWhole };
  const cut = text.slice(0, SAMPLE_LENGTH);
  // A carriage return at the cut may be half of a line ending.
  const end = Math.max(cut.lastIndexOf('\n'), cut.slice(0, -1).lastIndexOf('\r')) + 1;
  return { text: end > 0 ? cut.slice(0, end) : cut, isWhole: false };
}

/** The number of cells of each record in a dialect, without the footer; null if the text cannot be read in it. */
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
