/* Counts the occurrences of each number in a column, checks whether the numbers are in order, and fills the bins of a histogram. */

import { ASCENDS, DESCENDS, DIFFERS } from '../constants';

/** Returns the flags of `order` without those that the numbers contradict. `previous` is the number before the first. */
export function orderOf(values: usize, count: i32, previous: f64, order: u32): u32 {
  let ascends = true;
  let descends = true;
  let differ = true;
  let before = previous;
  for (let at = values; at < values + ((<usize>count) << 3); at += 8) {
    const value = load<f64>(at);
    ascends = ascends && value >= before;
    descends = descends && value <= before;
    differ = differ && value !== before;
    before = value;
  }
  if (!ascends) order &= ~ASCENDS;
  if (!descends) order &= ~DESCENDS;
  return differ ? order : order & ~DIFFERS;
}

/** Number of distinct numbers counted by `tallyAny`. */
export let distinct: i32 = 0;
/** Whether `tallyAny` counted any number more than once. */
export let hasRepeat: bool = false;

/** Clears a hash table for `tallyAny`: `slotCount` doubles, followed by their 32-bit counters. `slotCount` must be a power of two. */
export function beginTally(table: usize, slotCount: i32): void {
  memory.fill(table + ((<usize>slotCount) << 3), 0, (<usize>slotCount) << 2);
  distinct = 0;
  hasRepeat = false;
}

/** Counts numbers in a hash table, which must not become full. Returns false if there are more than `most` distinct numbers. */
export function tallyAny(values: usize, count: i32, table: usize, slotCount: i32, most: i32): bool {
  const counters = table + ((<usize>slotCount) << 3);
  const mask = <u32>(slotCount - 1);
  for (let at = values; at < values + ((<usize>count) << 3); at += 8) {
    // Adding zero turns -0 into 0, so both share a slot.
    const value = load<f64>(at) + 0.0;
    let slot = <u32>((reinterpret<u64>(value) * 0x9e3779b97f4a7c15) >> 40) & mask;
    for (;;) {
      const counter = counters + ((<usize>slot) << 2);
      const times = load<u32>(counter);
      if (times === 0) {
        if (distinct === most) return false;
        distinct += 1;
        store<f64>(table + ((<usize>slot) << 3), value);
        store<u32>(counter, 1);
        break;
      }
      if (load<f64>(table + ((<usize>slot) << 3)) === value) {
        hasRepeat = true;
        store<u32>(counter, times + 1);
        break;
      }
      slot = (slot + 1) & mask;
    }
  }
  return true;
}

/**
 * Counts numbers in histogram bins, with 32-bit counters. `edges` are the edges of the bins in ascending order; all numbers lie between the
 * first and the last. `scale` is the approximate number of bins per unit. A bin includes its lower edge; the last bin includes both edges.
 */
export function countInBins(values: usize, count: i32, edges: usize, bins: i32, scale: f64, counters: usize): void {
  const low = load<f64>(edges);
  for (let at = values; at < values + ((<usize>count) << 3); at += 8) {
    const value = load<f64>(at);
    let bin = min(bins - 1, max(0, <i32>((value - low) * scale)));
    // The bin may be too low or too high because of rounding.
    while (bin > 0 && value < load<f64>(edges + ((<usize>bin) << 3))) bin -= 1;
    while (bin < bins - 1 && value >= load<f64>(edges + ((<usize>(bin + 1)) << 3))) bin += 1;
    const counter = counters + ((<usize>bin) << 2);
    store<u32>(counter, load<u32>(counter) + 1);
  }
}
