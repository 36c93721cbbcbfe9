/*
 * Numbers as fractions of integers of any size, so that the expected values of a test are exact until their last step.
 */

/** A fraction; the denominator is positive. */
export interface Exact {
  above: bigint;
  below: bigint;
}

/** Exact value of a number in decimal notation. */
export function exactOfText(text: string): Exact {
  const [, sign, whole = '', fraction = '', power = '0'] =
    /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text) ?? fail(text);
  const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  const exponent = BigInt(power) - BigInt(fraction.length);
  return exponent >= 0n ? { above: digits * 10n ** exponent, below: 1n } : { above: digits, below: 10n ** -exponent };
}

/** Exact value of a finite double. */
export function exactOfDouble(value: number): Exact {
  let [whole, below] = [value, 1n];
  while (!Number.isInteger(whole)) {
    whole *= 2;
    below *= 2n;
  }
  return { above: BigInt(whole), below };
}

export function compareExact(a: Exact, b: Exact): number {
  const difference = a.above * b.below - b.above * a.below;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Statistics of numbers as the contract defines them, each the double nearest to the exact value. */
export function exactStatistics(
  values: readonly Exact[],
): Record<'mean' | 'std' | 'q1' | 'median' | 'q3', number | null> {
  const below = values.reduce((product, value) => leastCommonMultiple(product, value.below), 1n);
  const sorted = values
    .map((value) => (value.above * below) / value.below)
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const count = BigInt(sorted.length);
  const sum = sorted.reduce((total, value) => total + value, 0n);
  const squares = sorted.reduce((total, value) => total + value * value, 0n);
  // Type 7: the value at (n − 1)·p, interpolated between its two neighbours.
  const quartile = (quarter: number): number => {
    const at = (sorted.length - 1) * quarter;
    const low = sorted[Math.floor(at / 4)] as bigint;
    const high = sorted[Math.ceil(at / 4)] as bigint;
    return nearestDouble({ above: 4n * low + (high - low) * BigInt(at % 4), below: 4n * below });
  };
  const variance = { above: count * squares - sum * sum, below: count * (count - 1n) * below * below };
  return {
    mean: nearestDouble({ above: sum, below: count * below }),
    std: count > 1n ? nearestRoot(variance) : null,
    q1: quartile(1),
    median: quartile(2),
    q3: quartile(3),
  };
}

/** The double nearest to a fraction. */
function nearestDouble({ above, below }: Exact): number {
  const magnitude = above < 0n ? -above : above;
  // Forty digits, and one more to show whether others follow: parsing them rounds as parsing all digits would.
  const places = BigInt(Math.max(0, 40 + `${below}`.length - `${magnitude}`.length));
  const scaled = magnitude * 10n ** places;
  const digits = `${scaled / below}${scaled % below === 0n ? '0' : '1'}e-${places + 1n}`;
  return Number(above < 0n ? `-${digits}` : digits);
}

function nearestRoot({ above, below }: Exact): number {
  const places = BigInt(Math.max(0, 80 + `${below}`.length - `${above}`.length));
  const even = places + (places % 2n);
  const square = (above * 10n ** even) / below;
  return Number(`${squareRoot(square)}1e-${even / 2n + 1n}`.replace(/^01e/, '0e'));
}

/** Integer part of the square root. */
function squareRoot(square: bigint): bigint {
  if (square < 2n) return square;
  let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2));
  for (;;) {
    const next = (root + square / root) / 2n;
    if (next >= root) return root;
    root = next;
  }
}

/**
 * Difference of two numbers in units in the last place of a third. Throws if one of them is missing: a comparison would take a missing
 * number for a small one.
 */
export function unitsApart(a: number | null, b: number | null, scale: number | null): number {
  if (a === null || b === null || scale === null || Number.isNaN(a - b))
    throw new Error(`${a} and ${b} cannot be compared in units of ${scale}`);
  if (a === b) return 0;
  const exponent = Math.max(Math.floor(Math.log2(Math.abs(scale))), -1022);
  return Math.abs(a - b) / 2 ** Math.max(exponent - 52, -1074);
}

function leastCommonMultiple(a: bigint, b: bigint): bigint {
  let [large, small] = [a, b];
  while (small !== 0n) [large, small] = [small, large % small];
  return (a / large) * b;
}

function fail(text: string): never {
  throw new Error(`${text} is not a number`);
}
