import { max, median, min } from 'simple-statistics';

/** Distribution of the values of several rounds. */
export interface Spread {
  median: number;
  least: number;
  most: number;
}

/** Spread of one or more values. The median of an even number of values is the mean of the middle two. */
export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values as number[]), least: min(values as number[]), most: max(values as number[]) };
}

/**
 * Spread of `of` ÷ `to`, each with one value per round. Divides within each round, since whatever slows the machine in a round slows
 * both.
 */
export function ratioOf(of: readonly number[], to: readonly number[]): Spread {
  if (of.length !== to.length) throw new Error(`${of.length} rounds cannot be compared with ${to.length}`);
  return spreadOf(of.map((value, round) => value / (to[round] as number)));
}

/** `1.83 (1.79–1.90)`; the median alone if the others round to the same number. */
export function formatSpread({ median, least, most }: Spread): string {
  const range = [least, most].map(formatNumber);
  return range[0] === range[1] ? formatNumber(median) : `${formatNumber(median)} (${range.join('–')})`;
}

/** A number with at least three significant digits: `0.0312`, `1.83`, `12.3`, `41,200`. */
export function formatNumber(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value === 0 ? '0' : value.toPrecision(3);
}
