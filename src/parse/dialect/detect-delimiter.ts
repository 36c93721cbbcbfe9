import type { FileFormat } from '../../model.ts';
import { ProblemError } from '../../problems/problem.ts';
import type { Dialect, Marks } from '../records/dialect.ts';
import { BLANK_LINE, parseBlock } from '../records/parse-block.ts';
import { splitRecords } from '../records/split-records.ts';
import { mostCommonWidth } from './common-width.ts';
import { findUnusualDelimiter } from './detect-unusual-delimiter.ts';

/** The usual delimiters, in the order in which they are preferred where nothing else decides. */
export const CANDIDATES = [',', ';', '\t', '|'] as const;

/** Characters that are looked at. */
const SAMPLE_LENGTH = 1 << 18;

/** What a text's delimiter may be. */
export interface Delimiters {
  /** The one; of several that would do, all. Never empty. */
  usual: readonly string[];
  /** Where none of the usual ones cuts the rows alike: another character that does. */
  unusual: string | undefined;
}

/** A delimiter, and the cells of each record under it. */
interface Reading {
  delimiter: string;
  widths: number[];
}

/**
 * The delimiter of a text, from its beginning: the one under which there are two columns or more and most records have as many
 * cells as there are columns. Where there is none such, the one that gives most records the same number of cells; where there
 * are several, all of them.
 */
export function detectDelimiter(text: string, marks: Marks, format: FileFormat): Delimiters {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const { quote, comment } = marks;
  const candidates = CANDIDATES.filter((candidate) => candidate !== quote && !comment?.startsWith(candidate));
  const end = sample.length === text.length ? (format.footerRows ?? 0) : null;
  const read = (lenient: Marks, delimiters: readonly string[] = candidates): Reading[] =>
    delimiters.flatMap((delimiter) => {
      const widths = widthsUnder(sample, { ...lenient, delimiter }, end);
      return widths ? [{ delimiter, widths }] : [];
    });
  const likelyAmong = (readings: readonly Reading[]): Reading[] =>
    readings.filter(({ widths }) => isLikely(widths, format));
  // One that does not occur makes no columns, so that most texts need be read under one delimiter only.
  const found = likelyAmong(
    read(
      marks,
      candidates.filter((candidate) => sample.includes(candidate)),
    ),
  );
  if (found.length > 0) return { usual: found.map(({ delimiter }) => delimiter), unusual: undefined };
  // Blanks around quotes, or escaped quotes, make a text unreadable under any delimiter, but do not hide which it is.
  const lenient: Marks[] = [
    { ...marks, trim: true },
    { ...marks, escape: '\\' },
  ];
  let readings = read(marks);
  for (const others of lenient) if (readings.length === 0) readings = read(others);
  const likely = likelyAmong(readings);
  if (likely.length > 0) return { usual: likely.map(({ delimiter }) => delimiter), unusual: undefined };
  const best = readings
    .filter(({ delimiter, widths }) => delimiter === candidates[0] || hasTable(widths))
    .map(({ delimiter, widths }) => ({ delimiter, agreeing: mostCommonWidth(widths).count }))
    .sort((a, b) => b.agreeing - a.agreeing)[0];
  return {
    usual: [best?.delimiter ?? (candidates[0] as string)],
    unusual: findUnusualDelimiter(sample, comment, best !== undefined && best.agreeing > 0),
  };
}

/** Share of all records, and of those between the first and the last record of a table, that belong to it, at least. */
const TABLE_OF_ALL = 1 / 4;
const TABLE_OF_INNER = 1 / 2;

/** Whether records of one width stand together, as those of a table do, and are no texts with a delimiter here and there. */
function hasTable(widths: readonly number[]): boolean {
  const { width, count } = mostCommonWidth(widths);
  const inner = widths.lastIndexOf(width) - widths.indexOf(width) + 1;
  return count > 1 && count >= widths.length * TABLE_OF_ALL && count >= inner * TABLE_OF_INNER;
}

/** Whether records of these numbers of cells make a table of two columns or more. */
function isLikely(widths: readonly number[], { header, ragged }: FileFormat): boolean {
  const columns = Array.isArray(header) ? header.length : (widths[0] ?? 0);
  if (columns < 2) return false;
  if (ragged === 'pad') return widths.every((width) => width <= columns);
  return widths.filter((width) => width === columns).length * 2 > widths.length;
}

/** Cells of each record under a delimiter, footers left out; null where the text cannot be read so. `footerRows` is null for a part of a text. */
function widthsUnder(sample: string, dialect: Dialect, footerRows: number | null): number[] | null {
  const widths: number[] = [];
  try {
    for (const block of splitRecords([sample], '', dialect)) {
      for (const cells of parseBlock(block, dialect)) if (cells !== BLANK_LINE) widths.push(cells.length);
    }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    // The end of a sample may be inside of a quoted cell, which is no fault of the text.
    if (footerRows !== null || error.problem.code !== 'quote-unclosed') return null;
  }
  return widths.slice(0, Math.max(0, widths.length - (footerRows ?? 1)));
}
