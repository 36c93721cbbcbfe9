/*
 * What the values of a column look like, as a small picture of one or two paths. Coordinates are whole numbers in a box of `WIDTH` ×
 * `HEIGHT` unless the picture has a width of its own, so that a page of hundreds of columns stays light.
 */

import type { ProfileColumn } from '../../contract/documents.ts';
import type { ExactNumber, ExactValue } from '../exact-json.ts';
import type { ExactColumn } from '../published.ts';

export const WIDTH = 200;
export const HEIGHT = 32;
/** Width of a bar of a histogram with its gap. */
const STEP = 10;
/** Height of one value's bar, in its picture. */
export const ROW = 4;

/** A picture of a column's values. */
export type Picture =
  /**
   * Bars between the least and the greatest value, in a box as wide as `width`; `marks` are its quartiles, below the bars, if they mean
   * something.
   */
  | { kind: 'histogram'; width: number; bars: string; marks: string | null }
  /** A bar for each of the most frequent values; `others` is the number of further distinct ones. */
  | {
      kind: 'values';
      bars: string;
      values: readonly { value: ExactValue; share: number; count: number }[];
      others: number;
    }
  /** All values are different: texts, codes, dates. */
  | { kind: 'different' }
  /** Texts by their length: a line from the shortest to the longest, and a mark at the mean. */
  | { kind: 'lengths'; line: string }
  /** Times from the first to the last. */
  | { kind: 'times' }
  | { kind: 'none' };

type Column = ProfileColumn<ExactNumber>;

/** Maximum values that have a bar. */
const MAX_VALUES = 5;
/** Up to this number of distinct values, numbers too are shown value by value. */
const FEW_VALUES = 6;

/** Formats of times: the first and the last value say the most. */
const TIMES: ReadonlySet<string | null> = new Set(['month', 'quarter', 'date', 'datetime', 'time']);

/** The meaning of a column's values, which decides how they are written and drawn. */
export type Meaning = 'quantity' | 'year' | 'identifier' | 'other';

/** Units and names of columns that are years or decades, written without separators, in the languages of the interface. */
const YEAR = /(?:^|[\s_])(?:years?|decades?|jahre?|jahrzehnte?|années?|décennies?|años?|décadas?)$/i;
/** Units of whole numbers that identify things. */
const CODE = /(?:^|\s)(?:codes?|ids?|identifiers?|kennzahl|kennung|identifiants?|códigos?|identificador)$/i;
/** The unit of a count may end in these too, so the numbers must also have equally many digits. */
const NUMBER = /\S\s(?:number|no\.?|nummer|numéro|número)$/i;
/** Minimum digits of numbers that identify things. */
const MIN_DIGITS = 5;

/** The meaning of a column's values, by its format, or else by its unit, name and values. `isMeasure` is from the profile. */
export function meaningOf(column: Column, isMeasure: boolean): Meaning {
  const { name, type, format, unit, min, max, is_unique } = column;
  if (format === 'year') return 'year';
  if (format === 'code') return 'identifier';
  if (type === 'object') return 'other';
  if (type !== 'int64' || min === null || max === null) return 'quantity';
  const [first, last] = [min, max].map((it) => (typeof it === 'string' ? it : it.digits)) as [string, string];
  const hasYears = Number(first) >= 1000 && Number(last) < 3000;
  if (hasYears && (YEAR.test(unit?.trim() ?? '') || YEAR.test(name.trim()))) return 'year';
  const said = unit?.trim() ?? '';
  const isNumbered = NUMBER.test(said) && first.length === last.length && first.length >= MIN_DIGITS;
  const isNameless = is_unique && !isMeasure && said === '';
  return CODE.test(said) || isNumbered || isNameless ? 'identifier' : 'quantity';
}

/** The picture that says the most about a column. `stats` is from its schema. */
export function columnPicture(column: Column, stats: ExactColumn['stats'], meaning: Meaning): Picture {
  const { histogram, lengths, format, is_unique } = column;
  const distinct = Number(column.distinct_count.digits);
  if (distinct === 0) return { kind: 'none' };
  const isIdentifier = meaning === 'identifier' && (is_unique || column.top_values !== null);
  if (histogram !== null && !isIdentifier && (distinct > FEW_VALUES || column.top_values === null)) {
    const edges = histogram.edges.map(({ digits }) => Number(digits));
    const counts = histogram.counts.map(({ digits }) => Number(digits));
    const marks = meaning === 'quantity' && stats !== null ? quartileMarks(edges, stats) : null;
    return { kind: 'histogram', width: counts.length * STEP, bars: histogramBars(counts), marks };
  }
  if (TIMES.has(format) && distinct > 1) return { kind: 'times' };
  if (is_unique && distinct > 1) return { kind: 'different' };
  const values = topValues(column, distinct);
  if (values !== null) {
    const bars = valueBars(values.map(({ share }) => share));
    return { kind: 'values', bars, values, others: distinct - values.length };
  }
  // Numbers that are identifiers have neither lengths nor a histogram that means something.
  if (lengths === null) return isIdentifier ? { kind: 'lengths', line: lengthLine(1, 1, 1) } : { kind: 'none' };
  const [min, max, mean] = [lengths.min, lengths.max, lengths.mean].map(({ digits }) => Number(digits));
  return { kind: 'lengths', line: lengthLine(min as number, max as number, mean as number) };
}

/** Bars side by side, as one outline along the bottom, in steps of `STEP`. What is not empty is at least one unit high. */
function histogramBars(counts: readonly number[]): string {
  const most = Math.max(...counts, 1);
  const bars = counts.map((count) => {
    const height = count === 0 ? 0 : Math.max(1, Math.round((count / most) * HEIGHT));
    // A gap of one unit between bars.
    return `V${HEIGHT - height}h${STEP - 1}V${HEIGHT}h1`;
  });
  return `M0 ${HEIGHT}${bars.join('')}`;
}

/** Marks in a strip of 8 units below the bars: the median's as high as the strip, the others' half. */
function quartileMarks(edges: readonly number[], stats: NonNullable<ExactColumn['stats']>): string | null {
  const [low, high] = [edges[0] as number, edges.at(-1) as number];
  const marks = (['q1', 'median', 'q3'] as const).map((name) => {
    const value = Number(stats[name]?.digits ?? Number.NaN);
    // Halves, because the difference of two doubles can be beyond their range.
    const x = Math.round(((value / 2 - low / 2) / (high / 2 - low / 2)) * (edges.length - 1) * STEP);
    return Number.isFinite(x) ? `M${x} ${HEIGHT + 2}v${name === 'median' ? 8 : 4}` : '';
  });
  return marks.join('') || null;
}

/** The most frequent values; null if they are unknown, or hardly more frequent than many others. */
function topValues(
  { top_values: top }: Column,
  distinct: number,
): { value: ExactValue; share: number; count: number }[] | null {
  if (top === null) return null;
  const counts = top.map(({ count }) => Number(count.digits));
  const most = counts[0] as number;
  if (distinct > FEW_VALUES && most < 1.5 * (counts[MAX_VALUES - 1] as number)) return null;
  return top.slice(0, distinct <= FEW_VALUES ? FEW_VALUES : MAX_VALUES).map(({ value }, at) => {
    const count = counts[at] as number;
    return { value, count, share: count / most };
  });
}

/** SVG path of horizontal bars, one in each `ROW` units. */
function valueBars(shares: readonly number[]): string {
  return shares.map((share, at) => `M0 ${at * ROW}h${Math.max(1, Math.round(share * WIDTH))}v${ROW - 1}H0z`).join('');
}

function lengthLine(min: number, max: number, mean: number): string {
  const x = (length: number): number => Math.round((length / Math.max(max, 1)) * WIDTH);
  const middle = HEIGHT / 2;
  // Texts of one length have no range.
  if (min === max) return `M0 ${middle}H${WIDTH}`;
  return `M${x(min)} ${middle}H${x(max)}M${x(mean)} ${middle - 8}v16`;
}
