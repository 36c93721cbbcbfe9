/* Counts numbers in buckets and extracts the numbers in a range, so that those at given ranks can be found without sorting all numbers. */

import { BUCKETS } from '../constants';

const HIGHEST = 8;
const PAIRS: usize = BUCKETS * 16;

/** Counts the numbers from `low` to `high`. The bucket of a number is (number - low) × scale, rounded down, but at most the last one. */
export function countInBuckets(values: usize, count: i32, low: f64, high: f64, scale: f64, table: usize): void {
  for (let at = values; at < values + ((<usize>count) << 3); at += 8) {
    const value = load<f64>(at);
    if (value < low || value > high) continue;
    const bucket = min(BUCKETS - 1, <i32>((value - low) * scale));
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
