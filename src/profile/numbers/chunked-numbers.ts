import { PACKED_NUMBERS } from '../../kernel/kernel.ts';
import type { Chunk } from './packed-numbers.ts';

/** Initial capacity, in numbers. It is small, since a table may have a hundred thousand columns. */
const FIRST_CAPACITY = 16;
/** Full-size buffers for reuse. Every segment of a file may need one for each column. */
const recycledBuffers: Float64Array<ArrayBuffer>[] = [];
const MAX_RECYCLED_BUFFERS = 64;
const NO_NUMBERS = new Float64Array(0);

/** The numbers of a column in chunks, in the order in which they are added. The last ones are in a buffer until it is full. */
export class ChunkedNumbers {
  readonly chunks: Chunk[] = [];
  /** Keeps one or more numbers, at most `PACKED_NUMBERS`, in a chunk. */
  readonly #keep: (values: Float64Array) => Chunk;
  /** The numbers that are in no chunk yet, in the first `#length` elements. */
  #buffer = NO_NUMBERS;
  #length = 0;

  constructor(keep: (values: Float64Array) => Chunk) {
    this.#keep = keep;
  }

  add(value: number): void {
    if (this.#length === this.#buffer.length) this.#growBuffer();
    this.#buffer[this.#length] = value;
    this.#length += 1;
  }

  addAll(values: Float64Array): void {
    for (let from = 0; from < values.length; ) {
      if (this.#length === this.#buffer.length) this.#growBuffer(values.length - from);
      const added = Math.min(values.length - from, this.#buffer.length - this.#length);
      this.#buffer.set(values.subarray(from, from + added), this.#length);
      this.#length += added;
      from += added;
    }
  }

  /** Multiplies the numbers in the buffer. */
  multiply(factor: number): void {
    for (let at = 0; at < this.#length; at += 1) this.#buffer[at] = (this.#buffer[at] as number) * factor;
  }

  /** Adds the chunks of later cells. */
  absorb(chunks: readonly Chunk[]): void {
    this.#empty();
    this.chunks.push(...chunks);
  }

  /** Puts the last numbers into a chunk. Do not add any afterwards. */
  finish(): void {
    this.#empty();
    if (this.#buffer.length === PACKED_NUMBERS && recycledBuffers.length < MAX_RECYCLED_BUFFERS)
      recycledBuffers.push(this.#buffer);
    this.#buffer = NO_NUMBERS;
  }

  /** Makes room in a full buffer: keeps its numbers if it has the maximum size, otherwise enlarges it, if possible for `wanted` more. */
  #growBuffer(wanted = 1): void {
    if (this.#length === PACKED_NUMBERS) {
      this.#empty();
      return;
    }
    const capacity = Math.max(FIRST_CAPACITY, this.#length * 4, this.#length + wanted);
    const larger =
      capacity < PACKED_NUMBERS
        ? new Float64Array(capacity)
        : (recycledBuffers.pop() ?? new Float64Array(PACKED_NUMBERS));
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }

  #empty(): void {
    if (this.#length > 0) this.chunks.push(this.#keep(this.#buffer.subarray(0, this.#length)));
    this.#length = 0;
  }
}
