/**
 * Compares texts by the code points of their characters, which is also the order of their bytes in UTF-8. The operator `<` compares
 * UTF-16 code units, which differs where a character beyond U+FFFF meets one from U+E000 to U+FFFF.
 */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x !== y) return orderOf(x) - orderOf(y);
  }
  return a.length - b.length;
}

/** Moves surrogates behind all other code units (from 0xD800–0xDFFF to 0xF800–0xFFFF, and what is there down by 0x800). */
function orderOf(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** A value as bounds have it: texts as bytes in UTF-8. */
export function encoded(value: string | number | bigint): number | bigint | Uint8Array {
  return typeof value === 'string' ? new TextEncoder().encode(value) : value;
}

/** Compares two numbers, one or both of which may be bigints, or two texts, both as such or as bytes in UTF-8. */
export function compare<T extends string | number | bigint | Uint8Array>(a: T, b: T): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (!(a instanceof Uint8Array && b instanceof Uint8Array)) return a < b ? -1 : a > b ? 1 : 0;
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) if (a[at] !== b[at]) return (a[at] as number) - (b[at] as number);
  return a.length - b.length;
}

/** Matches the combining marks of a decomposed text. */
const MARKS = /\p{Mn}/gu;

/** Returns a text in which letters of either case are the same, and without marks such as accents. */
export function fold(text: string): string {
  // Capitals come last: the small sigma has another form at the end of a word, and the capital ẞ has no other capitals.
  return text.normalize('NFD').replace(MARKS, '').toLowerCase().toUpperCase();
}
