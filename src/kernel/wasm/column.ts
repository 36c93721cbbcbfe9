/*
 * Data about a column: its name and null tokens, and a cache of numbers and texts that need no further inspection.
 * The caller allocates `COLUMN_BYTES` bytes for each column. Offsets:
 *
 *    0  first byte of the column's name, or -1 if the name is empty
 *    4  length of the name
 *    8  length of the name with its quotes doubled
 *   12  length of the longest null token
 *   16  1 if the publisher declares a list of null tokens, which may be empty
 *   20  number of cached numbers
 *   24  number of cached texts
 *   32  256 bytes, one for each byte value: 1 if a null token starts with that byte
 *  288  256 bytes, the slots of a hash table: number of a cached text, counted from 1, or 0 if the slot is free
 *  544  64 numbers, each as two doubles: mantissa and number of decimal places
 * 1568  64 texts, each as a 32-bit length and its bytes
 */

import { boundsOf, source } from './bytes';

export const COLUMN_BYTES: i32 = 6176;

const NAME_LENGTH = 4;
const DOUBLED_LENGTH = 8;
const MAX_NULL = 12;
const HAS_OWN_NULLS = 16;
const NUMBER_COUNT = 20;
const TEXT_COUNT = 24;
const NULL_FIRSTS: usize = 32;
const SLOTS: usize = 288;
const NUMBERS: usize = 544;
const TEXTS: usize = 1568;

const MAX_NUMBERS: i32 = 64;
const MAX_TEXTS: i32 = 64;
const MAX_TEXT: i32 = 68;
const TEXT_BYTES: i32 = 72;
const SLOT_MASK: u32 = 255;

/**
 * Initialises a column; `addNullFirst` then adds the first bytes of its null tokens. `nameFirst` is the first byte of its name, or -1 if
 * the name is empty. Lengths are in bytes.
 */
export function beginColumn(
  column: usize,
  nameFirst: i32,
  nameLength: i32,
  doubledLength: i32,
  longestNull: i32,
  hasOwnNulls: bool,
): void {
  memory.fill(column, 0, NUMBERS);
  store<i32>(column, nameFirst);
  store<i32>(column, nameLength, NAME_LENGTH);
  store<i32>(column, doubledLength, DOUBLED_LENGTH);
  store<i32>(column, longestNull, MAX_NULL);
  store<i32>(column, hasOwnNulls ? 1 : 0, HAS_OWN_NULLS);
}

export function addNullFirst(column: usize, byte: i32): void {
  store<u8>(column + NULL_FIRSTS + byte, 1);
}

export function hasOwnNulls(column: usize): bool {
  return load<i32>(column, HAS_OWN_NULLS) === 1;
}

/** Whether a text may be a null token, judged by its first byte and its length. */
export function mayBeNull(column: usize, first: i32, length: i32): bool {
  return length <= load<i32>(column, MAX_NULL) && load<u8>(column + NULL_FIRSTS + first) === 1;
}

/** Whether a text may be the column's name, judged by its first byte and its length. */
export function mayBeName(column: usize, first: i32, length: i32): bool {
  if (first !== load<i32>(column)) return false;
  return length === load<i32>(column, NAME_LENGTH) || length === load<i32>(column, DOUBLED_LENGTH);
}

/** Caches a number, unless the cache is full. */
export function addNumber(column: usize, mantissa: f64, places: i32): void {
  const count = load<i32>(column, NUMBER_COUNT);
  if (count === MAX_NUMBERS) return;
  const at = column + NUMBERS + ((<usize>count) << 4);
  store<f64>(at, mantissa);
  store<f64>(at, <f64>places, 8);
  store<i32>(column, count + 1, NUMBER_COUNT);
}

export function hasNumber(column: usize, mantissa: f64, places: i32): bool {
  const count = load<i32>(column, NUMBER_COUNT);
  for (let index: i32 = 0; index < count; index += 1) {
    const at = column + NUMBERS + ((<usize>index) << 4);
    if (load<f64>(at) === mantissa && load<f64>(at, 8) === <f64>places) return true;
  }
  return false;
}

/** Caches the text of a cell, unless it is too long or the cache is full. */
export function addText(column: usize, record: i32, cell: i32): void {
  const bound = boundsOf(record, cell);
  const start = source + load<i32>(bound);
  const length = load<i32>(bound, 4) - load<i32>(bound);
  const count = load<i32>(column, TEXT_COUNT);
  if (count === MAX_TEXTS || length > MAX_TEXT) return;
  const slot = slotFor(column, start, length);
  if (load<u8>(slot) !== 0) return;
  const text = textAt(column, count);
  store<i32>(text, length);
  memory.copy(text + 4, start, length);
  store<u8>(slot, <u8>(count + 1));
  store<i32>(column, count + 1, TEXT_COUNT);
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
  return number === 0 || isEqual(textAt(column, <i32>number - 1), start, length);
}

function textAt(column: usize, index: i32): usize {
  return column + TEXTS + index * TEXT_BYTES;
}

function isEqual(text: usize, start: usize, length: i32): bool {
  if (load<i32>(text) !== length) return false;
  let at: i32 = 0;
  for (; at + 8 <= length; at += 8) if (load<u64>(text + 4 + at) !== load<u64>(start + at)) return false;
  const bits = <u64>(64 - ((length - at) << 3));
  return at === length || (load<u64>(text + 4 + at) ^ load<u64>(start + at)) << bits === 0;
}
