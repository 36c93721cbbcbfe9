/*
 * Packs integers within ±2^53, given as doubles, into fewer bytes, and unpacks them. Each number is stored as its difference from the
 * lowest, in one to six bytes. Differences of three, five and six bytes are split: all lower parts come first, then all upper parts. If six
 * bytes are not enough, the numbers remain doubles.
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

function measure(values: usize, count: i32): void {
  lowest = load<f64>(values);
  highest = lowest;
  for (let at = values; at < values + ((<usize>count) << 3); at += 8) {
    const value = load<f64>(at);
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
}

/** Bytes per packed number if all numbers are between `least` and `most`, inclusive: one to six, or eight for doubles. */
function bytesFor(least: f64, most: f64): i32 {
  const range = most - least;
  for (let bytes: i32 = 1; bytes <= 6; bytes += 1) if (range < <f64>((<u64>1) << (bytes << 3))) return bytes;
  return 8;
}

/** Packs one or more numbers, and returns the number of bytes for each. `packed` must not overlap `values`. */
export function pack(values: usize, count: i32, packed: usize): i32 {
  measure(values, count);
  const least = lowest;
  const bytes = bytesFor(least, highest);
  if (bytes === 8) {
    memory.copy(packed, values, (<usize>count) << 3);
    return bytes;
  }
  const lower = lowerBytes(bytes);
  const upper = bytes - lower;
  let second = packed + count * lower;
  let first = packed;
  for (let index: i32 = 0; index < count; index += 1) {
    const offset = <u64>(load<f64>(values + ((<usize>index) << 3)) - least);
    storePart(first, offset, lower);
    first += lower;
    if (upper > 0) {
      storePart(second, offset >> (lower << 3), upper);
      second += upper;
    }
  }
  return bytes;
}

/** Unpacks numbers and multiplies each by `factor`. */
export function unpack(packed: usize, count: i32, least: f64, bytes: i32, factor: f64, values: usize): void {
  const lower = lowerBytes(bytes);
  const upper = bytes - lower;
  let first = packed;
  let second = packed + count * lower;
  for (let index: i32 = 0; index < count; index += 1) {
    let value: f64;
    if (bytes === 8) value = load<f64>(first);
    else {
      let offset = loadPart(first, lower);
      if (upper > 0) {
        offset |= loadPart(second, upper) << (lower << 3);
        second += upper;
      }
      value = least + <f64>offset;
    }
    first += lower;
    store<f64>(values + ((<usize>index) << 3), value * factor);
  }
}

function lowerBytes(bytes: i32): i32 {
  if (bytes === 3) return 2;
  return bytes === 5 || bytes === 6 ? 4 : bytes;
}

function storePart(at: usize, part: u64, bytes: i32): void {
  if (bytes === 1) store<u8>(at, <u8>part);
  else if (bytes === 2) store<u16>(at, <u16>part);
  else store<u32>(at, <u32>part);
}

function loadPart(at: usize, bytes: i32): u64 {
  if (bytes === 1) return load<u8>(at);
  return bytes === 2 ? load<u16>(at) : load<u32>(at);
}
