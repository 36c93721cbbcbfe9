import { sum } from 'simple-statistics';

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

/** Decimals of which each is a whole number below this, once multiplied, come out of their doubles without an error. */
const LARGEST_WHOLE = 2 ** 51;
/** The largest power of ten that is a double. */
const MOST_PLACES = 22;

/**
 * Mean, sample standard deviation (n−1) and quartiles of doubles, at least one. Sums are compensated (Kahan–Babuška, by
 * simple-statistics). Sorts `values` in place. `places` is the number of decimal places that the values have at most in the
 * source, infinite when that is not known: where it is small, mean and deviation are those of the decimals themselves, of
 * which doubles hold few exactly (0.1 is none).
 */
export function figuresOfDoubles(values: Float64Array, places = Number.POSITIVE_INFINITY): Figures {
  values.sort();
  const count = values.length;
  const largest = Math.max(Math.abs(values[0] as number), Math.abs(values[count - 1] as number));
  const isDecimal = places > 0 && places <= MOST_PLACES && largest * 10 ** places < LARGEST_WHOLE;
  const scale = isDecimal ? 10 ** places : scaleFor(largest);
  const scaled = scale === 1 ? values : values.map((value) => value * scale);
  const numbers = isDecimal ? scaled.map(Math.round) : scaled;
  const total = sum(asArray(numbers));
  const squares = squaredDeviations(numbers, total / count);
  // A power of ten is taken out in the last division but one, so that it costs no rounding of its own.
  const variance = squares / ((count - 1) * (isDecimal ? scale * scale : 1));
  return {
    mean: finite(total / (count * scale)),
    std: count > 1 ? finite(Math.sqrt(variance) / (isDecimal ? 1 : scale)) : null,
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
    mean: divide(sum, count),
    std: count > 1n ? Math.sqrt(divide(count * squares - sum * sum, count * (count - 1n))) : null,
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
    const position = (count - 1) * quarter;
    const low = Math.floor(position / 4);
    return finite(between(at(low), at(Math.min(low + 1, count - 1)), position % 4));
  };
  return { q1: quartile(1), median: quartile(2), q3: quartile(3) };
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
  // With 64 bits and more in the quotient, and a last bit that says whether something was cut off, the conversion to a
  // double rounds as the exact quotient would.
  const shift = BigInt(Math.max(0, 66 - (magnitude.toString(2).length - divisor.toString(2).length)));
  const shifted = magnitude << shift;
  const quotient = shifted / divisor;
  const exact = quotient * divisor === shifted;
  const rounded = Number(exact ? quotient : quotient | 1n) / 2 ** Number(shift);
  return dividend < 0n ? -rounded : rounded;
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
