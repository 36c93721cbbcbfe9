/* Strict readers of packed bytes: what a host sends can neither take unbounded memory nor go on for ever. */

/** Most bits of a number. A dictionary of a row group has far fewer values. */
const MAX_WIDTH = 24;
/** Most bytes that a compressed byte can stand for, rounded up: three are a copy of up to 64. */
const MAX_RATIO = 22;
/** Number of bytes that are loaded or copied at once: much faster than one at a time. */
const WORD = 4;

/**
 * Reads numbers of `width` bits in Parquet's hybrid of run lengths and bit packing
 * (https://parquet.apache.org/docs/file-format/data-pages/encodings/). Throws an error unless as many as `into` has take all of the bytes.
 */
export function readHybrid<T extends Uint8Array | Uint32Array>(bytes: Uint8Array, width: number, into: T): T {
  const damaged = new Error('its levels or indices are damaged');
  if (!(width <= MAX_WIDTH)) throw damaged;
  const mask = 2 ** width - 1;
  // Four bytes are loaded at once, which may be more than there are.
  const padded = new Uint8Array(bytes.length + WORD);
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  let [at, done] = [0, 0];
  while (done < into.length) {
    const { number: header, next: start } = varintAt(bytes, at);
    const isPacked = header % 2 === 1;
    const count = Math.floor(header / 2) * (isPacked ? 8 : 1);
    const left = into.length - done;
    const size = isPacked ? (count / 8) * width : Math.ceil(width / 8);
    at = start + size;
    // Numbers are packed in groups of eight, the last of which may be filled up.
    if (count === 0 || count >= left + (isPacked ? 8 : 1) || at > bytes.length) throw damaged;
    const end = done + Math.min(count, left);
    if (isPacked) {
      for (let bit = 0; done < end; done += 1, bit += width) {
        into[done] = (view.getUint32(start + (bit >>> 3), true) >>> (bit & 7)) & mask;
      }
    } else {
      const number = numberAt(bytes, start, size);
      if (number > mask) throw damaged;
      // Most runs are short, for which a call takes longer.
      if (end - done > 64) into.fill(number, done, end);
      else for (; done < end; done += 1) into[done] = number;
    }
    done = end;
  }
  if (at !== bytes.length) throw damaged;
  return into;
}

/**
 * Uncompresses bytes in the raw Snappy format (https://github.com/google/snappy/blob/main/format_description.txt). Throws an error if they
 * are not `length` bytes, without compression.
 */
export function uncompressSnappy(input: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const damaged = new Error('a compressed page is damaged');
  const { number: stated, next: start } = varintAt(input, 0);
  if (!(length >= 0 && length <= input.length * MAX_RATIO && stated === length)) throw damaged;
  // The copy of a word may write beyond the end.
  const output = new Uint8Array(length + WORD);
  const words = new DataView(output.buffer);
  let [at, to] = [start, 0];
  while (at < input.length) {
    const tag = input[at] as number;
    const kind = tag & 3;
    at += 1;
    let size = (tag >>> 2) + 1;
    if (kind === 0) {
      if (size > 60) {
        const width = size - 60;
        size = numberAt(input, at, width) + 1;
        at += width;
      }
      if (at + size > input.length || to + size > length) throw damaged;
      if (size > 64) output.set(input.subarray(at, at + size), to);
      else for (let index = 0; index < size; index += 1) output[to + index] = input[at + index] as number;
      at += size;
    } else {
      if (kind === 1) size = ((tag >>> 2) & 7) + 4;
      const width = kind === 3 ? 4 : kind;
      const byte = input[at] ?? 0;
      const offset =
        kind === 1
          ? ((tag >>> 5) << 8) | byte
          : kind === 2
            ? byte | ((input[at + 1] ?? 0) << 8)
            : numberAt(input, at, 4);
      const source = to - offset;
      at += width;
      if (offset === 0 || source < 0 || at > input.length || to + size > length) throw damaged;
      // A copy may overlap with its source, even within a word.
      if (offset < WORD)
        for (let index = 0; index < size; index += 1) output[to + index] = output[source + index] as number;
      else
        for (let index = 0; index < size; index += WORD) words.setUint32(to + index, words.getUint32(source + index));
    }
    to += size;
  }
  if (to !== length) throw damaged;
  return output.subarray(0, length);
}

/** The unsigned integer of `width` bytes at `at`, the lowest first. Bytes that are missing count as 0. */
export function numberAt(bytes: Uint8Array, at: number, width: number): number {
  if (width === 0) return 0;
  const lower = (bytes[at] ?? 0) | (width > 1 ? (bytes[at + 1] ?? 0) << 8 : 0);
  if (width < 3) return lower;
  return lower + ((bytes[at + 2] ?? 0) << 16) + (width > 3 ? (bytes[at + 3] ?? 0) * 2 ** 24 : 0);
}

/** The integer at `at` that has seven bits in each of up to five bytes, the lowest first, and the position after it. */
function varintAt(bytes: Uint8Array, at: number): { number: number; next: number } {
  let number = 0;
  for (let [next, scale] = [at, 1]; next < at + 5; next += 1, scale *= 128) {
    const byte = bytes[next] ?? 0;
    number += (byte & 0x7f) * scale;
    // In an array, both would be doubles, which are slower as positions.
    if (byte < 0x80) return { number, next: next + 1 };
  }
  return { number, next: at + 5 };
}
