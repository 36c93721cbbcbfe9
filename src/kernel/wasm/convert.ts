/*
 * Reads JSON records, and converts them to CSV and to lines. A record is an object without spaces, whose keys are the same in all records; a
 * comma and LF precede every record but the first. Up to sixteen bytes after the records may be read, and after the result written.
 */

import { copy } from './bytes';

export const QUOTE: u8 = 0x22;
const COMMA: u8 = 0x2c;
const BACKSLASH: u8 = 0x5c;
const CLOSING_BRACE: u8 = 0x7d;
const BLANK: u8 = 0x20;
const LINE_FEED: u8 = 0x0a;
/** First byte of the token `null`, and its length. */
export const NULL: u8 = 0x6e;
export const NULL_LENGTH: usize = 4;
/** Number of bytes from the end of a record's last value to the next record: the closing brace, the comma and LF. */
export const BETWEEN: usize = 3;
const TWO_QUOTES: u16 = 0x2222;
const CRLF: u16 = 0x0a0d;
/** The bytes of `\u` as a little-endian integer. */
const UNICODE: u16 = 0x755c;

/** Whether the string that `endOfText` read last has escapes or commas. */
export let hasEscapes: bool = false;
let hasCommas: bool = false;

/** Address of the closing quote of a JSON string, given the address after its opening quote. */
export function endOfText(at: usize): usize {
  hasEscapes = false;
  hasCommas = false;
  while (true) {
    const bytes = v128.load(at);
    const commas = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(COMMA)));
    const ends = v128.or(i8x16.eq(bytes, i8x16.splat(QUOTE)), i8x16.eq(bytes, i8x16.splat(BACKSLASH)));
    const mask = i8x16.bitmask(ends);
    if (commas & (mask - 1) & ~mask) hasCommas = true;
    if (mask === 0) {
      at += 16;
      continue;
    }
    at += ctz(mask);
    if (load<u8>(at) === QUOTE) return at;
    hasEscapes = true;
    at += 2;
  }
}

/** Address after a JSON number, which is the last or followed by another value. */
function endOfNumber(at: usize): usize {
  while (true) {
    const bytes = v128.load(at);
    const ends = v128.or(i8x16.eq(bytes, i8x16.splat(COMMA)), i8x16.eq(bytes, i8x16.splat(CLOSING_BRACE)));
    const mask = i8x16.bitmask(ends);
    if (mask !== 0) return at + ctz(mask);
    at += 16;
  }
}

/**
 * Writes what a JSON string from `from` to `end`, without its quotes, stands for. A lone surrogate becomes U+FFFD, and quotes are doubled on
 * request. Returns the address after it; it is never longer than the string.
 */
export function writeUnescaped(from: usize, end: usize, to: usize, areDoubled: bool): usize {
  while (from < end) {
    const byte = load<u8>(from++);
    if (byte !== BACKSLASH) {
      store<u8>(to++, byte);
      continue;
    }
    const letter = load<u8>(from++);
    let code: u32 = letter;
    if (letter === 0x75) {
      code = unitAt(from);
      from += 4;
      if ((code & 0xfc00) === 0xd800 && load<u16>(from) === UNICODE && (unitAt(from + 2) & 0xfc00) === 0xdc00) {
        code = 0x10000 + ((code & 0x3ff) << 10) + (unitAt(from + 2) & 0x3ff);
        from += 6;
      } else if ((code & 0xf800) === 0xd800) code = 0xfffd;
    } else if (letter > BACKSLASH) code = controlOf(letter);
    if (areDoubled && code === QUOTE) store<u8>(to++, QUOTE);
    to = writeUtf8(code, to);
  }
  return to;
}

/** The control character that a letter after a backslash stands for. */
function controlOf(letter: u8): u32 {
  if (letter === 0x62) return 0x08;
  if (letter === 0x66) return 0x0c;
  if (letter === 0x6e) return 0x0a;
  return letter === 0x72 ? 0x0d : 0x09;
}

/** The UTF-16 code unit with four hexadecimal digits. */
function unitAt(at: usize): u32 {
  let unit: u32 = 0;
  for (let index: usize = 0; index < 4; index++) {
    const digit: u32 = load<u8>(at + index);
    unit = (unit << 4) | (digit <= 0x39 ? digit - 0x30 : (digit & 0xf) + 9);
  }
  return unit;
}

function writeUtf8(code: u32, to: usize): usize {
  if (code < 0x80) {
    store<u8>(to, code);
    return to + 1;
  }
  const more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  store<u8>(to++, (0xff00 >> (more + 1)) | (code >> (6 * more)));
  for (let left = more - 1; left >= 0; left--) store<u8>(to++, 0x80 | ((code >> (6 * left)) & 0x3f));
  return to;
}

/**
 * Converts records to CSV, and returns the address after it. `keys` has the length of each key in the JSON, as 32-bit integers, with the byte
 * before it and the colon after it. Numbers are copied. Empty strings, and those with commas, surrounding spaces or escapes, are quoted.
 */
export function toCsv(from: usize, count: i32, keys: usize, columns: i32, to: usize): usize {
  for (let record: i32 = 0; record < count; record++) {
    for (let column: i32 = 0; column < columns; column++) {
      if (column > 0) store<u8>(to++, COMMA);
      from += load<u32>(keys + ((<usize>column) << 2));
      const first = load<u8>(from);
      if (first === QUOTE) {
        const end = endOfText(from + 1);
        to = writeCell(from, end, to);
        from = end + 1;
      } else if (first === NULL) {
        from += NULL_LENGTH;
        // Many readers skip empty lines, so they would lose a record that consists of a single null.
        if (columns === 1) {
          store<u16>(to, TWO_QUOTES);
          to += 2;
        }
      } else {
        const length = endOfNumber(from) - from;
        copy(to, from, <i32>length);
        from += length;
        to += length;
      }
    }
    from += BETWEEN;
    store<u16>(to, CRLF);
    to += 2;
  }
  return to;
}

/** Writes the string that `endOfText` read last, with quotes at `from` and `end`, as a cell. */
function writeCell(from: usize, end: usize, to: usize): usize {
  if (hasEscapes) {
    store<u8>(to, QUOTE);
    to = writeUnescaped(from + 1, end, to + 1, true);
    store<u8>(to, QUOTE);
    return to + 1;
  }
  const isPlain = end - from > 1 && !hasCommas && load<u8>(from, 1) !== BLANK && load<u8>(end - 1) !== BLANK;
  // Without escapes, the JSON string is already a valid quoted cell.
  const start = isPlain ? from + 1 : from;
  const length = isPlain ? end - start : end + 1 - start;
  copy(to, start, <i32>length);
  return to + length;
}

/** Copies records from `from` to `end` as lines, without the comma after each, and returns the address after the last line. */
export function toLines(from: usize, end: usize, to: usize): usize {
  while (from < end) {
    const bytes = v128.load(from);
    v128.store(to, bytes);
    // JSON escapes line feeds in strings, so every line is one record.
    const mask = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(LINE_FEED)));
    const length: usize = mask === 0 ? 16 : ctz(mask);
    if (from + length >= end) {
      to += end - from;
      break;
    }
    from += length;
    to += length;
    if (mask === 0) continue;
    // The comma, which is the last byte so far, is replaced.
    store<u8>(to - 1, LINE_FEED);
    from++;
  }
  store<u8>(to, LINE_FEED);
  return to + 1;
}
