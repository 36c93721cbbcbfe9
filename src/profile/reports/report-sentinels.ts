import type { Source } from '../../model.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { type Problem, problem } from '../../problems/problem.ts';
import { findValue, type ReadAgain } from '../evidence/findings.ts';
import type { Column } from './report-column.ts';

/** Two nines or more, which statistics programs use as a mark of missing values. */
const NINES = /^-?9{2,}(?:\.0+)?$/;

/** Minimum numbers among which one can be far from all others. */
const MIN_COUNT = 10;

/** Lowest share of a histogram's bins that are empty between such a number and all others. */
const MIN_GAP = 1 / 3;

/**
 * A column whose least or greatest number is -99, 999 or the like, far from all others: it may mark missing values, and then makes every
 * statistic wrong. `readAgain` reads the records again, to find such a number.
 */
export function sentinelIn(source: Source, { column, cell, profile }: Column, readAgain: ReadAgain): Problem[] {
  const sentinel = source.columns.get(column)?.type === undefined ? farthest(profile) : null;
  if (sentinel === null) return [];
  const { value, count } = sentinel;
  const times = count === null ? '' : ` (${formatCount(count, 'time')})`;
  const extreme = value.startsWith('-') ? 'least' : 'greatest';
  const message = `the ${extreme} number of "${column}" is ${value}${times}, far from all others: it may mark missing values`;
  const help = `If it means null, add "${value}" to the column’s "missing". If it is a number, set its "type" to "${profile.type}".`;
  return [problem('null-doubtful', { file: source.file, place: findValue(value, cell, readAgain()) }, message, help)];
}

/** The number of a column that may mark missing values, if there is one. Its `count` is null if it is not known. */
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
    // A negative number among amounts needs no gap.
    const isOnlyNegative = value.startsWith('-') && count !== null && Number(statistics.q1) >= 0;
    if (isAlone && (isOnlyNegative || gap >= counts.length * MIN_GAP)) return { value, count };
  }
  return null;
}
