import { extremes, valuesIn } from '../extremes.ts';
import { isRestDay } from '../line-runs.ts';

/** Charts with more times than this are thinned out. */
const MAX_TIMES = 600;

/**
 * Thins out ascending positions so that lines through the remaining ones look almost the same. The positions are divided into equal `steps`,
 * as many as leave few enough positions, and in each step, every series keeps its minimum, its maximum and its first gap. This is the min-max
 * reduction of "M4: A Visualization-Oriented Time Series Data Aggregation" (Jugel et al., VLDB 2014), without the first and last values of
 * each step. The first and last values of each series are always kept. A null on one of its `restDays`, days of the week, is no gap.
 */
export function reduceTimes(
  positions: readonly number[],
  series: readonly { points: ReadonlyMap<number, number | null>; restDays: readonly number[] }[],
  steps = MAX_TIMES / 2,
): number[] {
  if (positions.length <= MAX_TIMES) return [...positions];
  const kept = new Set([positions[0] ?? 0, positions.at(-1) ?? 0]);
  for (const { points } of series) {
    const hasValue = (at: number): boolean => (points.get(at) ?? null) !== null;
    for (const at of [positions.find(hasValue), positions.findLast(hasValue)]) if (at !== undefined) kept.add(at);
  }
  for (let step = 0; step < steps; step++) {
    const from = Math.floor((step * positions.length) / steps);
    const within = positions.slice(from, Math.floor(((step + 1) * positions.length) / steps));
    for (const { points, restDays } of series) {
      const values = within.map((at) => points.get(at) ?? null);
      for (const { index } of extremes(valuesIn(values))) kept.add(within[index] ?? 0);
      const gap = within.find((at, index) => values[index] === null && !isRestDay(at, restDays));
      if (gap !== undefined) kept.add(gap);
    }
  }
  // Series that turn at the same times, as those of one day do, need fewer positions than others.
  const least = Math.max(1, Math.floor(MAX_TIMES / (2 * Math.max(1, series.length))));
  const fewer = Math.max(least, Math.floor((steps * MAX_TIMES) / kept.size));
  return kept.size <= MAX_TIMES || steps <= least
    ? [...kept].sort((a, b) => a - b)
    : reduceTimes(positions, series, fewer);
}

/** Positions at which a series has another value than before. */
export function changesOf(points: ReadonlyMap<number, number | null>, positions: readonly number[]): number[] {
  const known = positions.filter((at) => (points.get(at) ?? null) !== null);
  return known.filter((at, index) => index > 0 && points.get(at) !== points.get(known[index - 1] ?? 0));
}
