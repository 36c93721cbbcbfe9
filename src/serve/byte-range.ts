/** Some bytes of a file: offset of the first one, and of the one after the last. There is at least one. */
export interface ByteRange {
  start: number;
  end: number;
}

/** One range, from a first byte on or of the last ones, in a list that may have empty items (RFC 9110, sections 14.1.2 and 5.6.1.2). */
const ONE_RANGE = /^bytes=[ \t,]*(?:([0-9]+)-([0-9]*)|-([0-9]+))[ \t,]*$/i;

/**
 * The bytes that a field `Range` selects from a file of `size` bytes. Null if the whole file is to be sent, as a server may always do (RFC
 * 9110, section 14.2): the field is absent, malformed, in another unit than bytes, or has several ranges. `unsatisfiable` if the range has
 * no byte of the file.
 */
export function readRange(field: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const found = field === null ? null : ONE_RANGE.exec(field);
  if (!found) return null;
  const [, first, last, suffix] = found;
  // Numbers of any length may be sent. A double compares those that exceed every size well enough.
  if (first === undefined) {
    const length = Math.min(Number(suffix), size);
    if (length > 0) return { start: size - length, end: size };
    // The last bytes of an empty file are satisfiable, but a 206 cannot describe zero bytes.
    return Number(suffix) > 0 ? null : 'unsatisfiable';
  }
  const start = Number(first);
  const end = last ? Number(last) + 1 : size;
  if (last && Number(last) < start) return null;
  return start < size ? { start, end: Math.min(end, size) } : 'unsatisfiable';
}
