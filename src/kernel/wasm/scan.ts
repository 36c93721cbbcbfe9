/*
 * Finds the cells of complete records in UTF-8 bytes. The bytes must be regular: it must be certain where each cell starts and ends, and
 * there must be no signs of corruption. Gives up at the first byte that is not regular.
 */

import { MAX_RECORD, STRIDE } from '../constants';
import { bounds, delimiter, hasCarriageReturns, quote, setTable, source, special, width } from './bytes';

const TAB: i32 = 0x09;
const LF: i32 = 0x0a;
const CR: i32 = 0x0d;
const QUOTATION_MARK: i32 = 0x22;
const BACKSLASH: i32 = 0x5c;
const DELETE: i32 = 0x7f;

// Kinds of bytes. The scanner skips those of kind TEXT.
const TEXT: u8 = 0;
const DELIMITER: u8 = 1;
const NEWLINE: u8 = 2;
const BREAK_IN_QUOTES: u8 = 3;
/** First byte of a UTF-8 sequence that may be a sign of corruption. */
const LEAD: u8 = 4;
/** Byte that must be escaped in a JSON string. */
const ESCAPED: u8 = 5;
const QUOTE: u8 = 6;
const REFUSED: u8 = 7;

/** The kind of each byte value, outside and inside quotes. */
const kinds = memory.data(256);
const quotedKinds = memory.data(256);

/*
 * Lookup tables for finding notable bytes (of any kind but TEXT), sixteen at a time. `lowers` maps the lower four bits of a byte to a set
 * of bits, and `uppers` does the same for the upper four. A byte is notable if the two sets intersect (Langdale and Lemire, "Parsing
 * gigabytes of JSON per second", VLDB Journal 28, 2019).
 */
const lowers = memory.data(16);
const uppers = memory.data(16);

/** Number of records in the last scan. */
export let records: i32 = 0;
/** Number of line endings in the records of the last scan, including those in quoted cells. */
export let lines: i32 = 0;

/** Prepares to scan a table. `quoteByte` is -1 if cells are never quoted, and `cellsOfRecord` is the number of columns. */
export function begin(delimiterByte: i32, quoteByte: i32, areLinesCrLf: bool, cellsOfRecord: i32): void {
  setTable(delimiterByte, quoteByte, areLinesCrLf, cellsOfRecord);
  memory.fill(lowers, 0, 16);
  memory.fill(uppers, 0, 16);
  for (let byte: i32 = 0; byte < 256; byte += 1) {
    store<u8>(kinds + byte, kindOf(byte));
    store<u8>(quotedKinds + byte, quotedKindOf(byte));
    if (load<u8>(kinds + byte) !== TEXT || load<u8>(quotedKinds + byte) !== TEXT) markNotable(byte);
  }
}

function kindOf(byte: i32): u8 {
  if (byte === delimiter) return DELIMITER;
  if (byte === quote) return QUOTE;
  if (byte === LF) return hasCarriageReturns ? REFUSED : NEWLINE;
  if (byte === CR) return hasCarriageReturns ? NEWLINE : REFUSED;
  return kindInText(byte);
}

function quotedKindOf(byte: i32): u8 {
  if (byte === quote) return QUOTE;
  if (byte === LF || byte === CR) return BREAK_IN_QUOTES;
  const kind = kindInText(byte);
  // A control character used as the delimiter is not a sign of corruption.
  if (byte === delimiter && kind === REFUSED) return byte < 0x20 ? ESCAPED : TEXT;
  return kind;
}

/** Kind of a byte in the text of a cell. Control characters except tabs are signs of corruption; so are some non-ASCII sequences. */
function kindInText(byte: i32): u8 {
  if (byte === TAB || byte === QUOTATION_MARK || byte === BACKSLASH) return ESCAPED;
  if (byte < 0x20 || byte === DELETE) return REFUSED;
  return byte === 0xc2 || byte === 0xc3 || byte === 0xef ? LEAD : TEXT;
}

/** Marks a byte value as notable. Values with the same upper four bits share a bit; so do all below 0x20, which are all notable. */
function markNotable(byte: i32): void {
  const upper = byte >> 4;
  let bit = load<u8>(uppers + upper);
  if (bit === 0) {
    bit = upper === 1 ? load<u8>(uppers) : freeBit();
    store<u8>(uppers + upper, bit);
  }
  store<u8>(lowers + (byte & 15), load<u8>(lowers + (byte & 15)) | bit);
}

function freeBit(): u8 {
  let taken: u8 = 0;
  for (let upper: i32 = 0; upper < 16; upper += 1) taken |= load<u8>(uppers + upper);
  return ~taken & (taken + 1);
}

/** Bit mask for the 64 bytes at `at`, with a 1 for each notable byte. */
function notable(at: usize): u64 {
  return (
    <u64>notableOf16(at) |
    ((<u64>notableOf16(at + 16)) << 16) |
    ((<u64>notableOf16(at + 32)) << 32) |
    ((<u64>notableOf16(at + 48)) << 48)
  );
}

function notableOf16(at: usize): i32 {
  const bytes = v128.load(at);
  const lower = i8x16.swizzle(v128.load(lowers), v128.and(bytes, i8x16.splat(15)));
  const upper = i8x16.swizzle(v128.load(uppers), i8x16.shr_u(bytes, 4));
  return i8x16.bitmask(i8x16.ne(v128.and(lower, upper), i8x16.splat(0)));
}

/**
 * Scans at most `most` records, from offset `from` to `end`. Returns the offset after the last record, or `end` if it reaches blank lines
 * at the end of the file. Returns -1 if the bytes are not regular, or if a record is too long or not complete before `end`. `isLast` means
 * that the file ends at `end`.
 */
export function scan(from: i32, end: i32, most: i32, isLast: bool): i32 {
  memory.fill(special, 0, most * width);
  records = 0;
  lines = 0;
  /** Start offsets of the current record and the current cell. */
  let first = from;
  let start = from;
  let cell = 0;
  let mark = special;
  let bound = bounds;
  /** Number of quotes to exclude on each side of the cell: 1 if the cell is quoted, otherwise 0. */
  let margin = 0;
  let isInQuotes = false;
  /** Offset of a byte that was already handled together with the byte before it. */
  let handled = -1;
  let base = from;
  let mask = notable(source + base);
  while (first < end && records < most) {
    while (mask === 0) {
      base += STRIDE;
      if (base >= end) return -1;
      mask = notable(source + base);
    }
    const at = base + <i32>ctz(mask);
    mask &= mask - 1;
    if (at === handled) continue;
    const byte = byteAt(at);
    if (isInQuotes) {
      if (byte !== quote) {
        if (!passQuoted(at, byte, mark)) return -1;
      } else if (byteAt(at + 1) === quote) {
        store<u8>(mark, 1);
        handled = at + 1;
      } else {
        const next = load<u8>(kinds + byteAt(at + 1));
        if (next !== DELIMITER && next !== NEWLINE) return -1;
        isInQuotes = false;
        margin = 1;
      }
      continue;
    }
    const kind = load<u8>(kinds + byte);
    if (kind === DELIMITER || kind === NEWLINE) {
      if (cell === width) return -1;
      store<i32>(bound, start + margin);
      store<i32>(bound, at - margin, 4);
      margin = 0;
      bound += 8;
      mark += 1;
      cell += 1;
      start = at + 1;
      if (kind === DELIMITER) continue;
      if (hasCarriageReturns) {
        if (byteAt(start) !== LF) return -1;
        handled = start;
        start += 1;
      }
      if (cell !== width) return isLast && at === first && isBlank(at, end) ? end : -1;
      if (start > end || start - first > MAX_RECORD) return -1;
      // In a table with one column, some parsers skip a blank line and others read it as a record.
      if (width === 1 && byteAt(first) <= 0x20) return -1;
      records += 1;
      lines += 1;
      cell = 0;
      first = start;
    } else if (kind === QUOTE) {
      if (at !== start) return -1;
      isInQuotes = true;
    } else if (kind === ESCAPED) {
      store<u8>(mark, 1);
    } else if (kind !== LEAD || isTrace(at)) return -1;
  }
  return first;
}

function byteAt(at: i32): i32 {
  return load<u8>(source + at);
}

/** Handles a notable byte inside quotes. Returns false if the byte is not regular. `mark` is the address of the cell's flag. */
function passQuoted(at: i32, byte: i32, mark: usize): bool {
  const kind = load<u8>(quotedKinds + byte);
  if (kind === TEXT) return true;
  if (kind === LEAD) return !isTrace(at);
  if (kind === REFUSED) return false;
  store<u8>(mark, 1);
  if (kind === BREAK_IN_QUOTES && (byte === CR || byteAt(at - 1) !== CR)) lines += 1;
  return true;
}

/**
 * Whether a UTF-8 sequence may be a sign of corruption: a control character (C2 80 to C2 9F), the start of mojibake (Ã or Â before another
 * non-ASCII character, or â before a character such as €), a byte order mark, or a replacement character.
 */
function isTrace(at: i32): bool {
  const lead = byteAt(at);
  const next = byteAt(at + 1);
  if (lead === 0xc2) return next < 0xa0;
  const after = byteAt(at + 2);
  if (lead === 0xc3) return next === 0x82 || next === 0x83 ? after >= 0x80 : next === 0xa2 && after === 0xe2;
  return (next === 0xbb && after === 0xbf) || (next === 0xbf && after === 0xbd);
}

/** Whether there are only line endings from `from` to `end`. */
function isBlank(from: i32, end: i32): bool {
  for (let at = from; at < end; at += 1) if (byteAt(at) !== LF && byteAt(at) !== CR) return false;
  return true;
}
