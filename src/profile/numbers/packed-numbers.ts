import { type Kernel, kernelOfThread } from '../../kernel/kernel.ts';

/** Numbers of a column that follow one another, at least one, as whole multiples of 10^-places, packed. */
export interface Chunk {
  /** As the kernel packs them, in memory that threads share. */
  packed: Uint8Array;
  /** Bytes that each number takes. */
  bytes: number;
  count: number;
  places: number;
  lowest: number;
  highest: number;
}

/** Exact sums of whole numbers. */
export interface Sums {
  sum: bigint;
  squares: bigint;
}

/** Packs whole numbers within 2^53, at least one and at most `PACKED_NUMBERS`, and adds them up. */
export function packNumbers(values: Float64Array, places: number): { chunk: Chunk; sums: Sums } {
  const kernel = kernelOfThread();
  const { call, scratch } = kernel;
  const { length: count } = values;
  viewOf(kernel, scratch.numbers, count).set(values);
  call.measure(scratch.numbers, count);
  const lowest = kernel.results.lowest.value;
  const highest = kernel.results.highest.value;
  const bytes = call.bytesFor(lowest, highest);
  call.pack(scratch.numbers, count, lowest, bytes, scratch.packed);
  const packed = new Uint8Array(new SharedArrayBuffer(count * bytes));
  packed.set(kernel.bytes.subarray(scratch.packed, scratch.packed + count * bytes));
  return { chunk: { packed, bytes, count, places, lowest, highest }, sums: sumsOf(kernel, count) };
}

/** Unpacks the numbers of a chunk into the kernel's room for numbers, each times `factor`; returns them there. */
export function unpackNumbers({ packed, count, lowest, bytes }: Chunk, factor: number): Float64Array {
  const kernel = kernelOfThread();
  const { call, scratch } = kernel;
  kernel.bytes.set(packed, scratch.packed);
  call.unpack(scratch.packed, count, lowest, bytes, factor, scratch.numbers);
  return viewOf(kernel, scratch.numbers, count);
}

/** Numbers that stand in the kernel's memory, until others do. */
export function viewOf(kernel: Kernel, address: number, count: number): Float64Array {
  return new Float64Array(kernel.bytes.buffer, address, count);
}

function sumsOf(kernel: Kernel, count: number): Sums {
  const { call, constants, scratch } = kernel;
  const most = constants.MOST_ADDED;
  const lowerBits = BigInt(constants.LOWER_BITS);
  const total: Sums = { sum: 0n, squares: 0n };
  for (let from = 0; from < count; from += most) {
    call.addUp(scratch.numbers + from * Float64Array.BYTES_PER_ELEMENT, Math.min(most, count - from));
    total.sum += kernel.results.sum.value;
    const lowers = BigInt.asUintN(64, kernel.results.lowers.value);
    const products = kernel.results.products.value << (lowerBits + 1n);
    total.squares += (kernel.results.uppers.value << (2n * lowerBits)) + products + lowers;
  }
  return total;
}
