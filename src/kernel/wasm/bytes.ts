/*
 * Where the current table is in memory, and how bytes are copied. The caller must set the table and the addresses before anything
 * else, and must check all lengths.
 */

/** Bytes that are copied at a time. The same number may be read and written beyond the end of a range. */
export const WORD: i32 = 16;

/** Address of the bytes of a part of a file. */
export let source: usize = 0;
/** Address of the bounds: for each cell, the offsets in the part at which its content begins and ends, as two 32-bit integers. */
export let bounds: usize = 0;
/** Address of one byte for each cell: 1 if the cell must be escaped or unquoted before it goes into a JSON string. */
export let special: usize = 0;
/** Number of cells in each record. */
export let width: i32 = 0;
export let delimiter: i32 = 0;
/** -1 if cells are never quoted. */
export let quote: i32 = -1;
/** Lines end in CR LF, not in LF. */
export let hasCarriageReturns: bool = false;

export function setTable(delimiterByte: i32, quoteByte: i32, areLinesCrLf: bool, cellsOfRecord: i32): void {
  delimiter = delimiterByte;
  quote = quoteByte;
  hasCarriageReturns = areLinesCrLf;
  width = cellsOfRecord;
}

export function setPlaces(sourceAt: usize, boundsAt: usize, specialAt: usize): void {
  source = sourceAt;
  bounds = boundsAt;
  special = specialAt;
}

/** Address of a cell's bounds. */
export function boundsOf(record: i32, cell: i32): usize {
  return bounds + ((<usize>(record * width + cell)) << 3);
}

export function copy(target: usize, from: usize, length: i32): void {
  for (let at = 0; at < length; at += WORD) v128.store(target + at, v128.load(from + at));
}

/** Address from which memory is free. */
export const HEAP: usize = __heap_base;
