import { BUCKETS, TABLE_BYTES } from '../../kernel/constants.ts';
import { kernelOfThread } from '../../kernel/kernel.ts';
import { boundsOf, type Chunks, unpacked, viewOf } from './packed-numbers.ts';

/** Maximum count of numbers to sort. A range that contains more is first split, by counting its numbers in buckets. */
const MAX_SORTED = 1 << 14;

/** A range of the column's numbers, with its inclusive bounds. */
interface Range extends ReturnType<typeof boundsOf> {
  /** Count of numbers below the range. */
  below: number;
  count: number;
}

/**
 * The numbers at the given ranks of the sorted column, in units of 10^-places. They are found by counting in ever narrower ranges; only the
 * numbers in ranges small enough to sort are copied. Ranks are zero-based and less than the count of all numbers.
 */
export function orderStatistics(numbers: Chunks, ranks: readonly number[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const ranksIn = ({ below, count }: Range): number[] => ranks.filter((rank) => rank >= below && rank < below + count);
  const sortable: Range[] = [];
  const search = (range: Range): void => {
    const wanted = ranksIn(range);
    if (wanted.length === 0) return;
    if (range.low === range.high) for (const rank of wanted) found.set(rank, range.low);
    else if (range.count <= MAX_SORTED) sortable.push(range);
    else for (const part of partsOf(numbers, range)) search(part);
  };
  search({ ...boundsOf(numbers), below: 0, count: numbers.count });
  for (const [index, values] of valuesIn(numbers, sortable).entries()) {
    const range = sortable[index] as Range;
    values.sort();
    for (const rank of ranksIn(range)) found.set(rank, values[rank - range.below] as number);
  }
  return found;
}

/** Splits a range into its non-empty parts, in ascending order. The bounds of a part are its lowest and highest numbers. */
function partsOf(numbers: Chunks, { low, high, below }: Range): Range[] {
  const kernel = kernelOfThread();
  const { call, scratch } = kernel;
  kernel.bytes.fill(0, scratch.table, scratch.table + TABLE_BYTES);
  for (const { length } of unpacked(numbers, { low, high })) {
    call.countInBuckets(scratch.numbers, length, low, high, scratch.table);
  }
  const bounds = viewOf(kernel, scratch.table, 2 * BUCKETS);
  const counts = new Uint32Array(kernel.bytes.buffer, scratch.table + bounds.byteLength, BUCKETS);
  const parts: Range[] = [];
  let before = below;
  for (const [bucket, count] of counts.entries()) {
    if (count === 0) continue;
    parts.push({ low: bounds[2 * bucket] as number, high: bounds[2 * bucket + 1] as number, below: before, count });
    before += count;
  }
  return parts;
}

/** The numbers in each range, unsorted. The ranges must be in ascending order. */
function valuesIn(numbers: Chunks, ranges: readonly Range[]): Float64Array[] {
  const kernel = kernelOfThread();
  const { call, scratch } = kernel;
  const found = ranges.map(({ count }) => ({ values: new Float64Array(count), length: 0 }));
  const all = { low: ranges[0]?.low ?? 0, high: ranges.at(-1)?.high ?? -1 };
  for (const { length } of unpacked(numbers, all)) {
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
