import { sum } from 'simple-statistics';
import { type DecimalSnapshot, sumsOf } from './decimal-column.ts';
import type { NumbersSnapshot, Statistics } from './number-column.ts';
import { ascending, orderStatistics } from './order-statistics.ts';
import { boundsOf, type Chunks } from './packed-numbers.ts';
import { POWERS_OF_TEN } from './read-number.ts';

/** Statistics of one or more numbers of a column. May sort integers in place. */
export function statisticsOf({ scaled, integers, doubles }: NumbersSnapshot): Statistics {
  if (scaled) return decimalStatistics(scaled);
  return integers ? integerStatistics(integers) : doubleStatistics(doubles);
}

/**
 * Mean, sample standard deviation (n−1) and quartiles of one or more decimals. Mean and deviation are computed from exact sums of the
 * decimals, not from the nearest doubles (no double is exactly 0.1), and rounded once.
 */
function decimalStatistics(numbers: DecimalSnapshot): Statistics {
  const { count, places } = numbers;
  const { sum, squares } = sumsOf(numbers);
  const unit = 10n ** BigInt(places);
  const found = orderStatistics(numbers, quartileRanks(count));
  const divisor = POWERS_OF_TEN[places] as number;
  return {
    ...momentsOf(BigInt(count), sum, squares, unit),
    ...quartiles(count, (rank) => (found.get(rank) as number) / divisor, interpolate),
  };
}

/** Outside these magnitudes, sums and squares of doubles may overflow, or lose their last bits to underflow. */
const MAX_UNSCALED = 1e100;
const MIN_UNSCALED = 1e-100;
/** A power of two, so that scaling is exact. */
const SCALE = 2 ** 600;

/**
 * Mean, sample standard deviation (n−1) and quartiles of one or more doubles, for a column whose numbers fit no common decimal unit. Sums
 * are compensated (Kahan–Babuška, by simple-statistics), in ascending order.
 */
export function doubleStatistics(numbers: Chunks): Statistics {
  const { count } = numbers;
  const { low, high } = boundsOf(numbers);
  const largest = Math.max(Math.abs(low), Math.abs(high));
  const scale = largest > MAX_UNSCALED ? 1 / SCALE : largest < MIN_UNSCALED ? SCALE : 1;
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
function deviationsFrom(center: number, numbers: Iterable<Float64Array>, scale: number) {
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

/** The same for 64-bit integers, which may exceed the precision of doubles: computed exactly and rounded once. Sorts `values` in place. */
function integerStatistics(values: BigInt64Array): Statistics {
  values.sort();
  let sum = 0n;
  let squares = 0n;
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  return {
    ...momentsOf(BigInt(values.length), sum, squares, 1n),
    ...quartiles(values.length, (index) => values[index] as bigint, interpolateIntegers),
  };
}

/** Mean and standard deviation from the count and exact sums of numbers in units of 1/`unit`. */
function momentsOf(count: bigint, sum: bigint, squares: bigint, unit: bigint): Pick<Statistics, 'mean' | 'std'> {
  return {
    mean: divide(sum, count * unit),
    std: count > 1n ? divide(count * squares - sum * sum, count * (count - 1n) * unit * unit, 2) : null,
  };
}

/**
 * Quartiles by linear interpolation: type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages" (The American Statistician 50,
 * 1996), the default of R, NumPy, pandas and Excel's QUARTILE.INC. `at` returns the value at a zero-based rank.
 */
function quartiles<T>(
  count: number,
  at: (index: number) => T,
  between: (low: T, high: T, quarters: number) => number,
): Pick<Statistics, 'q1' | 'median' | 'q3'> {
  const quartile = (quarter: number): number | null => {
    const [low, high] = ranksOf(count, quarter);
    return finite(between(at(low), at(high), ((count - 1) * quarter) % 4));
  };
  return { q1: quartile(1), median: quartile(2), q3: quartile(3) };
}

/** Zero-based ranks of the values that `quartiles` needs. */
function quartileRanks(count: number): number[] {
  return [...new Set([1, 2, 3].flatMap((quarter) => ranksOf(count, quarter)))];
}

/** Zero-based ranks of the two values around a quartile. */
function ranksOf(count: number, quarter: number): [number, number] {
  const low = Math.floor(((count - 1) * quarter) / 4);
  return [low, Math.min(low + 1, count - 1)];
}

/** Interpolates from the nearer end, as NumPy does, so results equal NumPy's to the last bit unless the difference overflows. */
function interpolate(low: number, high: number, quarters: number): number {
  const part = quarters / 4;
  const difference = high - low;
  if (!Number.isFinite(difference)) return low * (1 - part) + high * part;
  return part >= 0.5 ? high - difference * (1 - part) : low + difference * part;
}

function interpolateIntegers(low: bigint, high: bigint, quarters: number): number {
  return divide(low * 4n + (high - low) * BigInt(quarters), 4n);
}

/**
 * Quotient of two integers, rounded once to a double (ties to even), or with `power` 2, its square root. The divisor must be positive,
 * and the dividend of a square root must not be negative.
 */
function divide(dividend: bigint, divisor: bigint, power: 1 | 2 = 1): number {
  if (dividend === 0n) return 0;
  const magnitude = dividend < 0n ? -dividend : dividend;
  const shift = BigInt(Math.max(0, MIN_BITS - ((bitsOf(magnitude) - bitsOf(divisor)) >> (power - 1))));
  const shifted = magnitude << (BigInt(power) * shift);
  const quotient = shifted / divisor;
  const integer = power === 1 ? quotient : integerRoot(quotient);
  const isExact = integer ** BigInt(power) * divisor === shifted;
  const rounded = Number(isExact ? integer : integer | 1n) / 2 ** Number(shift);
  return dividend < 0n ? -rounded : rounded;
}

/**
 * Minimum number of bits of an integer quotient or root before rounding. If the integer is less than the exact result, its last bit is set,
 * so that it rounds to the same double as the exact result.
 */
const MIN_BITS = 66;

function bitsOf(integer: bigint): number {
  return integer.toString(2).length;
}

/** Largest integer whose square does not exceed `square`, by Newton's method from above. */
function integerRoot(square: bigint): bigint {
  let root = 1n << BigInt((bitsOf(square) + 1) >> 1);
  for (;;) {
    const next = (root + square / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
