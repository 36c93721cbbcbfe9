/* Counts numbers in buckets and extracts the numbers in a range, so that those at given ranks can be found without sorting all numbers. */

import { BUCKET_BITS, BUCKETS } from '../constants';

const HIGHEST = 8;
const PAIRS: usize = BUCKETS * 16;

/** An integer for a number, in the same order as the numbers. Adding zero turns -0 into 0. */
function keyOf(value: f64): i64 {
  const bits = reinterpret<i64>(value + 0.0);
  return bits ^ ((bits >> 63) & i64.MAX_VALUE);
}

/**
 * Counts the numbers from `low` to `high`. The bucket of a number consists of the upper bits of the difference of its key from that of
 * `low`, as many as there are buckets for. So if the numbers are of many orders of magnitude, each order has buckets of its own.
 */
export function countInBuckets(values: usize, count: i32, low: f64, high: f64, table: usize): void {
  const first = keyOf(low);
  const bits = 64 - clz<u64>(keyOf(high) - first);
  const shift = max(0, <i32>bits - BUCKET_BITS);
  for (let at = values; at < values + ((<usize>count) << 3); at += 8) {
    const value = load<f64>(at);
    if (value < low || value > high) continue;
    const bucket = <i32>(<u64>(keyOf(value) - first) >> <u64>shift);
    const pair = table + ((<usize>bucket) << 4);
    const counter = table + PAIRS + ((<usize>bucket) << 2);
    const before = load<i32>(counter);
    store<i32>(counter, before + 1);
    if (before === 0 || value < load<f64>(pair)) store<f64>(pair, value);
    if (before === 0 || value > load<f64>(pair, HIGHEST)) store<f64>(pair, value, HIGHEST);
  }
}

/** Copies the numbers between `low` and `high`, inclusive, to `picked`, which must have space for `count`. Returns how many it copied. */
export function pick(values: usize, count: i32, low: f64, high: f64, picked: usize): i32 {
  let end = picked;
  for (let at = values; at < values + ((<usize>count) << 3); at += 8) {
    const value = load<f64>(at);
    // Stores every number but keeps only those in range, since a branch would often be mispredicted.
    store<f64>(end, value);
    end += (<usize>(value >= low && value <= high)) << 3;
  }
  return <i32>((end - picked) >> 3);
}
