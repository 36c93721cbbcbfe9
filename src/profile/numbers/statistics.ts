import { sumsOf } from './decimal-column.ts';
import type { NumbersSnapshot, Statistics } from './number-column.ts';
import { orderStatistics } from './order-statistics.ts';
import { addUp, type Chunks, type Sums, unpacked } from './packed-numbers.ts';
import { POWERS_OF_TEN } from './read-number.ts';

/**
 * Mean, sample standard deviation (n−1) and quartiles of one or more numbers of a column. Mean and deviation are computed from exact sums
 * and rounded once. May sort integers in place.
 */
export function statisticsOf({ scaled, integers, doubles }: NumbersSnapshot): Statistics {
  // The sums are those of the decimals, not of the nearest doubles: no double is exactly 0.1.
  if (scaled) return chunkStatistics(scaled, sumsOf(scaled), 10n ** BigInt(scaled.places));
  if (integers) return integerStatistics(integers);
  return chunkStatistics(doubles, sumsOfDoubles(doubles), 1n << BigInt(SMALLEST));
}

/** The unit of doubles is 2^-`SMALLEST`, of which every double is a multiple. */
const SMALLEST = 1074;

/** `sums` are in units of 1/`unit` and of its square. */
function chunkStatistics(numbers: Chunks, sums: Sums, unit: bigint): Statistics {
  const { count } = numbers;
  const divisor = POWERS_OF_TEN[numbers.places] as number;
  const found = orderStatistics(numbers, [...new Set([1, 2, 3].flatMap((quarter) => ranksOf(count, quarter)))]);
  return {
    ...momentsOf(BigInt(count), sums, unit),
    ...quartiles(count, (rank) => (found.get(rank) as number) / divisor, interpolate),
  };
}

/**
 * Sums of doubles and of their squares, in units of 2^-`SMALLEST` and of its square. A double is an integer times a power of two; those with
 * the same power are added up as integers.
 */
function sumsOfDoubles(numbers: Chunks): Sums {
  const total = { sum: 0n, squares: 0n };
  for (const values of unpacked(numbers)) {
    for (const [power, group] of Map.groupBy(values, powerOf)) {
      const { sum, squares } = addUp(group.map((value) => value / 2 ** (power - SMALLEST)));
      total.sum += sum << BigInt(power);
      total.squares += squares << BigInt(2 * power);
    }
  }
  return total;
}

const view = new DataView(new ArrayBuffer(Float64Array.BYTES_PER_ELEMENT));

/** Exponent of a power of two, plus `SMALLEST`, of which a double is a multiple by an integer of at most 53 bits (IEEE 754, binary64). */
function powerOf(double: number): number {
  view.setFloat64(0, double);
  return Math.max(0, ((view.getUint16(0) >> 4) & 0x7ff) - 1);
}

/** Statistics of 64-bit integers, which may exceed the precision of doubles. Sorts `values` in place. */
function integerStatistics(values: BigInt64Array): Statistics {
  values.sort();
  let sum = 0n;
  let squares = 0n;
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  return {
    ...momentsOf(BigInt(values.length), { sum, squares }, 1n),
    ...quartiles(values.length, (index) => values[index] as bigint, interpolateIntegers),
  };
}

/** Mean and standard deviation from the count and exact sums of numbers in units of 1/`unit`. */
function momentsOf(count: bigint, { sum, squares }: Sums, unit: bigint): Pick<Statistics, 'mean' | 'std'> {
  return {
    mean: divide(sum, count * unit),
    std: count > 1n ? finite(divide(count * squares - sum * sum, count * (count - 1n) * unit * unit, 2)) : null,
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
  // In two steps, since the largest shift is beyond the largest power of two that is a double.
  const half = shift / 2n;
  const rounded = Number(isExact ? integer : integer | 1n) / 2 ** Number(half) / 2 ** Number(shift - half);
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
