/*
 * Counts each distinct text of a column, and determines the lengths and order of the texts and the formats that all of them match.
 * The caller allocates `TEXTS_BYTES` bytes for each column, and an index, which it passes to `growIndex`. Offsets:
 *    0  address of the slots; 4  number of slots, a power of two
 *    8  address of the entries; 12  maximum number of entries; 16  number of entries
 *   20  address of the bytes of the distinct texts; 24  size of that buffer; 28  bytes used in it
 *   32  flags, from `HAS_MORE` to `DIFFERS`; 36  formats that all texts so far match, as bits
 *   40  lengths of the texts so far that are short enough to be codes, as bits; not updated once no format is left
 *   44  number of entries when a text was first repeated, or `NEVER`; 48  number of texts, f64
 *   56  total number of characters, f64; 64  number of characters in the shortest text; 68  in the longest text
 *   72  address of the last text; 76  its length in bytes; 80  its entry number; 84  its length in characters
 *   88  address of two adjacent buffers for texts whose doubled quotes are replaced with single ones; 92  size of each
 *   96  length and bytes of the lowest text in an ordered format; 160  of the highest text
 */

import { boundsOf, quote, source, special, width } from './bytes';
import { mayBeNull } from './column';
import { ALL_FORMATS, MAX_CODE, ORDERED_FORMATS, textFormats } from './formats';
import { hashBytes } from './hash';

export const TEXTS_BYTES: i32 = 224;
/** Size of an entry in bytes. It holds a text's hash, count, offset of its bytes or `NOT_KEPT`, and length in bytes and in characters. */
export const ENTRY_BYTES: i32 = 24;
export const SLOT_BYTES: i32 = 8;
/** Maximum number of distinct texts that are counted, and maximum number of their bytes that are kept. */
export const MAX_DISTINCT: i32 = 1 << 16;
export const MAX_DISTINCT_BYTES: i32 = 1 << 22;
export const NEVER: u32 = 0xffffffff;
const NOT_KEPT: u32 = 0xffffffff;

/** Flag: there are more distinct texts than are counted. */
export const HAS_MORE: u32 = 1;
/** Flag: the bytes of some distinct texts were not kept. */
export const HAS_LOST_BYTES: u32 = 2;
/** Flags: the texts are in ascending or in descending order; repeats are allowed. */
export const ASCENDS: u32 = 4;
export const DESCENDS: u32 = 8;
/** Flag: no two consecutive texts are equal. */
export const DIFFERS: u32 = 16;

const SLOT_COUNT: usize = 4;
const ENTRIES: usize = 8;
const ENTRY_SPACE: usize = 12;
const ENTRY_COUNT: usize = 16;
const ARENA: usize = 20;
const ARENA_SPACE: usize = 24;
const ARENA_USED: usize = 28;
const BITS: usize = 32;
const FORMATS: usize = 36;
const CODE_LENGTHS: usize = 40;
const FIRST_REPEAT: usize = 44;
const COUNT: usize = 48;
const CHARACTERS: usize = 56;
const SHORTEST: usize = 64;
const LONGEST: usize = 68;
const LAST: usize = 72;
const LAST_LENGTH: usize = 76;
const LAST_ENTRY: usize = 80;
const LAST_CHARACTERS: usize = 84;
const BUFFERS: usize = 88;
const BUFFER_SPACE: usize = 92;
const LEAST: usize = 96;
const GREATEST: usize = 160;

const ENTRY_TIMES: usize = 8;
const ENTRY_OFFSET: usize = 12;
const ENTRY_LENGTH: usize = 16;
const ENTRY_CHARACTERS: usize = 20;
const NO_ENTRY: i32 = -1;
const BLANK: i32 = 0x20;

/** Bytes needed for the text at which the index ran out of space; 1 if the text needs only an entry; 0 if there was enough space. */
export let lacking: i32 = 0;
/** Bytes needed in a buffer for the text at which counting stopped; 0 if the buffers were large enough. */
export let lackingInBuffer: i32 = 0;

/** Initialises a column. Its index has no space until `growIndex` is called. */
export function beginTexts(table: usize): void {
  memory.fill(table, 0, TEXTS_BYTES);
  store<u32>(table, ASCENDS | DESCENDS | DIFFERS, BITS);
  store<u32>(table, ALL_FORMATS, FORMATS);
  store<u32>(table, NEVER, FIRST_REPEAT);
  store<u32>(table, NEVER, SHORTEST);
}

/** Moves the index of a column to larger buffers. The number of slots must be a power of two above `entrySpace`. */
export function growIndex(
  table: usize,
  slots: usize,
  slotCount: i32,
  entries: usize,
  entrySpace: i32,
  arena: usize,
  arenaSpace: i32,
): void {
  const count = load<i32>(table, ENTRY_COUNT);
  if (entries !== load<u32>(table, ENTRIES)) {
    memory.copy(entries, load<u32>(table, ENTRIES), count * ENTRY_BYTES);
    memory.fill(slots, 0, slotCount * SLOT_BYTES);
    store<u32>(table, <u32>slots);
    store<i32>(table, slotCount, SLOT_COUNT);
    store<u32>(table, <u32>entries, ENTRIES);
    store<i32>(table, entrySpace, ENTRY_SPACE);
    for (let index: i32 = 0; index < count; index += 1) {
      const hash = load<u64>(entries + index * ENTRY_BYTES);
      let slot = slotOf(hash, slotCount);
      while (load<u32>(slots + slot * SLOT_BYTES, 4) !== 0) slot = (slot + 1) & (slotCount - 1);
      store<u32>(slots + slot * SLOT_BYTES, <u32>hash);
      store<u32>(slots + slot * SLOT_BYTES, index + 1, 4);
    }
  }
  if (arena !== load<u32>(table, ARENA)) {
    memory.copy(arena, load<u32>(table, ARENA), load<u32>(table, ARENA_USED));
    store<u32>(table, <u32>arena, ARENA);
    store<i32>(table, arenaSpace, ARENA_SPACE);
  }
}

/** Sets the address of two adjacent buffers of `space` bytes each, for texts whose doubled quotes are replaced with single ones. */
export function setBuffers(table: usize, at: usize, space: i32): void {
  store<u32>(table, <u32>at, BUFFERS);
  store<i32>(table, space, BUFFER_SPACE);
}

/** Sets the address and length of the last text so far, with which the next text is compared. */
export function setLast(table: usize, at: usize, length: i32): void {
  store<u32>(table, <u32>at, LAST);
  store<i32>(table, length, LAST_LENGTH);
}

/**
 * Counts the non-empty cells of a column, starting at record `from`. Stops at a cell for which there is no space, or that may be null
 * according to the data at `column`, and returns the index of its record; otherwise returns `count`. If `column` is 0, only empty cells are
 * null. If `ids` is not 0, the entry number of each counted text is stored there, in 16 bits.
 */
export function countTexts(table: usize, column: usize, cell: i32, from: i32, count: i32, ids: usize): i32 {
  lacking = 0;
  lackingInBuffer = 0;
  const step = (<usize>width) << 3;
  let bound = boundsOf(from, cell);
  for (let record = from; record < count; record += 1) {
    const start = source + load<i32>(bound);
    const end = source + load<i32>(bound, 4);
    bound += step;
    if (start === end) continue;
    if (column !== 0 && mayMeanNull(column, start, end)) return record;
    if (!countCell(table, record, cell, start, end)) return record;
    if (ids !== 0) storeId(table, record, ids);
  }
  return count;
}

/** Counts one cell, such as one at which `countTexts` stopped. Returns false if there is no space for it. */
export function countText(table: usize, record: i32, cell: i32, ids: usize): bool {
  lacking = 0;
  lackingInBuffer = 0;
  const bound = boundsOf(record, cell);
  const isCounted = countCell(table, record, cell, source + load<i32>(bound), source + load<i32>(bound, 4));
  if (isCounted && ids !== 0) storeId(table, record, ids);
  return isCounted;
}

/** Stores the entry number of the last text as the id of a record. */
function storeId(table: usize, record: i32, ids: usize): void {
  store<u16>(ids + ((<usize>record) << 1), <u16>load<i32>(table, LAST_ENTRY));
}

function countCell(table: usize, record: i32, cell: i32, start: usize, end: usize): bool {
  if (quote < 0 || load<u8>(special + record * width + cell) === 0 || !hasQuote(start, end)) {
    return add(table, start, <i32>(end - start));
  }
  const space = load<i32>(table, BUFFER_SPACE);
  if (<i32>(end - start) > space) {
    lackingInBuffer = <i32>(end - start);
    return false;
  }
  // The last text may be in one of the two buffers, so the other one is used.
  const first = <usize>load<u32>(table, BUFFERS);
  const text = load<u32>(table, LAST) === <u32>first ? first + space : first;
  let target = text;
  for (let at = start; at < end; at += 1) {
    const byte = load<u8>(at);
    store<u8>(target, byte);
    target += 1;
    if (byte === <u8>quote) at += 1;
  }
  return add(table, text, <i32>(target - text));
}

function hasQuote(start: usize, end: usize): bool {
  for (let at = start; at < end; at += 1) if (load<u8>(at) === <u8>quote) return true;
  return false;
}

/** Whether a cell may be a declared null token. True whenever it starts or ends with whitespace: it must then be trimmed first. */
function mayMeanNull(column: usize, start: usize, end: usize): bool {
  const first = <i32>load<u8>(start);
  return first <= BLANK || load<u8>(end - 1) <= <u8>BLANK || mayBeNull(column, first, <i32>(end - start));
}

/** Adds a text. Returns false if the index lacks space for it. */
function add(table: usize, at: usize, length: i32): bool {
  const count = load<f64>(table, COUNT);
  const last = load<u32>(table, LAST);
  const bits = load<u32>(table, BITS);
  if (count > 0 && length === load<i32>(table, LAST_LENGTH) && isEqual(at, last, length)) {
    // The last text has no entry if the maximum number of distinct texts was reached before it.
    const entry = load<i32>(table, LAST_ENTRY);
    if (entry !== NO_ENTRY) {
      addTimes(table, entry, 1);
      noteRepeat(table);
    }
    store<u32>(table, bits & ~DIFFERS, BITS);
    addCharacters(table, count, load<u32>(table, LAST_CHARACTERS));
    store<u32>(table, <u32>at, LAST);
    return true;
  }
  let characters: u32 = 0;
  let entry = NO_ENTRY;
  if (bits & HAS_MORE) {
    characters = charactersOf(at, length);
    narrowFormats(table, at, length);
  } else {
    const hash = hashBytes(at, at + length, 0);
    const slot = findSlot(table, hash, at, length);
    entry = load<i32>(slot, 4) - 1;
    if (entry !== NO_ENTRY) {
      addTimes(table, entry, 1);
      noteRepeat(table);
      characters = load<u32>(entryAt(table, entry), ENTRY_CHARACTERS);
    } else {
      if (!hasSpace(table, length)) return false;
      characters = charactersOf(at, length);
      narrowFormats(table, at, length);
      entry = insert(table, slot, hash, at, length, characters, 1);
    }
  }
  if (count > 0) noteOrder(table, last, load<i32>(table, LAST_LENGTH), at, length);
  addCharacters(table, count, characters);
  store<u32>(table, <u32>at, LAST);
  store<i32>(table, length, LAST_LENGTH);
  store<i32>(table, entry, LAST_ENTRY);
  store<u32>(table, characters, LAST_CHARACTERS);
  return true;
}

/**
 * Merges the entries of the next part of the column, starting with entry `from`, until there are too many distinct texts. `bytes` is the
 * address of the texts of that part, and `firstRepeat` is the number of its entries when a text was first repeated, or `NEVER`. `map`
 * receives each merged entry's number in this index, in 16 bits. Returns the first entry for which there is no space, or `count`.
 */
export function mergeTexts(
  table: usize,
  entries: usize,
  bytes: usize,
  from: i32,
  count: i32,
  firstRepeat: u32,
  map: usize,
): i32 {
  lacking = 0;
  for (let index = from; index < count; index += 1) {
    if (load<u32>(table, BITS) & HAS_MORE) return count;
    if (<u32>index === firstRepeat) noteRepeat(table);
    const from = entries + index * ENTRY_BYTES;
    const hash = load<u64>(from);
    const length = load<i32>(from, ENTRY_LENGTH);
    const times = load<u32>(from, ENTRY_TIMES);
    const offset = load<u32>(from, ENTRY_OFFSET);
    const at: usize = offset === NOT_KEPT ? 0 : bytes + <usize>offset;
    const slot = findSlot(table, hash, at, length);
    let entry = load<i32>(slot, 4) - 1;
    if (entry !== NO_ENTRY) {
      addTimes(table, entry, times);
      noteRepeat(table);
    } else {
      if (!hasSpace(table, length)) return index;
      entry = insert(table, slot, hash, at, length, load<u32>(from, ENTRY_CHARACTERS), times);
    }
    store<u16>(map + ((<usize>index) << 1), <u16>entry);
  }
  if (<u32>count === firstRepeat && !(load<u32>(table, BITS) & HAS_MORE)) noteRepeat(table);
  return count;
}

function entryAt(table: usize, entry: i32): usize {
  return load<u32>(table, ENTRIES) + entry * ENTRY_BYTES;
}

function addTimes(table: usize, entry: i32, times: u32): void {
  const at = entryAt(table, entry);
  store<u32>(at, load<u32>(at, ENTRY_TIMES) + times, ENTRY_TIMES);
}

/** Records the first repeat, unless bytes were lost: a comparison of hashes alone cannot prove that texts are equal. */
function noteRepeat(table: usize): void {
  if (load<u32>(table, FIRST_REPEAT) !== NEVER || load<u32>(table, BITS) & HAS_LOST_BYTES) return;
  store<u32>(table, load<u32>(table, ENTRY_COUNT), FIRST_REPEAT);
}

function addCharacters(table: usize, count: f64, characters: u32): void {
  store<f64>(table, count + 1, COUNT);
  store<f64>(table, load<f64>(table, CHARACTERS) + <f64>characters, CHARACTERS);
  if (characters < load<u32>(table, SHORTEST)) store<u32>(table, characters, SHORTEST);
  if (characters > load<u32>(table, LONGEST)) store<u32>(table, characters, LONGEST);
}

function slotOf(hash: u64, slotCount: i32): i32 {
  return <i32>(hash >> 32) & (slotCount - 1);
}

/** Address of the slot of a text, or of the free slot where it belongs. `at` is 0 if only the hash and the length are known. */
function findSlot(table: usize, hash: u64, at: usize, length: i32): usize {
  const slots = <usize>load<u32>(table);
  const slotCount = load<i32>(table, SLOT_COUNT);
  let slot = slotOf(hash, slotCount);
  // The loop terminates because there are more slots than entries.
  while (!isFreeOrHolds(table, slots + slot * SLOT_BYTES, hash, at, length)) slot = (slot + 1) & (slotCount - 1);
  return slots + slot * SLOT_BYTES;
}

function isFreeOrHolds(table: usize, slot: usize, hash: u64, at: usize, length: i32): bool {
  const number = load<i32>(slot, 4);
  if (number === 0) return true;
  if (load<u32>(slot) !== <u32>hash) return false;
  const entry = entryAt(table, number - 1);
  if (load<u64>(entry) !== hash || load<i32>(entry, ENTRY_LENGTH) !== length) return false;
  const offset = load<u32>(entry, ENTRY_OFFSET);
  return at === 0 || offset === NOT_KEPT || isEqual(at, load<u32>(table, ARENA) + offset, length);
}

/** Whether there is space for a new text, or none is needed because the maximum number of texts is reached. */
function hasSpace(table: usize, length: i32): bool {
  const count = load<i32>(table, ENTRY_COUNT);
  if (count === MAX_DISTINCT) return true;
  const used = load<i32>(table, ARENA_USED);
  const isKept = !(load<u32>(table, BITS) & HAS_LOST_BYTES) && used + length <= MAX_DISTINCT_BYTES;
  const isEnough = count < load<i32>(table, ENTRY_SPACE) && (!isKept || used + length <= load<i32>(table, ARENA_SPACE));
  if (!isEnough) lacking = isKept ? max(1, length) : 1;
  return isEnough;
}

/** Inserts a new text and returns its entry number, or `NO_ENTRY` if the maximum number of texts is reached. */
function insert(table: usize, slot: usize, hash: u64, at: usize, length: i32, characters: u32, times: u32): i32 {
  const count = load<i32>(table, ENTRY_COUNT);
  let bits = load<u32>(table, BITS);
  if (count === MAX_DISTINCT) {
    store<u32>(table, bits | HAS_MORE, BITS);
    return NO_ENTRY;
  }
  const used = load<u32>(table, ARENA_USED);
  if (at === 0 || used + length > <u32>MAX_DISTINCT_BYTES) bits |= HAS_LOST_BYTES;
  store<u32>(table, bits, BITS);
  let offset = NOT_KEPT;
  if (!(bits & HAS_LOST_BYTES)) {
    offset = used;
    copyText(load<u32>(table, ARENA) + used, at, length);
    store<u32>(table, used + length, ARENA_USED);
  }
  const entry = entryAt(table, count);
  store<u64>(entry, hash);
  store<u32>(entry, times, ENTRY_TIMES);
  store<u32>(entry, offset, ENTRY_OFFSET);
  store<i32>(entry, length, ENTRY_LENGTH);
  store<u32>(entry, characters, ENTRY_CHARACTERS);
  store<u32>(slot, <u32>hash);
  store<i32>(slot, count + 1, 4);
  store<i32>(table, count + 1, ENTRY_COUNT);
  return count;
}

/** Updates the order flags for a text that differs from the previous one. Texts are compared by bytes, which gives code point order. */
function noteOrder(table: usize, last: usize, lastLength: i32, at: usize, length: i32): void {
  const bits = load<u32>(table, BITS);
  if (!(bits & (ASCENDS | DESCENDS))) return;
  const isAfter = compare(at, length, last, lastLength) > 0;
  store<u32>(table, bits & ~(isAfter ? DESCENDS : ASCENDS), BITS);
}

/** Compares two texts by bytes. The result is negative, zero or positive. */
export function compare(a: usize, aLength: i32, b: usize, bLength: i32): i32 {
  const common = min(aLength, bLength);
  for (let at: i32 = 0; at < common; at += 1) {
    const difference = <i32>load<u8>(a + at) - <i32>load<u8>(b + at);
    if (difference !== 0) return difference;
  }
  return aLength - bLength;
}

/** Whether two texts of the same length are equal. May read up to seven bytes after them. */
export function isEqual(a: usize, b: usize, length: i32): bool {
  let at: i32 = 0;
  for (; at + 8 <= length; at += 8) if (load<u64>(a + at) !== load<u64>(b + at)) return false;
  if (at === length) return true;
  return (load<u64>(a + at) ^ load<u64>(b + at)) << (<u64>(64 - ((length - at) << 3))) === 0;
}

function copyText(target: usize, from: usize, length: i32): void {
  if (length <= 16) v128.store(target, v128.load(from));
  else memory.copy(target, from, length);
}

/** Number of characters in a text: its bytes, minus UTF-8 continuation bytes. */
function charactersOf(at: usize, length: i32): u32 {
  let characters: i32 = length;
  const first = i8x16.splat(-64);
  let from: i32 = 0;
  for (; from < length; from += 16) {
    let mask = i8x16.bitmask(i8x16.lt_s(v128.load(at + from), first));
    if (length - from < 16) mask &= (1 << (length - from)) - 1;
    characters -= popcnt(mask);
  }
  return characters;
}

/** Rules out formats that a text does not match. If an ordered format remains, updates the lowest and highest text. */
function narrowFormats(table: usize, at: usize, length: i32): void {
  let formats = load<u32>(table, FORMATS);
  if (formats === 0) return;
  formats &= textFormats(at, length);
  store<u32>(table, formats, FORMATS);
  if (length <= MAX_CODE) store<u32>(table, load<u32>(table, CODE_LENGTHS) | (1 << length), CODE_LENGTHS);
  if (formats & ORDERED_FORMATS) {
    keepExtreme(table + LEAST, at, length, -1);
    keepExtreme(table + GREATEST, at, length, 1);
  }
}

function keepExtreme(kept: usize, at: usize, length: i32, sign: i32): void {
  const keptLength = load<i32>(kept);
  if (keptLength > 0 && compare(at, length, kept + 4, keptLength) * sign <= 0) return;
  store<i32>(kept, length);
  memory.copy(kept + 4, at, length);
}
