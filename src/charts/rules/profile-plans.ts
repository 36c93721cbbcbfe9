import type { ProfileColumn } from '../../contract/documents.ts';
import type { Condition, TimeColumn } from '../chart-data.ts';
import { chartColumn } from './column-names.ts';
import type { Table } from './keys.ts';

/** Maximum share of zeros in a histogram, if they are far from all other values. */
const MAX_APART = 0.1;
/** Minimum number of things for a point each, and of different values of each measure; of fewer things, readers want the names. */
export const MANY = 25;

/** Plan of a chart that needs only the profile. */
export type ProfilePlan = NonNullable<ReturnType<typeof planHistogram | typeof planCounts>>;

/** What the plans of all charts that need the records have in common. */
export interface RecordsPlan {
  title: string;
  /** Conditions, set by the publisher, that a record must meet to be drawn; may be empty. */
  only: readonly Condition[];
  /** Columns of times, each of which becomes a record of its own with the columns of `UNFOLDED`; absent for long tables. */
  wide?: readonly TimeColumn[];
  /** Fallback if there are too many records or if they do not fit the plan. Null if the profile allows no chart. */
  otherwise: ProfilePlan | null;
}

/** Plans the histogram of a measure; null if it would say little. */
export function planHistogram({ title, profile }: Table, column: ProfileColumn) {
  const { top_values: top, histogram: bins, distinct_count: distinct, null_share: share, min, max, type } = column;
  if (!bins || distinct < 3 || bins.counts.every((count) => count === bins.counts[0])) return null;
  // Many zeros far from all other values stand for missing ones, such as ages.
  const zeros = min === 0 && bins.counts[1] === 0 ? top?.find(({ value }) => value === 0)?.count : 0;
  if (distinct >= MANY && (zeros ?? 0) > profile.row_count * MAX_APART) return null;
  return {
    ...{ kind: 'histogram' as const, title, measure: chartColumn(column), ...bins },
    /** The least and the greatest value. */
    range: [Number(min), Number(max)] as const,
    /** Whether all values are whole numbers. */
    isWhole: type === 'int64',
    /** Share of records without a value. */
    nullShare: share ?? 0,
  };
}

/** Plans the counts of a column's values; null if they would say little. */
export function planCounts({ title }: Table, column: ProfileColumn) {
  const { top_values: top, distinct_count: distinct } = column;
  if (!top || distinct < 2) return null;
  const values = top.map(({ value, count }) => ({ label: String(value), count }));
  const [first] = values;
  // If all counts are equal, or hardly a value occurs twice, there is nothing to compare.
  if (!first || (first.count < 3 && distinct > 10) || values.every(({ count }) => count === first.count)) return null;
  // Multiples of one number say how often each thing is listed, such as once for each member of a council.
  if (values.length > 2 && values.reduce((divisor, { count }) => commonDivisor(divisor, count), 0) > 4) return null;
  return { kind: 'counts' as const, title, column: chartColumn(column), values, distinct };
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}
