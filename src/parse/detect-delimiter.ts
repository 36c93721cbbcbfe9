import { ProblemError } from '../problems.ts';
import { parseBlock } from './parse-block.ts';
import { type Dialect, splitRecords } from './split-records.ts';

/** In the order in which they are preferred where nothing else decides. */
const CANDIDATES = [',', ';', '\t', '|'] as const;

/** Characters that are looked at. */
const SAMPLE_LENGTH = 1 << 18;

/**
 * The delimiter of a text, from its beginning: the one under which all records have the same number of cells, two or more. Where there is
 * none such, the one that gives most records the same number; where there are several, all of them. Never empty.
 */
export function detectDelimiter(text: string, dialect: Omit<Dialect, 'delimiter'>): string[] {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const readings = CANDIDATES.flatMap((delimiter) => {
    const widths = widthsUnder(sample, { ...dialect, delimiter }, sample.length === text.length);
    return widths ? [{ delimiter, widths }] : [];
  });
  const regular = readings.filter(({ widths }) => (widths[0] ?? 0) > 1 && new Set(widths).size === 1);
  if (regular.length > 0) return regular.map(({ delimiter }) => delimiter);
  const best = readings
    .map((reading) => ({ delimiter: reading.delimiter, agreeing: mostCommonWidth(reading.widths).count }))
    .sort((a, b) => b.agreeing - a.agreeing)[0];
  return [best && best.agreeing > 0 ? best.delimiter : ','];
}

/** Cells of each record under a delimiter; null where the text cannot be read so. */
function widthsUnder(sample: string, dialect: Dialect, isWhole: boolean): number[] | null {
  const widths: number[] = [];
  try {
    for (const block of splitRecords([sample], '', dialect)) {
      for (const cells of parseBlock(block, dialect))
        if (cells.length > 1 || cells[0] !== '') widths.push(cells.length);
    }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    // The end of a sample may be inside of a quoted cell, which is no fault of the text.
    if (isWhole || error.problem.code !== 'quote-unclosed') return null;
  }
  return isWhole ? widths : widths.slice(0, -1);
}

/** The number of cells, two or more, that most records have, and how many have it. */
export function mostCommonWidth(widths: readonly number[]): { width: number; count: number } {
  const counts = new Map<number, number>();
  for (const width of widths) if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1);
  let best = { width: 0, count: 0 };
  for (const [width, count] of counts) if (count > best.count) best = { width, count };
  return best;
}
