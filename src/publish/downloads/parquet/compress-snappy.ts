import { compiledKernel, Kernel } from '../../../kernel/kernel.ts';

/** Memory of its own, since the kernel of the thread may be in the middle of a part of a file. */
let kernel: Kernel | null = null;

/** Compresses bytes in the raw Snappy format. The result is valid until the next call. */
export function compressSnappy(bytes: Uint8Array): Uint8Array {
  kernel ??= new Kernel(compiledKernel());
  kernel.free();
  const table = kernel.allocate(kernel.constants.SNAPPY_TABLE_BYTES);
  const source = kernel.allocate(bytes.length);
  const target = kernel.allocate(32 + Math.ceil((bytes.length * 7) / 6));
  kernel.bytes.set(bytes, source);
  const length = kernel.call.compressSnappy(source, bytes.length, table, target);
  return kernel.bytes.subarray(target, target + length);
}
