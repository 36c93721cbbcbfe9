const FIRST_CAPACITY = 1 << 16;

/** A growable byte buffer. To reuse it, reduce `length`. */
export class ByteBuffer {
  bytes = new Uint8Array(FIRST_CAPACITY);
  length = 0;

  #reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    this.bytes = new Uint8Array(this.bytes.buffer.transfer(Math.max(this.length + more, this.bytes.length * 2)));
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Appends the bytes from `start` to `end`, exclusive. */
  appendPart(bytes: Buffer, start: number, end: number): void {
    this.#reserve(end - start);
    this.length += bytes.copy(this.bytes, this.length, start, end);
  }
}
