import { sum } from 'simple-statistics';
import { orderStatistics } from './order-statistics.ts';
import { POWERS_OF_TEN } from './powers-of-ten.ts';
import type { ScaledNumbers } from './scaled-numbers.ts';

/** Figures over one or more numbers; null where one does not exist (`std` of one value) or no double holds it. */
export interface Figures {
  mean: number | null;
  std: number | null;
  q1: number | null;
  median: number | null;
  q3: number | null;
}

/** Outside of these, squares and sums of doubles may leave their range, or lose their last bits below it. */
const LARGEST_UNSCALED = 1e100;
const SMALLEST_UNSCALED = 1e-100;
/** A power of two, so that scaling is exact. */
const SCALE = 2 ** 600;

/**
 * Mean, sample standard deviation (n−1) and quartiles of decimals that are kept exactly, at least one. Mean and deviation are those of
 * the decimals themselves, of which doubles hold few (0.1 is none): their sums are exact, and rounded once.
 */
export function figuresOfScaled(numbers: ScaledNumbers): Figures {
  const { count, places, sums, chunks } = numbers;
  const unit = 10n ** BigInt(places);
  const ranks = [1, 2, 3].flatMap((quarter) => ranksOf(count, quarter));
  const found = orderStatistics(chunks, places, [...new Set(ranks)]);
  const divisor = POWERS_OF_TEN[places] as number;
  return {
    ...momentsOf(BigInt(count), sums.sum, sums.squares, unit),
    ...quartiles(count, (rank) => (found.get(rank) as number) / divisor, interpolate),
  };
}

/** Mean and deviation from exact sums, in units of 1/`unit`. */
function momentsOf(count: bigint, sum: bigint, squares: bigint, unit: bigint): Pick<Figures, 'mean' | 'std'> {
  return {
    mean: divide(sum, count * unit),
    std: count > 1n ? squareRoot(count * squares - sum * sum, count * (count - 1n) * unit * unit) : null,
  };
}

/**
 * The same of doubles, at least one, for numbers whose decimals do not fit together. Sums are compensated (Kahan–Babuška, by
 * simple-statistics). Sorts `values` in place.
 */
export function figuresOfDoubles(values: Float64Array): Figures {
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
  if (largest > LARGEST_UNSCALED) return 1 / SCALE;
  return largest < SMALLEST_UNSCALED ? SCALE : 1;
}

/**
 * Sum of the squared deviations from the mean, by the corrected two-pass algorithm: what the mean lost when it was rounded
 * shows in the sum of the deviations (Chan, Golub and LeVeque, "Algorithms for Computing the Sample Variance", The
 * American Statistician 37, 1983).
 */
function squaredDeviations(values: Float64Array, center: number): number {
  const deviations = values.map((value) => value - center);
  const rest = sum(asArray(deviations));
  const squares = sum(asArray(deviations.map((deviation) => deviation * deviation)));
  return Math.max(0, squares - (rest * rest) / values.length);
}

/** simple-statistics declares arrays of numbers, and only reads them by index. */
function asArray(values: Float64Array): number[] {
  return values as unknown as number[];
}

/**
 * The same for 64-bit integers of which doubles cannot hold all: sums are exact, and rounded once. Sorts `values` in place.
 */
export function figuresOfIntegers(values: BigInt64Array): Figures {
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

/**
 * Quartiles by linear interpolation: type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages" (The American
 * Statistician 50, 1996), the default of R, NumPy, pandas and Excel's QUARTILE.INC. `at` gives the sorted values.
 */
function quartiles<T>(
  count: number,
  at: (index: number) => T,
  between: (low: T, high: T, quarters: number) => number,
): Pick<Figures, 'q1' | 'median' | 'q3'> {
  const quartile = (quarter: number): number | null => {
    const [low, high] = ranksOf(count, quarter);
    return finite(between(at(low), at(high), ((count - 1) * quarter) % 4));
  };
  return { q1: quartile(1), median: quartile(2), q3: quartile(3) };
}

/** Ranks, from 0, of the two values between which a quartile lies. */
function ranksOf(count: number, quarter: number): [number, number] {
  const low = Math.floor(((count - 1) * quarter) / 4);
  return [low, Math.min(low + 1, count - 1)];
}

/** Interpolation as NumPy does it, from the nearer end, so that the results are the same to the last bit. */
function interpolate(low: number, high: number, quarters: number): number {
  const part = quarters / 4;
  const difference = high - low;
  if (!Number.isFinite(difference)) return low * (1 - part) + high * part;
  return part >= 0.5 ? high - difference * (1 - part) : low + difference * part;
}

function interpolateIntegers(low: bigint, high: bigint, quarters: number): number {
  return divide(low * 4n + (high - low) * BigInt(quarters), 4n);
}

/** Quotient of two integers, the divisor positive, rounded once to a double (ties to even). */
function divide(dividend: bigint, divisor: bigint): number {
  const magnitude = dividend < 0n ? -dividend : dividend;
  const shift = BigInt(Math.max(0, ENOUGH_BITS - (bitsOf(magnitude) - bitsOf(divisor))));
  const shifted = magnitude << shift;
  const quotient = shifted / divisor;
  const rounded = roundedDown(quotient, quotient * divisor === shifted) / 2 ** Number(shift);
  return dividend < 0n ? -rounded : rounded;
}

/** Square root of a quotient of two integers, neither negative, rounded once to a double. */
function squareRoot(dividend: bigint, divisor: bigint): number {
  if (dividend === 0n) return 0;
  const halfShift = BigInt(Math.max(0, ENOUGH_BITS - ((bitsOf(dividend) - bitsOf(divisor)) >> 1)));
  const shifted = dividend << (2n * halfShift);
  const quotient = shifted / divisor;
  const root = integerRoot(quotient);
  return roundedDown(root, root * root * divisor === shifted) / 2 ** Number(halfShift);
}

/**
 * With 64 bits and more, and a last bit that says whether something was cut off, the conversion to a double rounds as that of
 * the exact number would.
 */
const ENOUGH_BITS = 66;

function roundedDown(integer: bigint, isExact: boolean): number {
  return Number(isExact ? integer : integer | 1n);
}

function bitsOf(integer: bigint): number {
  return integer.toString(2).length;
}

/** Largest integer whose square is not above another, by Newton's method from above. */
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
