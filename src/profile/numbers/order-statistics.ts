import { BUCKETS, TABLE_BYTES } from '../../kernel/constants.ts';
import { kernelOfThread } from '../../kernel/kernel.ts';
import { type Bounds, boundsOf, type Chunks, unpacked, viewOf } from './packed-numbers.ts';

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
export function orderStatistics(numbers: Chunks, ranks: readonly number[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const ranksIn = ({ below, count }: Range): number[] => ranks.filter((rank) => rank >= below && rank < below + count);
  const ranges = rangesOf(numbers, MAX_SORTED, (range) => ranksIn(range).length > 0);
  for (const range of ranges)
    if (range.low === range.high) for (const rank of ranksIn(range)) found.set(rank, range.low);
  const sortable = ranges.filter(({ low, high }) => low < high);
  for (const [index, values] of valuesIn(numbers, sortable).entries()) {
    const range = sortable[index] as Range;
    values.sort();
    for (const rank of ranksIn(range)) found.set(rank, values[rank - range.below] as number);
  }
  return found;
}

/** Maximum length of the arrays that `ascending` returns. */
const MAX_HELD = 1 << 21;

/**
 * The numbers in ascending order, in arrays. How they are divided depends on the numbers alone, not on the chunks, so that the same is true
 * of the sums. They may be iterated several times; more than one array is read from all the chunks again each time.
 */
export function ascending(numbers: Chunks): Iterable<Float64Array> {
  const whole = wholeRange(numbers);
  if (whole.count <= MAX_HELD) return [sorted(numbers, whole)];
  const ranges: Range[] = [];
  for (const range of rangesOf(numbers, MAX_HELD)) {
    const last = ranges.at(-1);
    if (last && last.count + range.count <= MAX_HELD)
      Object.assign(last, { high: range.high, count: last.count + range.count });
    else ranges.push(range);
  }
  return {
    *[Symbol.iterator]() {
      for (const range of ranges) yield* range.low < range.high ? [sorted(numbers, range)] : repeated(range);
    },
  };
}

function sorted(numbers: Chunks, range: Range): Float64Array {
  return (valuesIn(numbers, [range])[0] as Float64Array).sort();
}

/** The numbers of a range in which all are the same. */
function* repeated({ low, count }: Range): Generator<Float64Array, void, undefined> {
  for (let left = count; left > 0; left -= MAX_HELD) yield new Float64Array(Math.min(left, MAX_HELD)).fill(low);
}

/** Ranges of numbers in ascending order: those that are wanted, split until each has at most `most` numbers or all are the same. */
function rangesOf(numbers: Chunks, most: number, isWanted: (range: Range) => boolean = () => true): Range[] {
  const split = (range: Range): Range[] => {
    if (!isWanted(range)) return [];
    const staysWhole = range.count <= most || range.low === range.high;
    return staysWhole ? [range] : partsOf(numbers, range).flatMap(split);
  };
  return split(wholeRange(numbers));
}

function wholeRange(numbers: Chunks): Range {
  return { ...boundsOf(numbers), below: 0, count: numbers.count };
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
