import { kernelOfThread } from '../../kernel/kernel.ts';
import { type Chunk, unpackNumbers, viewOf } from './packed-numbers.ts';
import { POWERS_OF_TEN } from './powers-of-ten.ts';

/** So many numbers are sorted; among more, it is counted first which of them come into question. */
const FEW = 1 << 14;

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
  const count = chunks.reduce((sum, chunk) => sum + chunk.count, 0);
  search({ low, high, below: 0, count }, ranks);
  return found;
}

/** The parts of a range in which there are numbers, in order, each from its lowest number to its highest. */
function partsOf(chunks: readonly Chunk[], places: number, { low, high, below }: Range): Range[] {
  const kernel = kernelOfThread();
  const { call, constants, scratch } = kernel;
  const { BUCKETS } = constants;
  // Subtraction, multiplication and rounding down each keep the order, so that of the parts is that of the numbers.
  const scale = (BUCKETS - 1) / (high - low);
  call.clearBuckets(scratch.table);
  for (const count of unpacked(chunks, places, { low, high })) {
    call.countInBuckets(scratch.numbers, count, low, high, scale, scratch.table);
  }
  const parts: Range[] = [];
  let before = below;
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    const count = call.countOf(scratch.table, bucket);
    if (count === 0) continue;
    const [lowest, highest] = [call.lowestOf(scratch.table, bucket), call.highestOf(scratch.table, bucket)];
    parts.push({ low: lowest, high: highest, below: before, count });
    before += count;
  }
  return parts;
}

/** The numbers of each of some ranges. */
function valuesIn(chunks: readonly Chunk[], places: number, ranges: readonly Range[]): Float64Array[] {
  const kernel = kernelOfThread();
  const { call, scratch } = kernel;
  const found = ranges.map(({ count }) => ({ values: new Float64Array(count), length: 0 }));
  const all = { low: ranges[0]?.low ?? 0, high: ranges.at(-1)?.high ?? -1 };
  for (const count of unpacked(chunks, places, all)) {
    for (const [index, { low, high }] of ranges.entries()) {
      // What was unpacked is not needed packed any more.
      const picked = call.pick(scratch.numbers, count, low, high, scratch.packed);
      const into = found[index] as (typeof found)[number];
      into.values.set(viewOf(kernel, scratch.packed, picked), into.length);
      into.length += picked;
    }
  }
  return found.map(({ values }) => values);
}

/**
 * Unpacks each chunk that may have numbers of a range into the kernel's room for numbers, in units of 10^-places; gives how many there
 * are.
 */
function* unpacked(
  chunks: readonly Chunk[],
  places: number,
  { low, high }: Pick<Range, 'low' | 'high'>,
): Generator<number, void, undefined> {
  for (const chunk of chunks) {
    const factor = POWERS_OF_TEN[places - chunk.places] as number;
    if (chunk.highest * factor < low || chunk.lowest * factor > high) continue;
    yield unpackNumbers(chunk, factor).length;
  }
}
