import type { ChartDocument } from '../../contract/chart-document.ts';
import { linearScale } from '../drawing/axes.ts';
import { extremes, valuesIn } from '../extremes.ts';
import { isRestDay } from '../line-runs.ts';

/** Width and height. Fifteen bars, the maximum of most charts, divide the height evenly. */
const WIDTH = 100;
const HEIGHT = 60;
/** Leaves room for the thickness of the line at the top and bottom. */
const MARGIN = 2;
const MAX_POINTS = 40;
/** Share of the height or width of a bar that is filled. The rest separates it from the next bar. */
const FILLED = 0.65;

/**
 * SVG path of a chart's first series in a box of 100 × 60: an open line if it is over time, else closed bars. Null if there are fewer than
 * two values, or if the chart is neither.
 */
export function sparkOf({ kind, x, series: [one] }: Pick<ChartDocument, 'kind' | 'x' | 'series'>): string | null {
  if (!one) return null;
  const { values, reach, restDays = [] } = one;
  if (kind === 'histogram' || kind === 'bars' || x.kind === 'category')
    return sparkOfBars(values, kind === 'histogram');
  if (x.kind === 'number') return null;
  const { positions } = x;
  const isDrawn = (index: number): boolean => values[index] !== null || !isRestDay(positions[index] ?? 0, restDays);
  return sparkOfLine(
    positions.filter((_, index) => isDrawn(index)),
    values.filter((_, index) => isDrawn(index)),
    reach,
  );
}

/** Path of bars in the same box, from the first at the top to the last, or upright from left to right. */
function sparkOfBars(values: readonly (number | null)[], isUpright: boolean): string | null {
  const known = valuesIn(values).map(({ value }) => value);
  if (known.length < 2) return null;
  const [along, across] = isUpright ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT];
  const scale = linearScale(Math.min(0, ...known), Math.max(0, ...known), 0, along);
  const step = across / values.length;
  const tenths = (number: number): number => Math.round(number * 10) / 10;
  return values
    .map((value, index) => {
      const [from, to] = [scale(0), scale(value ?? 0)].sort((a, b) => a - b) as [number, number];
      const [place, size, thick] = [tenths(index * step), tenths(to - from), tenths(step * FILLED)];
      if (size === 0) return '';
      return isUpright
        ? `M${place} ${tenths(HEIGHT - to)}h${thick}v${size}h-${thick}z`
        : `M${tenths(from)} ${place}h${size}v${thick}h-${size}z`;
    })
    .join('');
}

/**
 * SVG path of a sparkline in a box of 100 × 60, with integer coordinates and at most 40 points; null if there are fewer than two values.
 * Values farther apart than `reach` are not connected, unless the gap would be too narrow to see.
 */
export function sparkOfLine(
  positions: readonly number[],
  values: readonly (number | null)[],
  reach: number | null = null,
): string | null {
  const points = values.flatMap((value, index) => (value === null ? [] : [{ x: positions[index] ?? 0, value, index }]));
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2 || last.x === first.x) return null;
  const drawn = points.map(({ value }) => value);
  const x = linearScale(first.x, last.x, 0, WIDTH);
  const y = linearScale(Math.min(...drawn), Math.max(...drawn), HEIGHT - MARGIN, MARGIN);
  const kept = points.length <= MAX_POINTS ? points : thinned(points);
  // A gap narrower than 1/`MAX_POINTS` of the width would hardly be visible.
  const limit = Math.max(reach ?? Number.POSITIVE_INFINITY, (last.x - first.x) / MAX_POINTS);
  const apart = points.filter(({ x }, at) => at > 0 && x - (points[at - 1]?.x ?? 0) > limit).map(({ index }) => index);
  const isBroken = (from: number, to: number): boolean =>
    isGap(values, from, to) || apart.some((index) => index > from && index <= to);
  const gaps = new Set(kept.map((point, at) => (at > 0 && isBroken(kept[at - 1]?.index ?? 0, point.index) ? at : -1)));
  return kept
    .map(
      (point, at) => `${at === 0 || gaps.has(at) ? 'M' : 'L'}${Math.round(x(point.x))} ${Math.round(y(point.value))}`,
    )
    .join('');
}

function thinned<Point extends { value: number; index: number }>(points: readonly Point[]): Point[] {
  const steps = MAX_POINTS / 2;
  return Array.from({ length: steps }, (_, step) => {
    const part = points.slice(
      Math.floor((step * points.length) / steps),
      Math.floor(((step + 1) * points.length) / steps),
    );
    return [...new Set<Point>(extremes(part))].sort((a, b) => a.index - b.index);
  }).flat();
}

/** Whether enough consecutive values are missing between two adjacent points for the sparkline to show a gap. */
function isGap(values: readonly (number | null)[], from: number, to: number): boolean {
  let run = 0;
  for (let index = from + 1; index < to; index++) {
    run = values[index] === null ? run + 1 : 0;
    if (run > values.length / MAX_POINTS) return true;
  }
  return false;
}
