import { POWERS_OF_TEN } from './powers-of-ten.ts';
import { type Chunk, unpack } from './scaled-numbers.ts';

/** So many numbers are sorted; among more, it is counted first which of them come into question. */
const FEW = 1 << 14;
const BUCKETS = 1 << 12;

/** Numbers from the lowest to the highest among which there are wanted ones. */
interface Range {
  low: number;
  high: number;
  /** Numbers that are smaller than each of the range. */
  below: number;
  /** Numbers in it. */
  count: number;
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
  const search = (range: Range, wanted: readonly number[]): void => {
    if (range.low === range.high) {
      for (const rank of wanted) found.set(rank, range.low);
      return;
    }
    if (range.count <= FEW) {
      const [values] = valuesIn(chunks, places, [range]);
      values?.sort();
      for (const rank of wanted) found.set(rank, values?.[rank - range.below] as number);
      return;
    }
    const parts = partsOf(chunks, places, range)
      .map((part) => ({ part, inside: wanted.filter((rank) => rank >= part.below && rank < part.below + part.count) }))
      .filter(({ inside }) => inside.length > 0);
    const few = parts.filter(({ part }) => part.count <= FEW && part.low < part.high);
    for (const [index, values] of valuesIn(
      chunks,
      places,
      few.map(({ part }) => part),
    ).entries()) {
      const { part, inside } = few[index] as (typeof few)[number];
      values.sort();
      for (const rank of inside) found.set(rank, values[rank - part.below] as number);
    }
    for (const { part, inside } of parts) if (!found.has(inside[0] as number)) search(part, inside);
  };
  const unit = ({ places: own }: Chunk): number => POWERS_OF_TEN[places - own] as number;
  const low = chunks.reduce((least, chunk) => Math.min(least, chunk.lowest * unit(chunk)), Number.POSITIVE_INFINITY);
  const high = chunks.reduce((most, chunk) => Math.max(most, chunk.highest * unit(chunk)), Number.NEGATIVE_INFINITY);
  const count = chunks.reduce((sum, { values }) => sum + values.length, 0);
  search({ low, high, below: 0, count }, ranks);
  return found;
}

/** The parts of a range in which there are numbers, in order, each from its lowest number to its highest. */
function partsOf(chunks: readonly Chunk[], places: number, { low, high, below }: Range): Range[] {
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
  const parts: Range[] = [];
  let before = below;
  for (const [index, count] of counts.entries()) {
    if (count === 0) continue;
    parts.push({ low: lowest[index] as number, high: highest[index] as number, below: before, count });
    before += count;
  }
  return parts;
}

/** The numbers of each of some ranges, which are in order and apart. */
function valuesIn(chunks: readonly Chunk[], places: number, ranges: readonly Range[]): Float64Array[] {
  const found = ranges.map(({ count }) => new Float64Array(count));
  const lengths = ranges.map(() => 0);
  const [low, high] = [ranges[0]?.low ?? 0, ranges.at(-1)?.high ?? -1];
  eachChunk(chunks, places, { low, high }, (values) => {
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at] as number;
      if (value < low || value > high) continue;
      for (let index = 0; index < ranges.length; index += 1) {
        const range = ranges[index] as Range;
        if (value < range.low || value > range.high) continue;
        (found[index] as Float64Array)[lengths[index] as number] = value;
        lengths[index] = (lengths[index] as number) + 1;
        break;
      }
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
  for (const chunk of chunks) {
    const { values, places: own, lowest, highest } = chunk;
    const factor = POWERS_OF_TEN[places - own] as number;
    if (highest * factor < low || lowest * factor > high) continue;
    if (room.length < values.length) room = new Float64Array(values.length);
    const wide = room.subarray(0, values.length);
    unpack(chunk, wide);
    if (factor !== 1) for (let at = 0; at < wide.length; at += 1) wide[at] = (wide[at] as number) * factor;
    take(wide);
  }
}
