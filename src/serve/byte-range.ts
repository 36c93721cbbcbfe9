/** Matches a single range, such as `0-99`, `100-` or `-50`, in a list that may have empty items (RFC 9110, sections 14.1.2 and 5.6.1.2). */
const ONE_RANGE = /^bytes=[ \t,]*(?:([0-9]+)-([0-9]*)|-([0-9]+))[ \t,]*$/i;

/**
 * The bytes that a `Range` field selects from a file of `size` bytes: at least one, from `start` to `end`, exclusive. Null if the field is
 * absent or malformed, uses a different unit, lists several ranges, or asks for the last bytes of an empty file: the entire file should
 * then be sent, which is always allowed (RFC 9110, section 14.2). `unsatisfiable` if any other range selects no bytes.
 */
export function readRange(field: string | null, size: number) {
  const found = field === null ? null : ONE_RANGE.exec(field);
  if (!found) return null;
  const [, first, last, suffix] = found;
  // Clients may send numbers of any length. Those too large to be exact as doubles exceed every file size, so rounding does no harm.
  if (first === undefined) {
    const length = Math.min(Number(suffix), size);
    if (length > 0) return { start: size - length, end: size };
    // A range such as `-50` is satisfiable even if the file is empty, but a 206 cannot describe zero bytes.
    return Number(suffix) > 0 ? null : 'unsatisfiable';
  }
  const start = Number(first);
  const end = last ? Number(last) + 1 : size;
  if (last && Number(last) < start) return null;
  return start < size ? { start, end: Math.min(end, size) } : 'unsatisfiable';
}
