import { sum } from 'simple-statistics';
import {
  decimalStatistics,
  finite,
  interpolate,
  interpolateIntegers,
  momentsOf,
  quartiles,
  type Statistics,
} from './exact-statistics.ts';
import type { NumbersSnapshot } from './number-column.ts';

/** Outside these magnitudes, sums and squares of doubles may overflow, or lose their last bits to underflow. */
const MAX_UNSCALED = 1e100;
const MIN_UNSCALED = 1e-100;
/** A power of two, so that scaling is exact. */
const SCALE = 2 ** 600;

/** Statistics of one or more numbers of a column. May sort them in place. */
export function statisticsOf({ scaled, others }: NumbersSnapshot): Statistics {
  if (scaled) return decimalStatistics(scaled);
  return others instanceof BigInt64Array ? integerStatistics(others) : doubleStatistics(others);
}

/**
 * Mean, sample standard deviation (n−1) and quartiles of one or more doubles, for a column whose numbers fit no common decimal unit. Sums
 * are compensated (Kahan–Babuška, by simple-statistics). Sorts `values` in place.
 */
export function doubleStatistics(values: Float64Array): Statistics {
  values.sort();
  const count = values.length;
  const scale = scaleFor(Math.max(Math.abs(values[0] as number), Math.abs(values[count - 1] as number)));
  const scaled = scale === 1 ? values : values.map((value) => value * scale);
  const total = sum(asArray(scaled));
  const squares = squaredDeviations(scaled, total / count);
  return {
    mean: finite(total / (count * scale)),
    std: count > 1 ? finite(Math.sqrt(squares / (count - 1)) / scale) : null,
    ...quartiles(count, (index) => values[index] as number, interpolate),
  };
}

function scaleFor(largest: number): number {
  if (largest > MAX_UNSCALED) return 1 / SCALE;
  return largest < MIN_UNSCALED ? SCALE : 1;
}

/**
 * Sum of the squared deviations from the mean, by the corrected two-pass algorithm: the sum of the deviations corrects for rounding of the
 * mean (Chan, Golub and LeVeque, "Algorithms for Computing the Sample Variance", The American Statistician 37, 1983).
 */
function squaredDeviations(values: Float64Array, center: number): number {
  const deviations = values.map((value) => value - center);
  const rest = sum(asArray(deviations));
  const squares = sum(asArray(deviations.map((deviation) => deviation * deviation)));
  return Math.max(0, squares - (rest * rest) / values.length);
}

/** simple-statistics declares its parameters as arrays but only reads them by index. */
function asArray(values: Float64Array): number[] {
  return values as unknown as number[];
}

/**
 * The same statistics as `doubleStatistics`, for 64-bit integers, which may exceed the precision of doubles. Each statistic is computed
 * exactly and rounded once. Sorts `values` in place.
 */
function integerStatistics(values: BigInt64Array): Statistics {
  values.sort();
  const count = BigInt(values.length);
  let sum = 0n;
  let squares = 0n;
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  return {
    ...momentsOf(count, sum, squares, 1n),
    ...quartiles(values.length, (index) => values[index] as bigint, interpolateIntegers),
  };
}
