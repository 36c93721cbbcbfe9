/*
 * Format of the current table and its location in memory, and a function that copies bytes. Callers must call `setTable` and `setPlaces`
 * before any function that reads cells. No function checks whether an address is within a buffer.
 */

import { WORD } from '../constants';

/** Address of the bytes of the current part of a file. */
export let source: usize = 0;
/** Address of the cell bounds: for each cell, the start and end offsets of its content in the part, as two 32-bit integers. */
export let bounds: usize = 0;
/** Address of one flag byte per cell: 1 if the cell has doubled quotes or characters that must be escaped in JSON. */
export let special: usize = 0;
/** Number of cells in each record. */
export let width: i32 = 0;
export let delimiter: i32 = 0;
/** ASCII code of the quote, or -1 if cells are never quoted. */
export let quote: i32 = -1;
/** Whether lines end with CR LF instead of LF. */
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

/** Whether two texts of the same length are equal. May read up to seven bytes after them. */
export function isEqual(a: usize, b: usize, length: i32): bool {
  let at: i32 = 0;
  for (; at + 8 <= length; at += 8) if (load<u64>(a + at) !== load<u64>(b + at)) return false;
  if (at === length) return true;
  return (load<u64>(a + at) ^ load<u64>(b + at)) << (<u64>(64 - ((length - at) << 3))) === 0;
}

/** Address of the first byte that can be allocated. */
export const HEAP: usize = __heap_base;
