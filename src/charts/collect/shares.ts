import { MAX_SERIES } from '../../contract/limits.ts';
import { isPart, type RawSeries } from './totals.ts';

/** Maximum number of parts that are drawn: those that have colours, and a grey one. */
export const MAX_PARTS = MAX_SERIES + 1;
/** Parts add up to the whole at this share of the places, and at least at `MIN_PLACES`. */
const [MOSTLY, MIN_PLACES] = [0.9, 3];
/** Tolerance of a sum, and of one of percentages, which are often rounded to whole ones. */
const [ROUNDING, ROUNDING_OF_PERCENT] = [0.002, 0.01];

type WholeAt = (position: number) => number | null;

const PERCENT = /^\s*(?:%|per ?cent|prozent|pour ?cent|por ?ciento|percentage)/i;

/** Whether a unit is percent, of whatever whole. */
export function isPercent(unit: string | null): boolean {
  return PERCENT.test(unit ?? '');
}

/**
 * Shares of series in a whole, in percent, at the positions at which they add up to it; null if they do so at too few. `wholeAt` gives the
 * whole at a position; if it is absent, the sum of the series is the whole. Of more than `MAX_PARTS` series, the largest have their own share,
 * and the others have one together, which is called `rest`.
 */
export function sharesOf(series: readonly RawSeries[], rest: string, wholeAt?: WholeAt): RawSeries[] | null {
  if (series.length < 2 || !series.every(isPart)) return null;
  const sums = [...sumsOf(series)].filter(([, sum]) => sum > 0);
  const right = sums.filter(([position, sum]) => {
    const whole = wholeAt ? (wholeAt(position) ?? 0) : sum;
    return Math.abs(sum - whole) <= whole * (whole === 100 ? ROUNDING_OF_PERCENT : ROUNDING);
  });
  if (right.length < Math.max(MIN_PLACES, sums.length * MOSTLY)) return null;
  const shareOf = (value: number, sum: number): number => Number(((value / sum) * 100).toFixed(4));
  const shares = series.map(({ name, points }) => ({
    name,
    points: new Map(right.map(([at, sum]) => [at, shareOf(points.get(at) ?? 0, sum)])),
  }));
  if (series.length <= MAX_PARTS) return shares;
  const size = ({ points }: RawSeries): number => [...points.values()].reduce<number>((sum, it) => sum + (it ?? 0), 0);
  const largest = new Set([...shares].sort((a, b) => size(b) - size(a)).slice(0, MAX_PARTS - 1));
  const others = shares.filter((share) => !largest.has(share));
  return [...shares.filter((share) => largest.has(share)), { name: rest, points: sumsOf(others) }];
}

/** Sums of the series at each position at which one has a value. */
function sumsOf(series: readonly RawSeries[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { points } of series) {
    for (const [at, value] of points) if (value !== null) sums.set(at, (sums.get(at) ?? 0) + value);
  }
  return sums;
}
