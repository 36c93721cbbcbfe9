import { POWERS_OF_TEN } from './powers-of-ten.ts';
import type { Chunk } from './scaled-numbers.ts';

/** So many numbers are sorted; among more, it is counted first which of them come into question. */
const FEW = 1 << 14;
const BUCKETS = 1 << 12;

/** Numbers from the lowest to the highest among which there are wanted ones. */
interface Range {
  low: number;
  high: number;
  /** Numbers that are smaller than each of the range. */
  below: number;
}

/**
 * The numbers at some ranks (from 0) when all were sorted, in units of 10^-places, by counting them in ranges that become
 * narrower: a few passes over the data, and no copy of it. `ranks` are below the number of all.
 */
export function orderStatistics(
  chunks: readonly Chunk[],
  places: number,
  ranks: readonly number[],
): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const search = (range: Range, count: number, wanted: readonly number[]): void => {
    if (range.low === range.high) {
      for (const rank of wanted) found.set(rank, range.low);
      return;
    }
    if (count <= FEW) {
      const sorted = valuesIn(chunks, places, range, count).sort();
      for (const rank of wanted) found.set(rank, sorted[rank - range.below] as number);
      return;
    }
    const buckets = countIn(chunks, places, range);
    let below = range.below;
    for (const [index, inBucket] of buckets.counts.entries()) {
      const inside = wanted.filter((rank) => rank >= below && rank < below + inBucket);
      if (inside.length > 0) {
        const bucket = { low: buckets.lowest[index] as number, high: buckets.highest[index] as number, below };
        search(bucket, inBucket, inside);
      }
      below += inBucket;
    }
  };
  const unit = ({ places: own }: Chunk): number => POWERS_OF_TEN[places - own] as number;
  const low = chunks.reduce((least, chunk) => Math.min(least, chunk.lowest * unit(chunk)), Number.POSITIVE_INFINITY);
  const high = chunks.reduce((most, chunk) => Math.max(most, chunk.highest * unit(chunk)), Number.NEGATIVE_INFINITY);
  const count = chunks.reduce((sum, { values }) => sum + values.length, 0);
  search({ low, high, below: 0 }, count, ranks);
  return found;
}

/** How many numbers of a range are in each part of it, and the first and last of each part. */
function countIn(
  chunks: readonly Chunk[],
  places: number,
  { low, high }: Range,
): { counts: Int32Array; lowest: Float64Array; highest: Float64Array } {
  const counts = new Int32Array(BUCKETS);
  const lowest = new Float64Array(BUCKETS).fill(Number.POSITIVE_INFINITY);
  const highest = new Float64Array(BUCKETS).fill(Number.NEGATIVE_INFINITY);
  // Subtraction, multiplication and rounding down each keep the order, so that of the parts is that of the numbers.
  const scale = (BUCKETS - 1) / (high - low);
  eachChunk(chunks, places, { low, high }, (values) => {
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at] as number;
      if (value < low || value > high) continue;
      const bucket = Math.min(BUCKETS - 1, Math.floor((value - low) * scale));
      counts[bucket] = (counts[bucket] as number) + 1;
      if (value < (lowest[bucket] as number)) lowest[bucket] = value;
      if (value > (highest[bucket] as number)) highest[bucket] = value;
    }
  });
  return { counts, lowest, highest };
}

function valuesIn(chunks: readonly Chunk[], places: number, { low, high }: Range, count: number): Float64Array {
  const found = new Float64Array(count);
  let length = 0;
  eachChunk(chunks, places, { low, high }, (values) => {
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at] as number;
      if (value < low || value > high) continue;
      found[length] = value;
      length += 1;
    }
  });
  return found;
}

/** Gives each chunk that may have numbers of a range, at full width, in units of 10^-places; the array is used again for the next. */
function eachChunk(
  chunks: readonly Chunk[],
  places: number,
  { low, high }: Pick<Range, 'low' | 'high'>,
  take: (values: Float64Array) => void,
): void {
  let room = new Float64Array(0);
  for (const { values, places: own, lowest, highest } of chunks) {
    const factor = POWERS_OF_TEN[places - own] as number;
    if (highest * factor < low || lowest * factor > high) continue;
    if (room.length < values.length) room = new Float64Array(values.length);
    const wide = room.subarray(0, values.length);
    wide.set(values);
    if (factor !== 1) for (let at = 0; at < wide.length; at += 1) wide[at] = (wide[at] as number) * factor;
    take(wide);
  }
}
