import type { Source } from '../../model.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { type Problem, problem } from '../../problems/problem.ts';
import { findValue, type ReadAgain } from '../evidence/findings.ts';
import type { Column } from './report-column.ts';

/** Numbers made of two or more nines, such as -99 and 999, which often mark missing values. */
const NINES = /^-?9{2,}(?:\.0+)?$/;

/** Minimum number of values for a column to be checked. */
const MIN_COUNT = 10;

/** Minimum gap between a number that may mark missing values and all others, as a share of the histogram's bins. */
const MIN_GAP = 1 / 3;

/**
 * Reports a column whose smallest or largest number is -99, 999 or the like and stands apart from the others. Such a number may mark
 * missing values and would then distort the statistics. The records are read again to find its place.
 */
export function sentinelIn(source: Source, { column, cell, profile }: Column, readAgain: ReadAgain): Problem[] {
  const sentinel = source.columns.get(column)?.type === undefined ? farthest(profile) : null;
  if (sentinel === null) return [];
  const { value, count } = sentinel;
  const times = count === null ? '' : ` (${formatCount(count, 'time')})`;
  const extreme = value.startsWith('-') ? 'smallest' : 'largest';
  const message = `the ${extreme} number in "${column}" is ${value}${times} and stands apart from the others: it may mark missing values`;
  const help = `If it means null, add "${value}" to the column’s "missing". If not, set the column’s "type" to "${profile.type}".`;
  return [problem('null-doubtful', { file: source.file, place: findValue(value, cell, readAgain()) }, message, help)];
}

/** The number in a column that may mark missing values; null if no number does. Its `count` is null if unknown. */
function farthest({ statistics, distribution }: Column['profile']): { value: string; count: number | null } | null {
  const { histogram, top } = distribution;
  if (!statistics || !histogram || statistics.count < MIN_COUNT) return null;
  const { counts } = histogram;
  for (const [value, inOrder] of [
    [statistics.min, counts],
    [statistics.max, counts.toReversed()],
  ] as const) {
    if (!NINES.test(value) || value.startsWith('-') !== (value === statistics.min)) continue;
    const count = top?.find((it) => it.value === value)?.count ?? null;
    const gap = inOrder.findIndex((it, bin) => bin > 0 && it > 0) - 1;
    const isAlone = count === null || count === inOrder[0];
    // A negative number needs no gap if the first quartile is not negative.
    const isOnlyNegative = value.startsWith('-') && count !== null && Number(statistics.q1) >= 0;
    if (isAlone && (isOnlyNegative || gap >= counts.length * MIN_GAP)) return { value, count };
  }
  return null;
}
