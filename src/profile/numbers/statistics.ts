import { sum } from 'simple-statistics';
import {
  decimalStatistics,
  finite,
  interpolate,
  interpolateIntegers,
  momentsOf,
  quartileRanks,
  quartiles,
  type Statistics,
} from './exact-statistics.ts';
import type { NumbersSnapshot } from './number-column.ts';
import { ascending, orderStatistics } from './order-statistics.ts';
import { boundsOf, type Chunks } from './packed-numbers.ts';

/** Outside these magnitudes, sums and squares of doubles may overflow, or lose their last bits to underflow. */
const MAX_UNSCALED = 1e100;
const MIN_UNSCALED = 1e-100;
/** A power of two, so that scaling is exact. */
const SCALE = 2 ** 600;

/** Statistics of one or more numbers of a column. May sort integers in place. */
export function statisticsOf({ scaled, integers, doubles }: NumbersSnapshot): Statistics {
  if (scaled) return decimalStatistics(scaled);
  return integers ? integerStatistics(integers) : doubleStatistics(doubles);
}

/**
 * Mean, sample standard deviation (n−1) and quartiles of one or more doubles, for a column whose numbers fit no common decimal unit. Sums
 * are compensated (Kahan–Babuška, by simple-statistics), in ascending order.
 */
export function doubleStatistics(numbers: Chunks): Statistics {
  const { count } = numbers;
  const { low, high } = boundsOf(numbers.chunks, numbers.places);
  const scale = scaleFor(Math.max(Math.abs(low), Math.abs(high)));
  const sorted = ascending(numbers);
  const total = sum(Array.from(sorted, (values) => sumOf(values, (value) => value * scale)).flat());
  const { rest, squares } = deviationsFrom(total / count, sorted, scale);
  const found = orderStatistics(numbers, quartileRanks(count));
  return {
    mean: finite(total / (count * scale)),
    std: count > 1 ? finite(Math.sqrt(Math.max(0, squares - (rest * rest) / count) / (count - 1)) / scale) : null,
    ...quartiles(count, (rank) => found.get(rank) as number, interpolate),
  };
}

/**
 * Sums of the deviations of the scaled numbers from about their mean, and of the squares. With the corrected two-pass algorithm, the first
 * corrects for rounding of the mean (Chan, Golub and LeVeque, "Algorithms for Computing the Sample Variance", The American Statistician 37,
 * 1983).
 */
function deviationsFrom(
  center: number,
  numbers: Iterable<Float64Array>,
  scale: number,
): { rest: number; squares: number } {
  const [rests, squares]: [number[], number[]] = [[], []];
  for (const values of numbers) {
    rests.push(...sumOf(values, (value) => value * scale - center));
    squares.push(...sumOf(values, (value) => (value * scale - center) * (value * scale - center)));
  }
  return { rest: sum(rests), squares: sum(squares) };
}

/** Sum of some numbers of a column, as a double and what rounding it has lost, so that sums can be added without losing more. */
function sumOf(values: Float64Array, map: (value: number) => number): [sum: number, lost: number] {
  // simple-statistics declares its parameters as arrays but only reads them by index.
  const terms = new Float64Array(values.length + 1) as Float64Array & number[];
  for (let at = 0; at < values.length; at += 1) terms[at] = map(values[at] as number);
  const total = sum(terms);
  terms[values.length] = -total;
  return [total, sum(terms)];
}

function scaleFor(largest: number): number {
  if (largest > MAX_UNSCALED) return 1 / SCALE;
  return largest < MIN_UNSCALED ? SCALE : 1;
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
