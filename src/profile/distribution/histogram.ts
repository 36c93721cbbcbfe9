import type { Histogram } from '../../model.ts';

export const MAX_BINS = 20;

/** Bins of a histogram. The edges are ascending integers in units of 10^-places. There is one more edge than there are bins. */
export interface Bins {
  edges: readonly bigint[];
  places: number;
}

/**
 * Bins for integers from `min` to `max`, in units of 10^-places. A range of up to twenty integers gets one bin for each. Otherwise the
 * edges are multiples of a step: the smallest of 1, 2, 2.5 or 5 times a power of ten that is a whole number of units and needs at most
 * twenty bins.
 */
export function binsOfUnits(min: bigint, max: bigint, places: number): Bins {
  if (max - min < BigInt(MAX_BINS)) {
    return { edges: Array.from({ length: Number(max - min) + 2 }, (_, index) => min + BigInt(index)), places };
  }
  return { edges: edgesAround(min, max).next().value, places };
}

/** Number of decimal places that the steps of `binsOfDoubles` may have in addition to those of the numbers. */
const FINER_PLACES = 3;

/**
 * Bins for doubles from `min` to `max`. The step is chosen as in `binsOfUnits`, but must also make all edges different doubles. If `min`
 * equals `max`, the step has their order of magnitude. Null if an edge exceeds the largest double.
 */
export function binsOfDoubles(min: number, max: number): Bins | null {
  const [low, high] = [decimalOf(min), decimalOf(max)];
  const places = Math.max(low.places, high.places) + FINER_PLACES;
  const [first, last] = [low, high].map((it) => it.mantissa * 10n ** BigInt(places - it.places)) as [bigint, bigint];
  const magnitude = Number(min.toExponential().split('e')[1]);
  const minStep = min === max ? 10n ** BigInt(magnitude + places) : 1n;
  for (const edges of edgesAround(first, last, minStep)) {
    const doubles = edges.map((edge) => Number(decimalText(edge, places)));
    if (doubles.some((edge) => !Number.isFinite(edge))) return null;
    if (doubles.every((edge, index) => index === 0 || edge > (doubles[index - 1] as number))) return { edges, places };
  }
  throw new Error('unreachable: edgesAround() never ends');
}

/**
 * Multiples of a step that enclose `min` and `max` as closely as possible, for each step of 1, 2, 5, 10, 20, 25, 50, 100 and so on that is
 * at least `minStep` and makes at most `MAX_BINS` bins.
 */
function* edgesAround(min: bigint, max: bigint, minStep = 1n): Generator<bigint[], never, undefined> {
  for (let power = 10n; ; power *= 10n) {
    for (const divisor of [10n, 5n, 4n, 2n]) {
      const step = power / divisor;
      if (step < minStep || step * divisor !== power) continue;
      const first = floorDivide(min, step);
      const last = -floorDivide(-max, step);
      const bins = last > first ? last - first : 1n;
      if (bins > BigInt(MAX_BINS)) continue;
      yield Array.from({ length: Number(bins) + 1 }, (_, index) => (first + BigInt(index)) * step);
    }
  }
}

function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return quotient * divisor > dividend ? quotient - 1n : quotient;
}

/** The shortest decimal that parses to the given double, as mantissa × 10^-places. */
function decimalOf(value: number): { mantissa: bigint; places: number } {
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  const [whole = '', fraction = ''] = digits.split('.');
  return { mantissa: BigInt(whole + fraction), places: fraction.length - Number(exponent) };
}

/** Converts bins and their counts to the published form. */
export function histogramOf({ edges, places }: Bins, counts: readonly number[]): Histogram {
  return { edges: edges.map((edge) => decimalText(edge, places)), counts };
}

/** Integers with more digits than this, and fractions with more decimal places, are written with an exponent. */
const MAX_DIGITS = 25;

/** Exact JSON number for an integer in units of 10^-places, with `fewestPlaces` decimal places, or as many more as it needs. */
export function decimalText(units: bigint, places: number, fewestPlaces = 0): string {
  const sign = units < 0n ? '-' : '';
  const all = (units < 0n ? -units : units).toString();
  if (units === 0n) return fewestPlaces > 0 ? `0.${'0'.repeat(fewestPlaces)}` : '0';
  const digits = all.replace(/0+$/, '');
  const exponent = all.length - digits.length - places;
  if (exponent >= 0 ? digits.length + exponent > MAX_DIGITS : -exponent > MAX_DIGITS) {
    const power = exponent + digits.length - 1;
    return `${sign}${digits.slice(0, 1)}${digits.length > 1 ? '.' : ''}${digits.slice(1)}e${power}`;
  }
  const padded = exponent >= 0 ? digits + '0'.repeat(exponent) : digits.padStart(1 - exponent, '0');
  const point = exponent >= 0 ? padded.length : padded.length + exponent;
  const fraction = padded.slice(point).padEnd(fewestPlaces, '0');
  return sign + padded.slice(0, point) + (fraction === '' ? '' : `.${fraction}`);
}
