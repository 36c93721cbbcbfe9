/* Small pictures of a column's values, made of one or two SVG paths. */

import { IDENTIFIER_UNITS, NUMBERS, YEARS } from '../../contract/column-words.ts';
import type { ProfileColumn, Value } from '../../contract/documents.ts';
import { isCoded } from '../../contract/labels/value-labels.ts';
import type { ExactColumn } from '../published.ts';
import { HEIGHT, histogramBars, STEP, valueBars, WIDTH } from '../shared/picture-paths.ts';

type TopValue = { value: Value<string>; share: number; count: number };

/** A picture of a column's values. */
export type Picture =
  /** A histogram that is `width` units wide. `marks` shows the quartiles of a quantity; null if they are not shown. */
  | { kind: 'histogram'; width: number; bars: string; marks: string | null }
  /** A bar for each of the most frequent values. `others` is the number of remaining distinct values. */
  | { kind: 'values'; bars: string; values: readonly TopValue[]; others: number }
  /** All values are different, as in a column of names or codes. */
  | { kind: 'different' }
  /** A line from the shortest length to the longest, with a mark at the mean. No mark if all are equal, or for numeric identifiers. */
  | { kind: 'lengths'; line: string }
  /** A time span, from the first to the last value. */
  | { kind: 'times' }
  | { kind: 'none' };

type Column = ProfileColumn<string>;

/** Maximum number of bars for a column with more than `FEW_VALUES` distinct values. */
const MAX_VALUES = 5;
/** With at most this number of distinct values, even numeric columns may get a bar for each value instead of a histogram. */
const FEW_VALUES = 6;

/** Formats of times, which can be drawn as a span from the first value to the last. */
const TIMES: ReadonlySet<string | null> = new Set(['month', 'quarter', 'date', 'datetime', 'time']);

/** Meaning of a column's values, which determines how they are formatted and drawn. */
export type Meaning = 'quantity' | 'year' | 'time' | 'identifier' | 'other';

/** Matches units and column names that end with a word for years or decades, in any interface language. */
const YEAR = new RegExp(`(?:^|[\\s_])(?:${YEARS})$`, 'i');
/** Matches units such as `code`, which show that an integer column contains identifiers. */
const CODE = new RegExp(`(?:^|\\s)(?:${IDENTIFIER_UNITS})$`, 'i');
/** Matches units such as `account number`. Counts may have similar units, so identifiers must also have the same number of digits. */
const NUMBER = new RegExp(`\\S\\s(?:${NUMBERS})$`, 'i');
/** Minimum number of digits of identifiers whose unit matches `NUMBER`. */
const MIN_DIGITS = 5;

/** Infers the meaning of a column's values. `isMeasure` says whether the profile lists the column as a measure. */
export function meaningOf(column: Column, isMeasure: boolean): Meaning {
  const { name, type, format, unit, min, max, is_unique } = column;
  if (isCoded(column, column.distinct_count)) return 'identifier';
  if (format === 'year') return 'year';
  if (format === 'code') return 'identifier';
  if (type === 'object') return TIMES.has(format) ? 'time' : 'other';
  if (type !== 'int64' || min === null || max === null) return 'quantity';
  const hasYears = Number(min) >= 1000 && Number(max) < 3000;
  if (hasYears && (YEAR.test(unit?.trim() ?? '') || YEAR.test(name.trim()))) return 'year';
  const said = unit?.trim() ?? '';
  const isNumbered = NUMBER.test(said) && min.length === max.length && min.length >= MIN_DIGITS;
  const isNameless = is_unique && !isMeasure && said === '';
  return CODE.test(said) || isNumbered || isNameless ? 'identifier' : 'quantity';
}

/** Chooses the most informative picture of a column. `stats` comes from its schema. */
export function columnPicture(column: Column, stats: ExactColumn['stats'], meaning: Meaning): Picture {
  const { histogram, lengths, format, is_unique } = column;
  const distinct = Number(column.distinct_count);
  if (distinct === 0) return { kind: 'none' };
  const isIdentifier = meaning === 'identifier' && (is_unique || column.top_values !== null);
  if (histogram !== null && !isIdentifier && (distinct > FEW_VALUES || column.top_values === null)) {
    const edges = histogram.edges.map(Number);
    const counts = histogram.counts.map(Number);
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
  // Numeric identifiers have no lengths, so they get a plain line.
  if (lengths === null) return isIdentifier ? { kind: 'lengths', line: lengthLine(1, 1, 1) } : { kind: 'none' };
  const [min, max, mean] = [lengths.min, lengths.max, lengths.mean].map(Number);
  return { kind: 'lengths', line: lengthLine(min as number, max as number, mean as number) };
}

/** SVG path of marks below the bars, 8 units high for the median and 4 for the other quartiles. Null if there are no marks. */
function quartileMarks(edges: readonly number[], stats: NonNullable<ExactColumn['stats']>): string | null {
  const [low, high] = [edges[0] as number, edges.at(-1) as number];
  const marks = (['q1', 'median', 'q3'] as const).map((name) => {
    const value = Number(stats[name] ?? Number.NaN);
    // Values are halved, because the difference of two doubles can overflow.
    const x = Math.round(((value / 2 - low / 2) / (high / 2 - low / 2)) * (edges.length - 1) * STEP);
    return Number.isFinite(x) ? `M${x} ${HEIGHT + 2}v${name === 'median' ? 8 : 4}` : '';
  });
  return marks.join('') || null;
}

/** The most frequent values; null if unknown, or if there are more than `FEW_VALUES` distinct values and the top counts are similar. */
function topValues({ top_values: top }: Column, distinct: number): TopValue[] | null {
  if (top === null) return null;
  const counts = top.map(({ count }) => Number(count));
  const max = counts[0] as number;
  if (distinct > FEW_VALUES && max < 1.5 * (counts[MAX_VALUES - 1] as number)) return null;
  const shown = top.slice(0, distinct <= FEW_VALUES ? FEW_VALUES : MAX_VALUES);
  return shown.map(({ value, count }) => ({ value, count: Number(count), share: Number(count) / max }));
}

function lengthLine(min: number, max: number, mean: number): string {
  const x = (length: number): number => Math.round((length / Math.max(max, 1)) * WIDTH);
  const middle = HEIGHT / 2;
  // If all lengths are the same, the line spans the full width and has no mark.
  if (min === max) return `M0 ${middle}H${WIDTH}`;
  return `M${x(min)} ${middle}H${x(max)}M${x(mean)} ${middle - 8}v16`;
}
