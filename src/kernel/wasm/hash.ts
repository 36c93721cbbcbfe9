import { boundsOf, delimiter, source, width } from './bytes';

/** Odd numbers whose bits look random: the multipliers of MurmurHash3's 64-bit finisher. */
const FIRST: u64 = 0xff51afd7ed558ccd;
const SECOND: u64 = 0xc4ceb9fe1a85ec53;

/**
 * A number of 53 bits for each of so many records, as doubles from `hashes` on, that is the same for records whose cells are. Most are
 * hashed as they stand in the file; those with quotes as they would stand there without, for which there is room at `room`.
 */
export function hashRecords(count: i32, hashes: usize, room: usize): void {
  for (let record: i32 = 0; record < count; record += 1) {
    const first = boundsOf(record, 0);
    const last = first + ((<usize>width) << 3) - 4;
    const hash = isQuoted(first, last)
      ? hashUnquoted(first, last, room)
      : hashBytes(source + load<i32>(first), source + load<i32>(last));
    store<f64>(hashes + ((<usize>record) << 3), <f64>(hash >> 11));
  }
}

/** Whether more than a delimiter stands between two of a record's cells. */
function isQuoted(first: usize, last: usize): bool {
  for (let bound = first + 4; bound < last; bound += 8) {
    if (load<i32>(bound, 4) !== load<i32>(bound) + 1) return true;
  }
  return false;
}

function hashUnquoted(first: usize, last: usize, room: usize): u64 {
  let end = room;
  for (let bound = first; bound < last; bound += 8) {
    if (bound > first) {
      store<u8>(end, <u8>delimiter);
      end += 1;
    }
    for (let at = load<i32>(bound); at < load<i32>(bound, 4); at += 1) {
      // In a quoted cell, a delimiter is none, and counts as a byte that no text has.
      const byte = load<u8>(source + at);
      store<u8>(end, byte === <u8>delimiter ? 0xff : byte);
      end += 1;
    }
  }
  return hashBytes(room, end);
}

function hashBytes(start: usize, end: usize): u64 {
  let hash: u64 = end - start;
  let at = start;
  for (; at + 8 <= end; at += 8) hash = mix(hash ^ load<u64>(at));
  if (at < end) hash = mix(hash ^ (load<u64>(at) & (((<u64>1) << ((end - at) << 3)) - 1)));
  hash *= SECOND;
  return hash ^ (hash >> 33);
}

function mix(hash: u64): u64 {
  hash *= FIRST;
  return hash ^ (hash >> 32);
}
