import { LOWER_BITS, MAX_ADDED } from '../../kernel/constants.ts';
import { type KeptBytes, readKept } from '../../kernel/kept-bytes.ts';
import { type Kernel, kernelOfThread } from '../../kernel/kernel.ts';
import { POWERS_OF_TEN } from './read-number.ts';

/** One or more consecutive numbers of a column, as packed integers in units of 10^-places, or as doubles, with `places` zero. */
export interface Chunk {
  /** The numbers in the kernel's layout. Doubles are not packed. */
  packed: KeptBytes;
  /** Size of each number in bytes. */
  bytes: number;
  count: number;
  places: number;
  lowest: number;
  highest: number;
}

/** Exact sums of integers and of their squares. */
export type Sums = ReturnType<typeof sumsOf>;

/** Packs integers within ±2^53 and adds them up. There must be at least one and at most `PACKED_NUMBERS`. */
export function packNumbers(values: Float64Array, places: number): { chunk: Chunk; sums: Sums } {
  const kernel = kernelOfThread();
  const { call, scratch } = kernel;
  const { length: count } = values;
  viewOf(kernel, scratch.numbers, count).set(values);
  const bytes = call.pack(scratch.numbers, count, scratch.packed);
  const [lowest, highest] = [kernel.results.lowest.value, kernel.results.highest.value];
  const packed = kernel.keep(kernel.bytes.subarray(scratch.packed, scratch.packed + count * bytes));
  return { chunk: { packed, bytes, count, places, lowest, highest }, sums: sumsOf(kernel, count) };
}

/** Keeps doubles as they are. There must be at least one and at most `PACKED_NUMBERS`. */
export function keepDoubles(values: Float64Array): Chunk {
  const { length: count, buffer, byteOffset, byteLength } = values;
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  const packed = kernelOfThread().keep(new Uint8Array(buffer, byteOffset, byteLength));
  return { packed, bytes: Float64Array.BYTES_PER_ELEMENT, count, places: 0, lowest, highest };
}

/** Unpacks the numbers of a chunk, multiplied by `factor`, into the kernel's buffer for numbers. Returns a view of the buffer. */
export function unpackNumbers({ packed, count, lowest, bytes }: Chunk, factor: number): Float64Array {
  const kernel = kernelOfThread();
  const { call, scratch } = kernel;
  kernel.bytes.set(readKept(packed), scratch.packed);
  call.unpack(scratch.packed, count, lowest, bytes, factor, scratch.numbers);
  return viewOf(kernel, scratch.numbers, count);
}

/** Numbers in chunks, in units of 10^-places. */
export interface Chunks {
  chunks: readonly Chunk[];
  places: number;
  count: number;
}

/** The lowest and highest numbers in one or more chunks, in units of 10^-places. */
export function boundsOf({ chunks, places }: Chunks) {
  const bounds = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY };
  for (const { lowest, highest, places: own } of chunks) {
    const unit = POWERS_OF_TEN[places - own] as number;
    bounds.low = Math.min(bounds.low, lowest * unit);
    bounds.high = Math.max(bounds.high, highest * unit);
  }
  return bounds;
}

/** The numbers of each chunk whose range overlaps the bounds, in units of 10^-places. Each array is overwritten by the next. */
export function* unpacked(numbers: Chunks, { low, high } = boundsOf(numbers)) {
  for (const chunk of numbers.chunks) {
    const factor = POWERS_OF_TEN[numbers.places - chunk.places] as number;
    if (chunk.highest * factor >= low && chunk.lowest * factor <= high) yield unpackNumbers(chunk, factor);
  }
}

/** A view of numbers in the kernel's memory, valid until that memory is overwritten or more is allocated. */
export function viewOf(kernel: Kernel, address: number, count: number): Float64Array {
  return new Float64Array(kernel.bytes.buffer, address, count);
}

/** Exact sums of integers within ±2^53 and of their squares. There may be at most `PACKED_NUMBERS`. */
export function addUp(integers: readonly number[]): Sums {
  const kernel = kernelOfThread();
  viewOf(kernel, kernel.scratch.numbers, integers.length).set(integers);
  return sumsOf(kernel, integers.length);
}

function sumsOf(kernel: Kernel, count: number) {
  const { call, scratch } = kernel;
  const lowerBits = BigInt(LOWER_BITS);
  const total = { sum: 0n, squares: 0n };
  for (let from = 0; from < count; from += MAX_ADDED) {
    call.addUp(scratch.numbers + from * Float64Array.BYTES_PER_ELEMENT, Math.min(MAX_ADDED, count - from));
    total.sum += kernel.results.sum.value;
    const lowers = BigInt.asUintN(64, kernel.results.lowers.value);
    const products = kernel.results.products.value << (lowerBits + 1n);
    total.squares += (kernel.results.uppers.value << (2n * lowerBits)) + products + lowers;
  }
  return total;
}
