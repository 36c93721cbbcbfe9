/* Counts numbers in buckets, and picks those of a range, to find the ones at some ranks without sorting all. */

export const BUCKETS: i32 = 1 << 12;

/** Bytes of a table of buckets: for each its lowest number and its highest, as doubles, and behind those of all the counts, 32 bits each. */
export const TABLE_BYTES: i32 = BUCKETS * 20;

const HIGHEST = 8;
const PAIRS: usize = BUCKETS * 16;

/** Empties a table. */
export function clearBuckets(table: usize): void {
  memory.fill(table, 0, TABLE_BYTES);
}

/** Counts the numbers from `low` to `high` in the buckets of a table: a number is in that of its distance from `low`, times `scale`. */
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

/** How many numbers of a bucket were counted. */
export function countOf(table: usize, bucket: i32): i32 {
  return load<i32>(table + PAIRS + ((<usize>bucket) << 2));
}

/** The lowest number of a bucket that has one. */
export function lowestOf(table: usize, bucket: i32): f64 {
  return load<f64>(table + ((<usize>bucket) << 4));
}

/** The highest number of a bucket that has one. */
export function highestOf(table: usize, bucket: i32): f64 {
  return load<f64>(table + ((<usize>bucket) << 4), HIGHEST);
}

/** Writes the numbers from `low` to `high` from an address on, where there is room for all; returns how many there are. */
export function pick(values: usize, count: i32, low: f64, high: f64, picked: usize): i32 {
  let end = picked;
  for (let at = values; at < values + ((<usize>count) << 3); at += 8) {
    const value = load<f64>(at);
    // Whether it is counted is no branch, which would be guessed wrongly as often as not.
    store<f64>(end, value);
    end += (<usize>(value >= low && value <= high)) << 3;
  }
  return <i32>((end - picked) >> 3);
}
