import type { ChartDocument } from '../../contract/chart-document.ts';
import { linearScale } from '../drawing/axes.ts';
import { extremes, valuesIn } from '../extremes.ts';
import { lineRuns } from '../line-runs.ts';

/** Width and height. Fifteen bars, the maximum of most charts, divide the height evenly. */
const WIDTH = 100;
const HEIGHT = 60;
/** Leaves room for the thickness of the line at the top and bottom. */
const MARGIN = 2;
/** Number of parts of a line that are shown by two points each. */
const PARTS = 20;
/** Width of the narrowest gap that is shown. */
const MIN_GAP = 2.5;
/** Share of the height or width of a bar that is filled. The rest separates it from the next bar. */
const FILLED = 0.65;

/**
 * SVG path of a chart's first series in a box of 100 × 60: an open line if it is over time, else closed bars. Null if there are fewer than
 * two values, or if the chart is neither.
 */
export function sparkOf({ kind, x, series: [one] }: Pick<ChartDocument, 'kind' | 'x' | 'series'>): string | null {
  if (!one) return null;
  if (kind === 'histogram' || kind === 'bars' || x.kind === 'category')
    return sparkOfBars(one.values, kind === 'histogram');
  return x.kind === 'number' ? null : sparkOfLine(one, x.positions);
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
 * SVG path of a sparkline in a box of 100 × 60, with integer coordinates and at most 40 points: the least and the greatest value of each of
 * its parts. It is interrupted where the line is, unless the gap would be too narrow to see. Null if there are fewer than two values.
 */
export function sparkOfLine(series: Parameters<typeof lineRuns>[0], positions: readonly number[]): string | null {
  const points = lineRuns(series, positions).flatMap((run, index) => run.map((point) => ({ ...point, run: index })));
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first.position === last.position) return null;
  const values = points.map(({ value }) => value);
  const x = linearScale(first.position, last.position, 0, WIDTH);
  const y = linearScale(Math.min(...values), Math.max(...values), HEIGHT - MARGIN, MARGIN);
  const parts = Map.groupBy(points, ({ position }) => Math.min(PARTS - 1, Math.floor((x(position) / WIDTH) * PARTS)));
  const kept = [...parts.values()].flatMap((part) =>
    [...new Set(extremes(part))].sort((a, b) => a.position - b.position),
  );
  return kept
    .map((point, index) => {
      const before = kept[index - 1];
      const isApart = before && before.run !== point.run && x(point.position) - x(before.position) > MIN_GAP;
      return `${!before || isApart ? 'M' : 'L'}${Math.round(x(point.position))} ${Math.round(y(point.value))}`;
    })
    .join('');
}
