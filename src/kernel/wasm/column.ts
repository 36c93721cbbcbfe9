/* Data about a column: its name and null tokens, and a cache of texts, of numbers too, that need no further inspection. */

import { NULL_FIRSTS } from '../constants';
import { boundsOf, isEqual, source } from './bytes';

/**
 * The caller allocates `COLUMN_BYTES` bytes for each column: for these fields, and after them for the arrays below. It fills what comes
 * before `TEXTS` with zeros, stores all fields but the last, and marks at `NULL_FIRSTS` with which bytes null tokens start. Lengths are in
 * bytes.
 */
@unmanaged
class Column {
  /** First byte of the column's name, or -1 if the name is empty. */
  nameFirst: i32;
  nameLength: i32;
  /** Length of the name with its quotes doubled. */
  doubledLength: i32;
  /** Length of the longest null token. */
  longestNull: i32;
  /** Whether the publisher declares a list of null tokens, which may be empty. */
  hasOwnNulls: i32;
  /** Number of cached texts. */
  textCount: i32;
}

/** 256 bytes, the slots of a hash table: number of a cached text, counted from 1, or 0 if the slot is free. */
const SLOTS: usize = NULL_FIRSTS + 256;
/** 64 texts, each as a 32-bit length and its bytes. */
const TEXTS: usize = SLOTS + 256;

const MAX_TEXTS: i32 = 64;
const MAX_TEXT: i32 = 68;
const TEXT_BYTES: i32 = 72;
const SLOT_MASK: u32 = 255;

export function hasOwnNulls(column: usize): bool {
  return changetype<Column>(column).hasOwnNulls === 1;
}

/** Whether a text may be a null token, judged by its first byte and its length. */
export function mayBeNull(column: usize, first: i32, length: i32): bool {
  return length <= changetype<Column>(column).longestNull && load<u8>(column + NULL_FIRSTS + first) === 1;
}

/** Whether a text may be the column's name, judged by its first byte and its length. */
export function mayBeName(column: usize, first: i32, length: i32): bool {
  const name = changetype<Column>(column);
  return first === name.nameFirst && (length === name.nameLength || length === name.doubledLength);
}

/** Caches the text of a cell, unless it is too long or the cache is full. */
export function addText(column: Column, record: i32, cell: i32): void {
  const bound = boundsOf(record, cell);
  const start = source + load<i32>(bound);
  const length = load<i32>(bound, 4) - load<i32>(bound);
  if (column.textCount === MAX_TEXTS || length > MAX_TEXT) return;
  const slot = slotFor(changetype<usize>(column), start, length);
  if (load<u8>(slot) !== 0) return;
  const text = textAt(changetype<usize>(column), column.textCount);
  column.textCount += 1;
  store<i32>(text, length);
  memory.copy(text + 4, start, length);
  store<u8>(slot, <u8>column.textCount);
}

export function hasText(column: usize, start: usize, length: i32): bool {
  return length <= MAX_TEXT && load<u8>(slotFor(column, start, length)) !== 0;
}

/** Address of the slot that contains a text, or of the free slot where it belongs. */
function slotFor(column: usize, start: usize, length: i32): usize {
  let slot = hashOf(start, length);
  // The loop terminates because there are more slots than texts.
  while (!isFreeOrHolds(column, column + SLOTS + slot, start, length)) slot = (slot + 1) & SLOT_MASK;
  return column + SLOTS + slot;
}

/** Hashes a text by its length, its first eight bytes and its last eight bytes. */
function hashOf(start: usize, length: i32): u32 {
  const first = load<u64>(start);
  const mixed = length < 8 ? first << ((<u64>(8 - length)) << 3) : first ^ rotl(load<u64>(start + length - 8), 29);
  return <u32>(((mixed + length) * 0x9e3779b97f4a7c15) >> 56);
}

function isFreeOrHolds(column: usize, slot: usize, start: usize, length: i32): bool {
  const number = load<u8>(slot);
  if (number === 0) return true;
  const text = textAt(column, <i32>number - 1);
  return load<i32>(text) === length && isEqual(text + 4, start, length);
}

function textAt(column: usize, index: i32): usize {
  return column + TEXTS + index * TEXT_BYTES;
}
