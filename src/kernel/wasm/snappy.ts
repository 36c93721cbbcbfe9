/*
 * Compresses bytes in the raw Snappy format (https://github.com/google/snappy/blob/main/format_description.txt), with the search for matches
 * of its reference implementation.
 */

import { copy } from './bytes';

const MAX_TABLE_BITS = 14;
/** Inputs shorter than this, and the last bytes of others, are not searched for matches. */
const MARGIN = 15;
const MAX_DISTANCE: usize = 0xffff;
const MAX_COPY = 64;

/**
 * Compresses `length` bytes at `source` and returns the length of the result at `target`, which must have space for 32 + length × 7 / 6
 * bytes.
 */
export function compressSnappy(source: usize, length: i32, table: usize, target: usize): i32 {
  let to = writeVarint(target, length);
  const end = source + length;
  let literal = source;
  if (length >= MARGIN) {
    const bits = min(MAX_TABLE_BITS, 31 - clz(length));
    memory.fill(table, 0, 4 << bits);
    const shift: u32 = 32 - bits;
    const limit = end - MARGIN;
    let at = source + 1;
    while (true) {
      let match: usize;
      // The longer nothing matches, the fewer positions are tried.
      let skip: usize = 32;
      while (true) {
        if (at > limit) return finish(literal, end, to, target);
        match = exchange(table, shift, source, at);
        if (at - match <= MAX_DISTANCE && load<u32>(at) === load<u32>(match)) break;
        at += skip++ >>> 5;
      }
      to = writeLiteral(literal, <i32>(at - literal), to);
      do {
        const matched = matchLength(at, match, end);
        to = writeCopies(<u32>(at - match), matched, to);
        at += matched;
        literal = at;
        if (at >= limit) return finish(literal, end, to, target);
        exchange(table, shift, source, at - 1);
        match = exchange(table, shift, source, at);
      } while (at - match <= MAX_DISTANCE && load<u32>(at) === load<u32>(match));
      at++;
    }
  }
  return finish(literal, end, to, target);
}

/** Records an address under the hash of its four bytes, and returns the address that was recorded there before; `source` if none was. */
function exchange(table: usize, shift: u32, source: usize, at: usize): usize {
  const slot = table + ((<usize>((load<u32>(at) * 0x1e35a7bd) >>> shift)) << 2);
  const before = source + load<u32>(slot);
  store<u32>(slot, <u32>(at - source));
  return before;
}

/** Number of equal bytes at two addresses, of which the first four are known to be equal. */
function matchLength(at: usize, match: usize, end: usize): i32 {
  let next = at + 4;
  match += 4;
  for (; next + 8 <= end; next += 8, match += 8) {
    const difference = load<u64>(next) ^ load<u64>(match);
    if (difference !== 0) return <i32>(next - at) + (<i32>ctz(difference) >> 3);
  }
  for (; next < end && load<u8>(next) === load<u8>(match); next++) match++;
  return <i32>(next - at);
}

function finish(literal: usize, end: usize, to: usize, target: usize): i32 {
  if (literal < end) to = writeLiteral(literal, <i32>(end - literal), to);
  return <i32>(to - target);
}

export function writeVarint(to: usize, value: u32): usize {
  for (; value >= 0x80; value >>= 7) store<u8>(to++, value | 0x80);
  store<u8>(to, value);
  return to + 1;
}

function writeLiteral(from: usize, length: i32, to: usize): usize {
  const value: u32 = length - 1;
  if (value < 60) store<u8>(to++, value << 2);
  else {
    const bytes: u32 = (39 - clz(value)) >> 3;
    store<u8>(to, (59 + bytes) << 2);
    store<u32>(to, value, 1);
    to += 1 + bytes;
  }
  copy(to, from, length);
  return to + length;
}

function writeCopies(distance: u32, length: i32, to: usize): usize {
  for (; length >= MAX_COPY + 4; length -= MAX_COPY) to = writeCopy(distance, MAX_COPY, to);
  // A copy of fewer than four bytes would have a longer code.
  if (length > MAX_COPY) {
    to = writeCopy(distance, 60, to);
    length -= 60;
  }
  return writeCopy(distance, length, to);
}

function writeCopy(distance: u32, length: u32, to: usize): usize {
  if (length < 12 && distance < 2048) {
    store<u16>(to, (1 + ((length - 4) << 2) + ((distance >>> 8) << 5)) | ((distance & 0xff) << 8));
    return to + 2;
  }
  store<u8>(to, 2 + ((length - 1) << 2));
  store<u16>(to, distance, 1);
  return to + 3;
}
