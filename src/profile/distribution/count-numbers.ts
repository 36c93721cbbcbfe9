import { ASCENDS, DESCENDS, DIFFERS, MAX_DISTINCT } from '../../kernel/constants.ts';
import { kernelOfThread } from '../../kernel/kernel.ts';
import type { Distribution, ValueOrder } from '../../model.ts';
import type { NumbersSnapshot } from '../numbers/number-column.ts';
import { boundsOf, type Chunks, unpacked } from '../numbers/packed-numbers.ts';
import { type Bins, binsOfDoubles, binsOfUnits, decimalText, histogramOf } from './histogram.ts';
import { topValues } from './top-values.ts';

/** Value frequencies, order and histogram of a numeric column. */
export type NumberDistribution = Pick<Distribution, 'distinct' | 'isUnique' | 'order' | 'top' | 'histogram'>;

/** Distribution of the numbers of a column. They must be in file order, and there must be at least one. */
export function distributionOf({ scaled, integers, doubles }: NumbersSnapshot): NumberDistribution {
  if (integers) return integerDistribution(integers);
  const { low, high } = boundsOf(scaled ?? doubles);
  if (scaled) {
    const { places, fewestPlaces } = scaled;
    const bins = binsOfUnits(BigInt(low), BigInt(high), places);
    return countedDistribution(scaled, bins, Number, (value) => decimalText(BigInt(value), places, fewestPlaces));
  }
  const bins = binsOfDoubles(low, high);
  return countedDistribution(doubles, bins, (edge) => Number(decimalText(edge, bins?.places ?? 0)), String);
}

/** `edgeOf` returns an edge of the bins in the unit of the numbers; `textOf` returns a number as it is published. */
function countedDistribution(
  numbers: Chunks,
  bins: Bins | null,
  edgeOf: (edge: bigint) => number,
  textOf: (value: number) => string,
): NumberDistribution {
  const { counted, hasRepeat, bits, binCounts } = countIn(bins?.edges.map(edgeOf) ?? [], numbers);
  const { values = [], counts = [] } = counted ?? {};
  const countAt = (slot: number): number => counts[slot] as number;
  const numberAt = (slot: number): number => values[slot] as number;
  const top = topValues(counts.length, countAt, numberAt, (a, b) => a - b);
  return {
    ...conclude(numbers.count, counted && counts.filter((times) => times > 0).length, hasRepeat, bits),
    top: counted && top.map(({ value, count }) => ({ value: textOf(value), count })),
    histogram: bins && histogramOf(bins, binCounts),
  };
}

/**
 * Counts numbers by value and, if there are edges, by bin, and determines their order. `counted` is a hash table: each slot has a number
 * and its count, which is 0 if the slot is empty. It is null if there are more than `MAX_DISTINCT` distinct numbers.
 */
function countIn(edges: readonly number[], numbers: Chunks) {
  const kernel = kernelOfThread();
  kernel.free();
  const { call, scratch } = kernel;
  const binCount = Math.max(0, edges.length - 1);
  const edgesAt = kernel.allocate(edges.length * Float64Array.BYTES_PER_ELEMENT);
  const bins = kernel.allocate(binCount * Uint32Array.BYTES_PER_ELEMENT);
  const slots = 2 ** Math.ceil(Math.log2(2 * Math.min(numbers.count, MAX_DISTINCT)));
  const table = kernel.allocate(slots * (Float64Array.BYTES_PER_ELEMENT + Uint32Array.BYTES_PER_ELEMENT));
  call.beginTally(table, slots);
  kernel.bytes.fill(0, bins, bins + binCount * Uint32Array.BYTES_PER_ELEMENT);
  new Float64Array(kernel.bytes.buffer, edgesAt, edges.length).set(edges);
  const scale = binCount / ((edges.at(-1) ?? 0) - (edges[0] ?? 0));
  let bits = ASCENDS | DESCENDS | DIFFERS;
  let last: number | undefined;
  let isCounted = true;
  for (const values of unpacked(numbers)) {
    // The first number has none before it to be compared with.
    const from = last === undefined ? 1 : 0;
    if ((bits & (ASCENDS | DESCENDS)) !== 0) {
      const start = scratch.numbers + from * Float64Array.BYTES_PER_ELEMENT;
      bits = call.orderOf(start, values.length - from, last ?? (values[0] as number), bits);
    }
    last = values[values.length - 1];
    isCounted &&= call.tallyAny(scratch.numbers, values.length, table, slots, MAX_DISTINCT) === 1;
    if (binCount > 0) call.countInBins(scratch.numbers, values.length, edgesAt, binCount, scale, bins);
  }
  return {
    counted: isCounted
      ? {
          values: new Float64Array(kernel.bytes.buffer, table, slots),
          counts: new Uint32Array(kernel.bytes.buffer, table + slots * Float64Array.BYTES_PER_ELEMENT, slots),
        }
      : null,
    hasRepeat: kernel.results.hasRepeat.value === 1,
    bits,
    binCounts: [...new Uint32Array(kernel.bytes.buffer, bins, binCount)],
  };
}

/** Distribution of 64-bit integers, which may exceed the precision of doubles. */
function integerDistribution(values: BigInt64Array): NumberDistribution {
  const low = values.reduce((min, value) => (value < min ? value : min));
  const high = values.reduce((max, value) => (value > max ? value : max));
  const bins = binsOfUnits(low, high, 0);
  const [first, second] = bins.edges as [bigint, bigint];
  const binCounts = new Array<number>(bins.edges.length - 1).fill(0);
  let counted: Map<bigint, number> | null = new Map();
  let hasRepeat = false;
  let previous: bigint | null = null;
  let bits = ASCENDS | DESCENDS | DIFFERS;
  for (const value of values) {
    if (previous !== null) bits &= orderFlags(previous < value ? -1 : Number(previous > value));
    previous = value;
    if (counted) {
      const before = counted.get(value) ?? 0;
      if (before > 0) hasRepeat = true;
      if (before === 0 && counted.size === MAX_DISTINCT) counted = null;
      else counted.set(value, before + 1);
    }
    const bin = Math.min(Number((value - first) / (second - first)), binCounts.length - 1);
    binCounts[bin] = (binCounts[bin] as number) + 1;
  }
  const found = [...(counted ?? new Map<bigint, number>())];
  const top = topValues(
    found.length,
    (index) => found[index]?.[1] ?? 0,
    (index) => found[index]?.[0] ?? 0n,
    (a, b) => (a < b ? -1 : 1),
  );
  return {
    ...conclude(values.length, counted?.size ?? null, hasRepeat, bits),
    top: counted && top.map(({ value, count }) => ({ value: String(value), count })),
    histogram: histogramOf(bins, binCounts),
  };
}

/** Order flags for two consecutive values, whose comparison has the given result, as for `Array.sort`. */
export function orderFlags(comparison: number): number {
  if (comparison === 0) return ASCENDS | DESCENDS;
  return DIFFERS | (comparison < 0 ? ASCENDS : DESCENDS);
}

/**
 * Number of distinct values, whether all values are distinct, and their order, from the kernel's order flags in `bits`. If `distinct` is null,
 * the exact number is unknown, and `hasRepeat` says whether any value is known to occur more than once.
 */
export function conclude(count: number, distinct: number | null, hasRepeat: boolean, bits: number) {
  const order: ValueOrder = (bits & ASCENDS) !== 0 ? 'ascending' : (bits & DESCENDS) !== 0 ? 'descending' : 'none';
  // Values in strict order are all distinct.
  const exact = order !== 'none' && (bits & DIFFERS) !== 0 ? count : distinct;
  if (exact !== null) return { distinct: { count: exact, isExact: true }, isUnique: exact === count, order };
  return { distinct: { count: MAX_DISTINCT + 1, isExact: false }, isUnique: hasRepeat ? false : null, order };
}
