import { MAX_SERIES } from '../../contract/limits.ts';
import { isPart, type RawSeries } from './totals.ts';

/** Maximum number of parts that are drawn: those that have colours, and a grey one. */
const MAX_PARTS = MAX_SERIES + 1;
/** Parts add up to the whole at no fewer places than this. */
const MIN_PLACES = 3;
/** Tolerance of a sum, and of one of percentages, which are often rounded to whole ones. */
const [ROUNDING, ROUNDING_OF_PERCENT] = [0.002, 0.01];

type WholeAt = (position: number) => number | null;

const UNIT_AT_END = /\s*[([][^()[\]]*[)\]]$/;

/**
 * Shares of a few series in a whole, in percent, if they add up to it wherever they have values; otherwise null. `wholeAt` gives the whole at a
 * position; if it is absent, the sum of the series is the whole. Units that all names end with, such as `(km)`, are left out.
 */
export function sharesOf(series: readonly RawSeries[], wholeAt?: WholeAt): RawSeries[] | null {
  if (series.length < 2 || series.length > MAX_PARTS || !series.every(isPart)) return null;
  const sums = [...sumsOf(series)].filter(([, sum]) => sum > 0);
  const areRight = sums.every(([position, sum]) => {
    const whole = wholeAt ? (wholeAt(position) ?? 0) : sum;
    return Math.abs(sum - whole) <= whole * (whole === 100 ? ROUNDING_OF_PERCENT : ROUNDING);
  });
  if (!areRight || sums.length < MIN_PLACES) return null;
  const shareOf = (value: number, sum: number): number => Number(((value / sum) * 100).toFixed(4));
  const areInUnit = series.every(({ name }) => UNIT_AT_END.test(name));
  return series.map(({ name, points }) => ({
    name: areInUnit ? name.replace(UNIT_AT_END, '') : name,
    points: new Map(sums.map(([at, sum]) => [at, shareOf(points.get(at) ?? 0, sum)])),
  }));
}

/** Sums of the series at each position at which one has a value. */
function sumsOf(series: readonly RawSeries[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { points } of series) {
    for (const [at, value] of points) if (value !== null) sums.set(at, (sums.get(at) ?? 0) + value);
  }
  return sums;
}
