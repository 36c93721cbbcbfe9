import { kernelOfThread } from '../../kernel/kernel.ts';
import type { DecimalSnapshot } from './decimal-column.ts';
import { type Bounds, boundsOf, type Chunk, unpacked, viewOf } from './packed-numbers.ts';

/** Maximum count of numbers to sort. A range that contains more is first split, by counting its numbers in buckets. */
const MAX_SORTED = 1 << 14;

/** A range of the column's numbers. */
interface Range extends Bounds {
  /** Count of numbers below the range. */
  below: number;
  count: number;
}

/**
 * The numbers at the given ranks of the sorted column, in units of 10^-places. They are found by counting in ever narrower ranges; only the
 * numbers in ranges small enough to sort are copied. Ranks are zero-based and less than the count of all numbers.
 */
export function orderStatistics(
  { chunks, places, count }: DecimalSnapshot,
  ranks: readonly number[],
): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const search = (range: Range, wanted: readonly number[]): void => {
    if (range.low === range.high) {
      for (const rank of wanted) found.set(rank, range.low);
      return;
    }
    if (range.count <= MAX_SORTED) {
      const [values] = valuesIn(chunks, places, [range]);
      values?.sort();
      for (const rank of wanted) found.set(rank, values?.[rank - range.below] as number);
      return;
    }
    const parts = partsOf(chunks, places, range)
      .map((part) => ({ part, inside: wanted.filter((rank) => rank >= part.below && rank < part.below + part.count) }))
      .filter(({ inside }) => inside.length > 0);
    const sortable = parts.filter(({ part }) => part.count <= MAX_SORTED && part.low < part.high);
    const ranges = sortable.map(({ part }) => part);
    for (const [index, values] of valuesIn(chunks, places, ranges).entries()) {
      const { part, inside } = sortable[index] as (typeof sortable)[number];
      values.sort();
      for (const rank of inside) found.set(rank, values[rank - part.below] as number);
    }
    for (const { part, inside } of parts) if (!found.has(inside[0] as number)) search(part, inside);
  };
  search({ ...boundsOf(chunks, places), below: 0, count }, ranks);
  return found;
}

/** Splits a range into its non-empty parts, in ascending order. The bounds of a part are its lowest and highest numbers. */
function partsOf(chunks: readonly Chunk[], places: number, { low, high, below }: Range): Range[] {
  const { call, constants, scratch } = kernelOfThread();
  const { BUCKETS } = constants;
  // Subtraction, multiplication and rounding down are monotonic, so the parts are in the order of the numbers.
  const scale = (BUCKETS - 1) / (high - low);
  call.clearBuckets(scratch.table);
  for (const { length } of unpacked(chunks, places, { low, high })) {
    call.countInBuckets(scratch.numbers, length, low, high, scale, scratch.table);
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

/** The numbers in each range, unsorted. The ranges must be in ascending order. */
function valuesIn(chunks: readonly Chunk[], places: number, ranges: readonly Range[]): Float64Array[] {
  const kernel = kernelOfThread();
  const { call, scratch } = kernel;
  const found = ranges.map(({ count }) => ({ values: new Float64Array(count), length: 0 }));
  const all = { low: ranges[0]?.low ?? 0, high: ranges.at(-1)?.high ?? -1 };
  for (const { length } of unpacked(chunks, places, all)) {
    for (const [index, { low, high }] of ranges.entries()) {
      // The chunk has been unpacked, so the buffer for packed numbers is free.
      const picked = call.pick(scratch.numbers, length, low, high, scratch.packed);
      const into = found[index] as (typeof found)[number];
      into.values.set(viewOf(kernel, scratch.packed, picked), into.length);
      into.length += picked;
    }
  }
  return found.map(({ values }) => values);
}
