/** Where things are in memory, and how bytes are moved there. Whoever calls says so before all else; lengths are checked there. */

/** Bytes at a time; so many may be read, and written, behind the end of what is meant. */
export const WORD: i32 = 16;

/** The bytes of a file's part. */
export let source: usize = 0;
/** For each cell, where its content begins in the part and where it ends, as two integers of 32 bits. */
export let bounds: usize = 0;
/** For each cell a byte: 1 where it cannot be copied into a JSON string as it stands. */
export let special: usize = 0;
/** Cells of each record. */
export let width: i32 = 0;
export let delimiter: i32 = 0;
/** -1 where cells are never quoted. */
export let quote: i32 = -1;
/** Lines end in CR LF. */
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

/** Where memory is free. */
export const HEAP: usize = __heap_base;
