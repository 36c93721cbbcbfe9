/** Most bytes that a compressed byte can stand for, rounded up: three are a copy of up to 64. */
const MAX_RATIO = 22;

/**
 * Uncompresses bytes in the raw Snappy format (https://github.com/google/snappy/blob/main/format_description.txt). Throws an error if they
 * are not `length` bytes, without compression. What a host sends can neither take unbounded memory nor go on for ever.
 */
export function uncompressSnappy(input: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  if (!(length >= 0 && length <= input.length * MAX_RATIO)) throw damaged();
  let [at, to, stated] = [0, 0, 0];
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = input[at] ?? 0;
    at += 1;
    stated += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) break;
  }
  if (stated !== length) throw damaged();
  const output = new Uint8Array(length);
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
      if (at + size > input.length || to + size > length) throw damaged();
      output.set(input.subarray(at, at + size), to);
      at += size;
    } else {
      const width = kind === 3 ? 4 : kind;
      let offset = numberAt(input, at, width);
      if (kind === 1) {
        size = ((tag >>> 2) & 7) + 4;
        offset += (tag >>> 5) << 8;
      }
      at += width;
      if (at > input.length || offset === 0 || offset > to || to + size > length) throw damaged();
      // What is copied may overlap with the copy, so it must be copied byte by byte.
      for (let index = 0; index < size; index += 1) output[to + index] = output[to + index - offset] as number;
    }
    to += size;
  }
  if (to !== length) throw damaged();
  return output;
}

/** The unsigned integer of `width` bytes at `at`, the lowest first. Bytes that are missing count as 0. */
function numberAt(input: Uint8Array, at: number, width: number): number {
  let number = 0;
  for (let index = 0; index < width; index += 1) number += (input[at + index] ?? 0) * 2 ** (8 * index);
  return number;
}

function damaged(): Error {
  return new Error('a compressed page is damaged');
}
