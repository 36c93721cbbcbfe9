import type { Kernel } from '../kernel/kernel.ts';
import type { ByteBlock } from '../model.ts';

/** Hashes records of bytes to 53 bits. The hashes differ from those that `hashRow` in parse/ makes from texts. */
export class RecordHasher {
  readonly #kernel: Kernel;
  /** Addresses in the kernel's memory: of the hashes, and of a buffer for one record. */
  readonly #hashes: number;
  readonly #buffer: number;

  /** A block has at most `most` records, of `width` cells each. */
  constructor(kernel: Kernel, most: number, width: number) {
    this.#kernel = kernel;
    this.#hashes = kernel.allocate(most * Float64Array.BYTES_PER_ELEMENT);
    this.#buffer = kernel.allocate(kernel.constants.MAX_RECORD + width);
  }

  /** Hashes of the records of the last scanned block; valid until the next call. */
  of({ records }: ByteBlock): Float64Array {
    this.#kernel.call.hashRecords(records, this.#hashes, this.#buffer);
    return new Float64Array(this.#kernel.bytes.buffer, this.#hashes, records);
  }
}
