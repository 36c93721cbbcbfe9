import { boundsOf, source } from './bytes';

/** Multipliers of the 64-bit finalizer in MurmurHash3. */
const FIRST: u64 = 0xff51afd7ed558ccd;
const SECOND: u64 = 0xc4ceb9fe1a85ec53;

/** Stores a hash of each record in `hashes`: a 53-bit integer, as a double. Records with equal cells have equal hashes. */
export function hashRecords(count: i32, hashes: usize): void {
  let bound = boundsOf(0, 0);
  for (let record: i32 = 0; record < count; record += 1) {
    let hash: u64 = 0;
    for (const last = boundsOf(record + 1, 0); bound < last; bound += 8) {
      let at = source + load<i32>(bound);
      const end = source + load<i32>(bound, 4);
      for (; at + 8 <= end; at += 8) hash = mix(hash ^ load<u64>(at));
      // The cell is filled up with a byte that never occurs in UTF-8, so that it matters where cells end.
      hash = mix(hash ^ (load<u64>(at) | ((<u64>-1) << ((end - at) << 3))));
    }
    store<f64>(hashes + ((<usize>record) << 3), <f64>(finish(hash) >> 11));
  }
}

/** Hashes the bytes from `start` to `end`, exclusive, and `seed`. May read up to seven bytes after them. */
export function hashBytes(start: usize, end: usize, seed: u64): u64 {
  let hash: u64 = seed ^ (end - start);
  let at = start;
  for (; at + 8 <= end; at += 8) hash = mix(hash ^ load<u64>(at));
  if (at < end) hash = mix(hash ^ (load<u64>(at) & (((<u64>1) << ((end - at) << 3)) - 1)));
  return finish(hash);
}

function finish(hash: u64): u64 {
  hash *= SECOND;
  return hash ^ (hash >> 33);
}

function mix(hash: u64): u64 {
  hash *= FIRST;
  return hash ^ (hash >> 32);
}
