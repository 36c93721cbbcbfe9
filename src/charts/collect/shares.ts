import { MAX_SERIES } from '../../contract/limits.ts';
import { isPart, type RawSeries } from './totals.ts';

/** Maximum number of parts that are drawn: those that have colours, and a grey one. */
export const MAX_PARTS = MAX_SERIES + 1;
/** Parts add up to the whole at this share of the places, and at least at `MIN_PLACES`. */
const [MOSTLY, MIN_PLACES] = [0.9, 3];
/** Tolerance of a sum, and of one of percentages, which are often rounded to whole ones. */
const [ROUNDING, ROUNDING_OF_PERCENT] = [0.002, 0.01];

const PERCENT = /^\s*(?:%|per ?cent|prozent|pour ?cent|por ?ciento|percentage)/i;

/** Whether a unit is percent, of whatever whole. */
export function isPercent(unit: string | null): boolean {
  return PERCENT.test(unit ?? '');
}

/** Whether series without negative values add up to a whole, which is given for each position. */
export function areParts(series: readonly RawSeries[], wholeAt: (position: number) => number | null): boolean {
  if (series.length < 2 || !series.every(isPart)) return false;
  const sums = [...sumsOf(series)];
  const right = sums.filter(([position, sum]) => {
    const whole = wholeAt(position) ?? 0;
    return whole > 0 && Math.abs(sum - whole) <= whole * (whole === 100 ? ROUNDING_OF_PERCENT : ROUNDING);
  });
  return right.length >= Math.max(MIN_PLACES, sums.length * MOSTLY);
}

/**
 * Shares of the sum of all series, in percent. Of more than `MAX_PARTS` series, the largest have their own, and the others have one together,
 * which is called `rest`.
 */
export function sharesOf(series: readonly RawSeries[], rest: string): RawSeries[] {
  const sums = [...sumsOf(series)];
  const shares = series.map(({ name, points }) => ({
    name,
    points: new Map(sums.map(([at, sum]) => [at, sum === 0 ? null : ((points.get(at) ?? 0) / sum) * 100])),
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
