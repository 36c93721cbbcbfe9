/* Counts how often each number of a column occurs, finds out whether they are in order, and counts them in the bins of a histogram. */

/** Bits of an order: the numbers ascend, or descend, and no two neighbours are equal. */
export const NUMBERS_ASCEND: i32 = 1;
export const NUMBERS_DESCEND: i32 = 2;
export const NUMBERS_DIFFER: i32 = 4;

/** The bits of an order that remain true; `previous` is the number before the first. */
export function orderOf(values: usize, count: i32, previous: f64, order: i32): i32 {
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
  if (!ascends) order &= ~NUMBERS_ASCEND;
  if (!descends) order &= ~NUMBERS_DESCEND;
  return differ ? order : order & ~NUMBERS_DIFFER;
}

/** Number of distinct numbers that `tallyAny` has counted. */
export let distinct: i32 = 0;
/** Some number occurred again. */
export let hasRepeat: bool = false;

/** Begins to count any numbers in a table: `slotCount` numbers, 64 bits each, then their counters, 32 bits each. */
export function beginTally(table: usize, slotCount: i32): void {
  memory.fill(table + ((<usize>slotCount) << 3), 0, (<usize>slotCount) << 2);
  distinct = 0;
  hasRepeat = false;
}

/** Counts numbers in a table; false once there are more than `most` distinct ones. The number of slots is a power of two above that. */
export function tallyAny(values: usize, count: i32, table: usize, slotCount: i32, most: i32): bool {
  const counters = table + ((<usize>slotCount) << 3);
  const mask = <u32>(slotCount - 1);
  for (let at = values; at < values + ((<usize>count) << 3); at += 8) {
    // Zero has no sign here.
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
 * Counts numbers in bins, in counters of 32 bits. `edges` are one more than the bins, in ascending order; all numbers lie between the first
 * and the last. `scale` is about the number of bins per unit. A bin includes its lower edge; the last one includes both.
 */
export function countInBins(values: usize, count: i32, edges: usize, bins: i32, scale: f64, counters: usize): void {
  const low = load<f64>(edges);
  for (let at = values; at < values + ((<usize>count) << 3); at += 8) {
    const value = load<f64>(at);
    let bin = min(bins - 1, max(0, <i32>((value - low) * scale)));
    // The quotient is rounded, so it may lead to a neighbour.
    while (bin > 0 && value < load<f64>(edges + ((<usize>bin) << 3))) bin -= 1;
    while (bin < bins - 1 && value >= load<f64>(edges + ((<usize>(bin + 1)) << 3))) bin += 1;
    const counter = counters + ((<usize>bin) << 2);
    store<u32>(counter, load<u32>(counter) + 1);
  }
}
