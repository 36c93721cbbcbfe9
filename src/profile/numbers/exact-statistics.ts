import type { ColumnStatistics } from '../../model.ts';
import { type DecimalSnapshot, sumsOf } from './decimal-column.ts';
import { orderStatistics } from './order-statistics.ts';
import { POWERS_OF_TEN } from './read-number.ts';

/** Statistics of one or more numbers, apart from their count and extremes. */
export type Statistics = Omit<ColumnStatistics, 'count' | 'min' | 'max'>;

/**
 * Mean, sample standard deviation (n−1) and quartiles of one or more decimals. Mean and deviation are computed from exact sums of the
 * decimals, not from the nearest doubles (no double is exactly 0.1), and rounded once.
 */
export function decimalStatistics(numbers: DecimalSnapshot): Statistics {
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

/** Mean and standard deviation from the count and exact sums of numbers in units of 1/`unit`. */
export function momentsOf(count: bigint, sum: bigint, squares: bigint, unit: bigint): Pick<Statistics, 'mean' | 'std'> {
  return {
    mean: divide(sum, count * unit),
    std: count > 1n ? squareRoot(count * squares - sum * sum, count * (count - 1n) * unit * unit) : null,
  };
}

/**
 * Quartiles by linear interpolation: type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages" (The American Statistician 50,
 * 1996), the default of R, NumPy, pandas and Excel's QUARTILE.INC. `at` returns the value at a zero-based rank.
 */
export function quartiles<T>(
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
export function quartileRanks(count: number): number[] {
  return [...new Set([1, 2, 3].flatMap((quarter) => ranksOf(count, quarter)))];
}

/** Zero-based ranks of the two values around a quartile. */
function ranksOf(count: number, quarter: number): [number, number] {
  const low = Math.floor(((count - 1) * quarter) / 4);
  return [low, Math.min(low + 1, count - 1)];
}

/** Interpolates from the nearer end, as NumPy does, so results equal NumPy's to the last bit unless the difference overflows. */
export function interpolate(low: number, high: number, quarters: number): number {
  const part = quarters / 4;
  const difference = high - low;
  if (!Number.isFinite(difference)) return low * (1 - part) + high * part;
  return part >= 0.5 ? high - difference * (1 - part) : low + difference * part;
}

export function interpolateIntegers(low: bigint, high: bigint, quarters: number): number {
  return divide(low * 4n + (high - low) * BigInt(quarters), 4n);
}

/** Quotient of two integers, rounded once to a double (ties to even). The divisor must be positive. */
function divide(dividend: bigint, divisor: bigint): number {
  const magnitude = dividend < 0n ? -dividend : dividend;
  const shift = BigInt(Math.max(0, MIN_BITS - (bitsOf(magnitude) - bitsOf(divisor))));
  const shifted = magnitude << shift;
  const quotient = shifted / divisor;
  const rounded = roundedDown(quotient, quotient * divisor === shifted) / 2 ** Number(shift);
  return dividend < 0n ? -rounded : rounded;
}

/** Square root of a quotient of two integers, rounded once to a double. The dividend must not be negative; the divisor must be positive. */
function squareRoot(dividend: bigint, divisor: bigint): number {
  if (dividend === 0n) return 0;
  const halfShift = BigInt(Math.max(0, MIN_BITS - ((bitsOf(dividend) - bitsOf(divisor)) >> 1)));
  const shifted = dividend << (2n * halfShift);
  const quotient = shifted / divisor;
  const root = integerRoot(quotient);
  return roundedDown(root, root * root * divisor === shifted) / 2 ** Number(halfShift);
}

/**
 * Minimum number of bits of an integer quotient or root before rounding. If the integer is less than the exact result, its last bit is set,
 * so that it rounds to the same double as the exact result.
 */
const MIN_BITS = 66;

function roundedDown(integer: bigint, isExact: boolean): number {
  return Number(isExact ? integer : integer | 1n);
}

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

export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
