import { boundsOf, delimiter, source, width } from './bytes';

/** Multipliers of the 64-bit finalizer in MurmurHash3. */
const FIRST: u64 = 0xff51afd7ed558ccd;
const SECOND: u64 = 0xc4ceb9fe1a85ec53;

/**
 * Stores a hash of each record in `hashes`: a 53-bit integer, as a double. Records with equal cells have equal hashes. Quotes around cells
 * are not hashed: if any are beside a delimiter, the cells are first copied to `buffer`, which must have space for the longest record.
 */
export function hashRecords(count: i32, hashes: usize, buffer: usize): void {
  for (let record: i32 = 0; record < count; record += 1) {
    const first = boundsOf(record, 0);
    const last = first + ((<usize>width) << 3) - 4;
    const hash = isQuoted(first, last)
      ? hashUnquoted(first, last, buffer)
      : hashBytes(source + load<i32>(first), source + load<i32>(last), 0);
    store<f64>(hashes + ((<usize>record) << 3), <f64>(hash >> 11));
  }
}

/** Whether a record has quotes beside a delimiter: then the bounds of two neighbouring cells are more than one byte apart. */
function isQuoted(first: usize, last: usize): bool {
  for (let bound = first + 4; bound < last; bound += 8) {
    if (load<i32>(bound, 4) !== load<i32>(bound) + 1) return true;
  }
  return false;
}

function hashUnquoted(first: usize, last: usize, buffer: usize): u64 {
  let end = buffer;
  for (let bound = first; bound < last; bound += 8) {
    if (bound > first) {
      store<u8>(end, <u8>delimiter);
      end += 1;
    }
    for (let at = load<i32>(bound); at < load<i32>(bound, 4); at += 1) {
      // Inside a quoted cell, a delimiter is text. It becomes a byte that never occurs in UTF-8, so that it differs from a real delimiter.
      const byte = load<u8>(source + at);
      store<u8>(end, byte === <u8>delimiter ? 0xff : byte);
      end += 1;
    }
  }
  return hashBytes(buffer, end, 0);
}

/** Hashes the bytes from `start` to `end`, exclusive, and `seed`. May read up to seven bytes after them. */
export function hashBytes(start: usize, end: usize, seed: u64): u64 {
  let hash: u64 = seed ^ (end - start);
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
