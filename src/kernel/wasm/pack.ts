/*
 * Packs integers within ±2^53, given as doubles, into fewer bytes, and unpacks them. Each number is stored as its difference from the
 * lowest, in one to six bytes. If six bytes are not enough, the numbers remain doubles.
 */

import { LOWER_BITS } from '../constants';

/** Lowest and highest number that `pack` found. */
export let lowest: f64 = 0;
export let highest: f64 = 0;

/*
 * Exact sums computed by `addUp`. A number is upper × 2^27 + lower, so the sum of the squares follows from three sums: of upper², of upper
 * × lower, and of lower².
 */
export let sum: i64 = 0;
export let uppers: i64 = 0;
export let products: i64 = 0;
export let lowers: u64 = 0;

/** Computes the exact sums of at most `MAX_ADDED` integers. */
export function addUp(values: usize, count: i32): void {
  sum = 0;
  uppers = 0;
  products = 0;
  lowers = 0;
  for (let at = values; at < values + ((<usize>count) << 3); at += 8) {
    const value = <i64>load<f64>(at);
    const upper = value >> <i64>LOWER_BITS;
    const lower = value - (upper << (<i64>LOWER_BITS));
    sum += value;
    uppers += upper * upper;
    products += upper * lower;
    lowers += lower * lower;
  }
}

/** Bytes per packed number if all numbers are between `least` and `most`, inclusive: one to six, or eight for doubles. */
function bytesFor(least: f64, most: f64): i32 {
  const range = most - least;
  for (let bytes: i32 = 1; bytes <= 6; bytes += 1) if (range < <f64>((<u64>1) << (bytes << 3))) return bytes;
  return 8;
}

/**
 * Packs one or more numbers, and returns the number of bytes for each. `packed` must not overlap `values`. Up to seven bytes after the
 * packed numbers may be overwritten.
 */
export function pack(values: usize, count: i32, packed: usize): i32 {
  lowest = load<f64>(values);
  highest = lowest;
  for (let at = values; at < values + ((<usize>count) << 3); at += 8) {
    const value = load<f64>(at);
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  const least = lowest;
  const bytes = bytesFor(least, highest);
  if (bytes === 8) memory.copy(packed, values, (<usize>count) << 3);
  else {
    let to = packed;
    for (let at = values; at < values + ((<usize>count) << 3); at += 8, to += bytes) {
      // The bytes of zero after each number are overwritten by the next.
      store<u64>(to, <u64>(load<f64>(at) - least));
    }
  }
  return bytes;
}

/** Unpacks numbers and multiplies each by `factor`. Up to seven bytes after the packed numbers are read. */
export function unpack(packed: usize, count: i32, least: f64, bytes: i32, factor: f64, values: usize): void {
  const mask: u64 = ((<u64>1) << (bytes << 3)) - 1;
  for (let at = values; at < values + ((<usize>count) << 3); at += 8, packed += bytes) {
    const value = bytes === 8 ? load<f64>(packed) : least + <f64>(load<u64>(packed) & mask);
    store<f64>(at, value * factor);
  }
}
