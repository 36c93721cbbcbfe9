import type { ChartSeries, TimeKind } from '../../contract/chart-document.ts';
import { dayOfWeek } from '../line-runs.ts';

type Points = ReadonlyMap<number, number | null>;

/** Minimum share and number of steps of one length for the length to be common. Two suffice if their share is at least `MOSTLY`. */
const [COMMON, MIN_COMMON] = [0.1, 3];
/** The same share for steps of years, quarters and months, which have no weekends. */
const COMMON_PERIODS = 0.25;
/** Gaps are detected only if at least this share of a series' steps have one of the common lengths. */
const MOSTLY = 0.8;
/** A step longer than this multiple of the longest common step is a gap. */
const GAP = 1.5;
/** A day of the week counts as a rest day if at most this share of its dates have a value. */
const EXCEPTIONS = 0.02;
/** Minimum number of weeks of data for detecting rest days. */
const MIN_WEEKS = 3;

/**
 * Determines which distances and nulls do not interrupt the line of a series, from the steps between the series' own values. For example,
 * quarterly values in a monthly table have no gaps between quarters, and weekday values have none at weekends, even if another series has
 * values at weekends. `positions` are ascending; only those in `kept` are drawn.
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
  const common = kind === 'date' || kind === 'datetime' ? COMMON : COMMON_PERIODS;
  const step = usualStep(
    own.map(({ position }) => position),
    common,
  );
  const skipped = own.filter(({ index }, at) => at > 0 && index - (own[at - 1]?.index ?? 0) > 1).length;
  // Values at uneven times between those of other series are no line.
  if (step === null) return { reach: skipped * 2 > own.length ? 0 : null };
  const limit = step * GAP;
  let reach = limit;
  let start = own[0]?.position ?? 0;
  own.forEach(({ position }, at) => {
    const before = own[at - 1];
    if (!before) return;
    // The reach must be at least the longest distance between consecutive drawn positions without a gap in between.
    if (position - before.position > limit) start = position;
    else if (kept.has(position)) reach = Math.max(reach, position - start);
    if (kept.has(position)) start = position;
  });
  if (skipped * 2 > own.length) return { reach, passesNulls: true };
  const restDays = restDaysOf(points, positions, kind);
  return { reach, ...(restDays.length > 0 && { restDays }) };
}

/** Longest common step between positions, such as 3 for weekdays (1 or 3 days apart). Null if the steps are too few or too uneven. */
export function usualStep(positions: readonly number[], least = COMMON): number | null {
  const steps = positions.slice(1).map((position, index) => position - (positions[index] ?? 0));
  const all = steps.length;
  const enough = Math.max(MIN_COMMON, all * least);
  const isCommon = ({ length }: readonly number[]): boolean =>
    length >= enough || (length > 1 && length >= all * MOSTLY);
  const common = [...Map.groupBy(steps, Number).values()].filter(isCommon).flat();
  return common.length > 0 && common.length >= all * MOSTLY ? Math.max(...new Set(common)) : null;
}

/**
 * Days of the week (0 for Sunday) on which the chart has dates but the series has almost no values, such as weekends in a series of
 * exchange rates. Empty if the positions are not dates, or if no day of the week has at least three values.
 */
export function restDaysOf(points: Points, positions: readonly number[], kind: TimeKind): number[] {
  if (kind !== 'date') return [];
  const hasValue = (position: number): boolean => (points.get(position) ?? null) !== null;
  const [first, last] = [positions.findIndex(hasValue), positions.findLastIndex(hasValue)];
  const byDay = Map.groupBy(positions.slice(Math.max(0, first), last + 1), dayOfWeek);
  const days = Array.from({ length: 7 }, (_, day) => {
    const all = byDay.get(day) ?? [];
    return { count: all.length, values: all.filter(hasValue).length };
  });
  if (days.every(({ values }) => values < MIN_WEEKS)) return [];
  return days.flatMap(({ count, values }, day) => (count >= MIN_WEEKS && values <= count * EXCEPTIONS ? [day] : []));
}
