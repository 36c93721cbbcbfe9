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
    // A literal is copied from the input, and anything else from what is there already.
    let from: Uint8Array = output;
    let source = to;
    if (kind === 0) {
      if (size > 60) {
        const width = size - 60;
        size = numberAt(input, at, width) + 1;
        at += width;
      }
      from = input;
      source = at;
      at += size;
    } else {
      if (kind === 1) size = ((tag >>> 2) & 7) + 4;
      const width = kind === 3 ? 4 : kind;
      const offset = numberAt(input, at, width) + (kind === 1 ? (tag >>> 5) << 8 : 0);
      source -= offset;
      at += width;
      if (offset === 0 || source < 0) throw damaged();
    }
    if (at > input.length || to + size > length) throw damaged();
    // Most are short. A copy may overlap with its source, so it goes byte by byte.
    if (size > 64) output.set(from.subarray(source, source + size), to);
    else for (let index = 0; index < size; index += 1) output[to + index] = from[source + index] as number;
    to += size;
  }
  if (to !== length) throw damaged();
  return output;
}

/** The unsigned integer of one to four bytes at `at`, the lowest first. Bytes that are missing count as 0. */
function numberAt(input: Uint8Array, at: number, width: number): number {
  const lower = (input[at] ?? 0) | (width > 1 ? (input[at + 1] ?? 0) << 8 : 0);
  if (width < 3) return lower;
  return lower + ((input[at + 2] ?? 0) << 16) + (width > 3 ? (input[at + 3] ?? 0) * 2 ** 24 : 0);
}

function damaged(): Error {
  return new Error('a compressed page is damaged');
}
