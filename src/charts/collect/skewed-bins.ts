import { ticks as niceTicks } from 'd3-array';
import { tidy } from '../numbers.ts';

/** Intervals of a histogram, given by their ascending edges. Each includes its lower edge, and the last its upper edge too. */
export interface Bins {
  edges: readonly number[];
  counts: readonly number[];
}

/** Share of the values in two neighbouring bins from which a histogram is skewed, and from which a linear axis is still no good. */
const [SKEWED, STILL_SKEWED] = [0.8, 0.6];
const MAX_BINS = 20;
/** Share of the values in the tail that may be cut off. */
const TAIL = 0.01;
/** Minimum ratio of the greatest to the least value on a logarithmic axis: three orders of magnitude. */
const MIN_RATIO = 1000;
/** Possible numbers of bins for each power of ten, most first. */
const BINS_A_DECADE = [5, 3, 2, 1, 1 / 2, 1 / 5, 1 / 10, 1 / 30];

/** Whether nearly all values are in one bin or two, so that the others are hard to see. */
export function isSkewed({ counts }: Bins, share = SKEWED): boolean {
  const fullest = Math.max(...counts.map((count, index) => count + (counts[index + 1] ?? 0)));
  return fullest >= share * counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Divides skewed values into bins that show more of them: equal bins for all but a long tail, or else bins of equal ratio. Null if neither
 * shows more. Bins of `isWhole` numbers have whole edges. `isCut`: whether the last bin counts all values beyond the others. `zeros`: how many zeros a
 * logarithmic axis does not show; null if the axis is linear.
 */
export function skewedBins(values: readonly number[], isWhole: boolean) {
  const sorted = Float64Array.from(values).sort();
  const cut = cutBins(sorted, isWhole);
  if (cut && !isSkewed(cut, STILL_SKEWED)) return cut;
  return logarithmicBins(sorted, isWhole) ?? (cut && !isSkewed(cut) ? cut : null);
}

/** Equal bins up to a long tail, and one for it; null without such a tail. */
function cutBins(sorted: Float64Array, isWhole: boolean) {
  const [from = 0, to = 0] = [sorted[0], sorted[Math.ceil((1 - TAIL) * sorted.length) - 1]];
  const [first = 0, second = 0] = niceTicks(from, to, MAX_BINS);
  const step = isWhole ? Math.max(1, second - first) : second - first;
  const isLong = (sorted.at(-1) ?? 0) - to > to - from;
  if (!isLong || !(step > 0) || !Number.isFinite(step)) return null;
  const [start, end] = [Math.floor(from / step), Math.floor(to / step) + 1];
  const edges = Array.from({ length: end - start + 1 }, (_, index) => tidy((start + index) * step));
  // The bin of the tail is narrower by a hair, so that no tick of the axis labels its end.
  edges.push(end * step + step * 0.999);
  return { edges, counts: countIn(sorted, edges), zeros: null, isCut: true };
}

/** Bins whose edges are in equal ratios, apart from rounding to two digits. */
function logarithmicBins(sorted: Float64Array, isWhole: boolean) {
  const zeros = sorted.filter((value) => value === 0).length;
  const positive = sorted.filter((value) => value > 0);
  const [least = 0, greatest = 0] = [positive[0], positive.at(-1)];
  const isFit = positive.length + zeros === sorted.length && least >= 1e-290 && greatest <= 1e290;
  if (!isFit || greatest < least * MIN_RATIO) return null;
  const [low, high] = [Math.log10(least), Math.log10(greatest)];
  const fine = BINS_A_DECADE.find((count) => (high - low) * count <= MAX_BINS) ?? 1 / 30;
  const edge = (index: number): number => {
    const value = Number((10 ** (index / fine)).toPrecision(2));
    return isWhole ? Math.round(value) : value;
  };
  const start = Math.floor(low * fine) - 1;
  const all = Array.from({ length: Math.ceil(high * fine) - start + 2 }, (_, index) => edge(start + index));
  const distinct = [...new Set(all)].filter((value) => value > 0);
  const first = distinct.findLastIndex((value) => value <= least);
  const edges = distinct.slice(first, distinct.findIndex((value) => value > greatest) + 1);
  return { edges, counts: countIn(positive, edges), zeros, isCut: false };
}

/** Counts ascending values in the bins. Values beyond the first and the last edge are counted in the first and the last bin. */
function countIn(sorted: Float64Array, edges: readonly number[]): number[] {
  const counts = Array.from({ length: edges.length - 1 }, () => 0);
  let bin = 0;
  for (const value of sorted) {
    while (bin < counts.length - 1 && value >= (edges[bin + 1] ?? 0)) bin++;
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}
