import type { ChartSeries, TimeKind } from '../../contract/chart-document.ts';
import { dayOfWeek } from '../line-runs.ts';

type Points = ReadonlyMap<number, number | null>;

/** Share and number of the steps between times from which on a length is common, as that of weekends is among weekdays. */
const [COMMON, MIN_COMMON] = [0.1, 3];
/** Share of the steps that must have a common length, so that a longer one is a gap. */
const MOSTLY = 0.8;
/** A step above this multiple of the longest common one is a gap. */
const GAP = 1.5;
/** A day of the week counts as one without values if at most this share of its dates have one. */
const EXCEPTIONS = 0.02;
/** Minimum number of weeks that show on which days a series has values. */
const MIN_WEEKS = 3;

/**
 * Where the line of a series goes on: up to which distance, and past which nulls. It is found from the series' own steps among all
 * positions, ascending, of which `kept` are drawn. A series that most often skips positions, such as quarterly values in a table of months,
 * has no gap where it skips; one of weekdays has none at weekends, though a series beside it has values there.
 */
export function continuity(
  points: Points,
  positions: readonly number[],
  kept: ReadonlySet<number>,
  kind: TimeKind,
): Pick<ChartSeries, 'reach' | 'passesNulls' | 'restDays'> {
  const own = positions.flatMap((position, index) =>
    (points.get(position) ?? null) === null ? [] : [{ position, index }],
  );
  const step = usualStep(own.map(({ position }) => position));
  if (step === null) return { reach: null };
  const limit = step * GAP;
  let reach = limit;
  let skipped = 0;
  let start = own[0]?.position ?? 0;
  own.forEach(({ position, index }, at) => {
    const before = own[at - 1];
    if (!before) return;
    if (index - before.index > 1) skipped++;
    // The longest stretch without a gap between positions that are drawn.
    if (position - before.position > limit) start = position;
    else if (kept.has(position)) reach = Math.max(reach, position - start);
    if (kept.has(position)) start = position;
  });
  if (skipped * 2 > own.length) return { reach, passesNulls: true };
  const restDays = restDaysOf(points, positions, kind);
  return { reach, ...(restDays.length > 0 && { restDays }) };
}

/**
 * The longest of the common distances between neighbours, if most distances are common: 3 for weekdays, which are 1 and 3 days apart. Null
 * for uneven ones.
 */
function usualStep(positions: readonly number[]): number | null {
  const counts = new Map<number, number>();
  for (let index = 1; index < positions.length; index++) {
    const step = (positions[index] ?? 0) - (positions[index - 1] ?? 0);
    counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  const all = positions.length - 1;
  const least = Math.max(MIN_COMMON, all * COMMON);
  const common = [...counts].filter(([, count]) => count >= least || (count > 1 && count >= all * MOSTLY));
  const covered = common.reduce((sum, [, count]) => sum + count, 0);
  return common.length > 0 && covered >= all * MOSTLY ? Math.max(...common.map(([step]) => step)) : null;
}

/**
 * Days of the week, 0 for Sunday, on which a daily series has almost no values, although the chart has such dates between the first value
 * and the last: weekends of exchange rates beside daily prices. Empty for other series, and below three weeks.
 */
export function restDaysOf(points: Points, positions: readonly number[], kind: TimeKind): number[] {
  if (kind !== 'date') return [];
  const hasValue = (position: number): boolean => (points.get(position) ?? null) !== null;
  const [first, last] = [positions.findIndex(hasValue), positions.findLastIndex(hasValue)];
  const days = Array.from({ length: 7 }, () => ({ count: 0, values: 0 }));
  for (const position of positions.slice(Math.max(0, first), last + 1)) {
    const day = days[dayOfWeek(position)];
    if (!day) continue;
    day.count++;
    if (hasValue(position)) day.values++;
  }
  if (days.every(({ values }) => values < MIN_WEEKS)) return [];
  return days.flatMap(({ count, values }, day) => (count >= MIN_WEEKS && values <= count * EXCEPTIONS ? [day] : []));
}
