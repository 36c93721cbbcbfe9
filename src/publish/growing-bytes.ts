const FIRST_CAPACITY = 1 << 16;

/** Bytes that are written one after the other, with room for more where it is asked for. */
export class GrowingBytes {
  bytes = new Uint8Array(FIRST_CAPACITY);
  /** The same bytes. */
  view = new DataView(this.bytes.buffer);
  length = 0;

  /** Makes room for so many bytes more. */
  reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.length + more, this.bytes.length * 2));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }
}
