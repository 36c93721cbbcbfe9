import type { FileForm } from '../model.ts';
import { ProblemError } from '../problems.ts';
import { BLANK_LINE, parseBlock } from './parse-block.ts';
import { type Dialect, splitRecords } from './split-records.ts';

/** In the order in which they are preferred where nothing else decides. */
const CANDIDATES = [',', ';', '\t', '|'] as const;

/** Characters that are looked at. */
const SAMPLE_LENGTH = 1 << 18;

/**
 * The delimiter of a text, from its beginning: the one under which there are two columns or more and most records have as many
 * cells as there are columns. Where there is none such, the one that gives most records the same number of cells; where there
 * are several, all of them. Never empty.
 */
export function detectDelimiter(text: string, form: FileForm): string[] {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const { quote, comment } = form;
  const candidates = CANDIDATES.filter((candidate) => candidate !== quote && !comment?.startsWith(candidate));
  const readings = candidates.flatMap((delimiter) => {
    const widths = widthsUnder(sample, { ...form, delimiter }, sample.length === text.length);
    return widths ? [{ delimiter, widths }] : [];
  });
  const likely = readings.filter(({ widths }) => isLikely(widths, form));
  if (likely.length > 0) return likely.map(({ delimiter }) => delimiter);
  const best = readings
    .map((reading) => ({ delimiter: reading.delimiter, agreeing: mostCommonWidth(reading.widths).count }))
    .sort((a, b) => b.agreeing - a.agreeing)[0];
  return [best && best.agreeing > 0 ? best.delimiter : (candidates[0] as string)];
}

/** Whether records of these numbers of cells make a table of two columns or more. */
function isLikely(widths: readonly number[], { header, ragged }: FileForm): boolean {
  const columns = Array.isArray(header) ? header.length : (widths[0] ?? 0);
  if (columns < 2) return false;
  if (ragged === 'pad') return widths.every((width) => width <= columns);
  return widths.filter((width) => width === columns).length * 2 > widths.length;
}

/** Cells of each record under a delimiter, footers left out; null where the text cannot be read so. */
function widthsUnder(sample: string, dialect: Dialect & FileForm, isWhole: boolean): number[] | null {
  const widths: number[] = [];
  try {
    for (const block of splitRecords([sample], '', dialect)) {
      for (const cells of parseBlock(block, dialect)) if (cells !== BLANK_LINE) widths.push(cells.length);
    }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    // The end of a sample may be inside of a quoted cell, which is no fault of the text.
    if (isWhole || error.problem.code !== 'quote-unclosed') return null;
  }
  const end = widths.length - (isWhole ? dialect.footerRows : 1);
  return widths.slice(0, Math.max(0, end));
}

/** The number of cells, two or more, that most records have, and how many have it. */
export function mostCommonWidth(widths: readonly number[]): { width: number; count: number } {
  const counts = new Map<number, number>();
  for (const width of widths) if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1);
  let best = { width: 0, count: 0 };
  for (const [width, count] of counts) if (count > best.count) best = { width, count };
  return best;
}
