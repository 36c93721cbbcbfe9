import type { Kernel } from '../kernel/kernel.ts';
import type { ByteBlock } from '../model.ts';

/** The same of records whose cells are given as bytes, though other numbers than those of their texts. */
export class RecordHasher {
  readonly #kernel: Kernel;
  readonly #hashes: number;
  readonly #room: number;

  /** `most` is the number of records of a block at most, and `width` that of their cells. */
  constructor(kernel: Kernel, most: number, width: number) {
    this.#kernel = kernel;
    this.#hashes = kernel.allocate(most * Float64Array.BYTES_PER_ELEMENT);
    this.#room = kernel.allocate(kernel.constants.LONGEST_RECORD + width);
  }

  /** Hashes of the records that were scanned last, until the next. */
  of({ records }: ByteBlock): Float64Array {
    this.#kernel.call.hashRecords(records, this.#hashes, this.#room);
    return new Float64Array(this.#kernel.bytes.buffer, this.#hashes, records);
  }
}
