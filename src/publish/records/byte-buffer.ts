const FIRST_CAPACITY = 1 << 16;

/** Bytes that are written one after the other, with room for more where it is asked for. */
export class ByteBuffer {
  bytes = new Uint8Array(FIRST_CAPACITY);
  length = 0;

  /** Makes room for so many bytes more. */
  reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.length + more, this.bytes.length * 2));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** The same for bytes of a buffer, from `start` up to `end`. */
  appendPart(bytes: Buffer, start: number, end: number): void {
    this.reserve(end - start);
    this.length += bytes.copy(this.bytes, this.length, start, end);
  }
}
