/* Counts each distinct text of a column, and determines the lengths and order of the texts and the formats that all of them match. */

import * as constants from '../constants';
import { boundsOf, copy, isEqual, quote, source, special, width } from './bytes';
import { mayBeNull } from './column';
import { ALL_FORMATS, MAX_CODE, ORDERED_FORMATS, textFormats } from './formats';
import { hashBytes } from './hash';

/**
 * Data about a column, in `TEXTS_BYTES` bytes that the caller allocates. It also provides the index: the slots, the entries, and the bytes of
 * the distinct texts. `FIELDS` in profile/distribution/text-counter.ts has the offsets that it uses.
 */
@unmanaged
class Texts {
  slots: usize;
  /** A power of two, above the maximum number of entries. */
  slotCount: i32;
  entries: usize;
  entrySpace: i32;
  entryCount: i32;
  arena: usize;
  arenaSpace: i32;
  arenaUsed: u32;
  /** Flags, from `HAS_MORE` to `DIFFERS`. */
  bits: u32;
  /** Formats that all texts so far match, as bits. */
  formats: u32;
  /** Lengths of the texts so far that are short enough to be codes, as bits; not updated once no format is left. */
  codeLengths: u32;
  /** Number of entries when a text was first repeated, or `NEVER`. */
  firstRepeat: u32;
  count: f64;
  /** Number of characters in all texts, in the shortest, and in the longest. */
  characters: f64;
  shortest: u32;
  longest: u32;
  /** Address, length in bytes, entry number and number of characters of the last text. */
  last: usize;
  lastLength: i32;
  lastEntry: i32;
  lastCharacters: u32;
  /** Address and size of each of two adjacent buffers for texts whose doubled quotes are replaced with single ones. */
  buffers: usize;
  bufferSpace: i32;
}

/** Length and bytes of the lowest text in an ordered format, and of the highest one. */
const LEAST: usize = 96;
const GREATEST: usize = 160;

/** A distinct text. */
@unmanaged
class Entry {
  hash: u64;
  times: u32;
  /** Offset of its bytes, or `NOT_KEPT`. */
  offset: u32;
  length: i32;
  characters: u32;
}

@unmanaged
class Slot {
  /** The lower half of the hash. */
  hash: u32;
  /** Number of the entry, counted from 1, or 0 if the slot is free. */
  number: i32;
}

export const NEVER: u32 = 0xffffffff;
const NOT_KEPT: u32 = 0xffffffff;

const NO_ENTRY: i32 = -1;
const BLANK: i32 = 0x20;

/** Bytes needed for the text at which the index ran out of space; 1 if the text needs only an entry; 0 if there was enough space. */
export let lacking: i32 = 0;
/** Bytes needed in a buffer for the text at which counting stopped; 0 if the buffers were large enough. */
export let lackingInBuffer: i32 = 0;

/** Initialises a column. Its index has no space until the caller provides it. */
export function beginTexts(table: Texts): void {
  memory.fill(changetype<usize>(table), 0, constants.TEXTS_BYTES);
  table.bits = constants.ASCENDS | constants.DESCENDS | constants.DIFFERS;
  table.formats = ALL_FORMATS;
  table.firstRepeat = NEVER;
  table.shortest = NEVER;
}

/** Fills the slots, which are new, with the entries. */
export function fillSlots(table: Texts): void {
  memory.fill(table.slots, 0, table.slotCount * constants.SLOT_BYTES);
  for (let index: i32 = 0; index < table.entryCount; index += 1) {
    const hash = entryAt(table, index).hash;
    let slot = <i32>(hash >> 32);
    while (slotAt(table, slot).number !== 0) slot += 1;
    fill(slotAt(table, slot), hash, index);
  }
}

/**
 * Counts the non-empty cells of a column, starting at record `from`. Stops at a cell for which there is no space, or that may be null
 * according to the data at `column`, and returns the index of its record; otherwise returns `count`. If `column` is 0, only empty cells are
 * null. If `ids` is not 0, the entry number of each counted text is stored there, in 16 bits.
 */
export function countTexts(table: Texts, column: usize, cell: i32, from: i32, count: i32, ids: usize): i32 {
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
    if (ids !== 0) store<u16>(ids + ((<usize>record) << 1), <u16>table.lastEntry);
  }
  return count;
}

function countCell(table: Texts, record: i32, cell: i32, start: usize, end: usize): bool {
  const length = <i32>(end - start);
  if (quote < 0 || load<u8>(special + record * width + cell) === 0) return add(table, start, length);
  if (length > table.bufferSpace) {
    lackingInBuffer = length;
    return false;
  }
  // The last text may be in one of the two buffers, so the other one is used.
  const text = table.last === table.buffers ? table.buffers + table.bufferSpace : table.buffers;
  let target = text;
  for (let at = start; at < end; at += 1) {
    const byte = load<u8>(at);
    store<u8>(target, byte);
    target += 1;
    if (byte === <u8>quote) at += 1;
  }
  return add(table, text, <i32>(target - text));
}

/** Whether a cell may be a declared null token. True whenever it starts or ends with whitespace: it must then be trimmed first. */
function mayMeanNull(column: usize, start: usize, end: usize): bool {
  const first = <i32>load<u8>(start);
  return first <= BLANK || load<u8>(end - 1) <= <u8>BLANK || mayBeNull(column, first, <i32>(end - start));
}

/** Adds a text. Returns false if the index lacks space for it. */
function add(table: Texts, at: usize, length: i32): bool {
  if (table.count > 0 && length === table.lastLength && isEqual(at, table.last, length)) {
    // The last text has no entry if the maximum number of distinct texts was reached before it.
    if (table.lastEntry !== NO_ENTRY) repeat(table, table.lastEntry, 1);
    table.bits &= ~constants.DIFFERS;
    addCharacters(table, table.lastCharacters);
    table.last = at;
    return true;
  }
  let characters: u32 = 0;
  let entry = NO_ENTRY;
  if (table.bits & constants.HAS_MORE) {
    characters = charactersOf(at, length);
    narrowFormats(table, at, length);
  } else {
    const hash = hashBytes(at, at + length, 0);
    const slot = findSlot(table, hash, at, length);
    entry = slot.number - 1;
    if (entry !== NO_ENTRY) {
      repeat(table, entry, 1);
      characters = entryAt(table, entry).characters;
    } else {
      if (!hasSpace(table, length)) return false;
      characters = charactersOf(at, length);
      narrowFormats(table, at, length);
      entry = insert(table, slot, hash, at, length, characters, 1);
    }
  }
  // Texts are compared by bytes, which gives code point order.
  if (table.count > 0 && table.bits & (constants.ASCENDS | constants.DESCENDS)) {
    table.bits &= compare(at, length, table.last, table.lastLength) > 0 ? ~constants.DESCENDS : ~constants.ASCENDS;
  }
  addCharacters(table, characters);
  table.last = at;
  table.lastLength = length;
  table.lastEntry = entry;
  table.lastCharacters = characters;
  return true;
}

/**
 * Merges the entries of the next part of the column, starting with entry `from`, until there are too many distinct texts. `bytes` is the
 * address of the texts of that part, and `firstRepeat` is the number of its entries when a text was first repeated, or `NEVER`. `map`
 * receives each merged entry's number in this index, in 16 bits. Returns the first entry for which there is no space, or `count`.
 */
export function mergeTexts(
  table: Texts,
  entries: usize,
  bytes: usize,
  from: i32,
  count: i32,
  firstRepeat: u32,
  map: usize,
): i32 {
  lacking = 0;
  for (let index = from; index < count; index += 1) {
    if (table.bits & constants.HAS_MORE) return count;
    if (<u32>index === firstRepeat) noteRepeat(table);
    const next = changetype<Entry>(entries + index * constants.ENTRY_BYTES);
    const at: usize = next.offset === NOT_KEPT ? 0 : bytes + <usize>next.offset;
    const slot = findSlot(table, next.hash, at, next.length);
    let entry = slot.number - 1;
    if (entry !== NO_ENTRY) repeat(table, entry, next.times);
    else {
      if (!hasSpace(table, next.length)) return index;
      entry = insert(table, slot, next.hash, at, next.length, next.characters, next.times);
    }
    store<u16>(map + ((<usize>index) << 1), <u16>entry);
  }
  if (<u32>count === firstRepeat && !(table.bits & constants.HAS_MORE)) noteRepeat(table);
  return count;
}

function entryAt(table: Texts, entry: i32): Entry {
  return changetype<Entry>(table.entries + entry * constants.ENTRY_BYTES);
}

function repeat(table: Texts, entry: i32, times: u32): void {
  entryAt(table, entry).times += times;
  noteRepeat(table);
}

/** Records the first repeat, unless bytes were lost: a comparison of hashes alone cannot prove that texts are equal. */
function noteRepeat(table: Texts): void {
  if (table.firstRepeat === NEVER && !(table.bits & constants.HAS_LOST_BYTES)) table.firstRepeat = table.entryCount;
}

function addCharacters(table: Texts, characters: u32): void {
  table.count += 1;
  table.characters += <f64>characters;
  table.shortest = min(table.shortest, characters);
  table.longest = max(table.longest, characters);
}

/** The slot with this number, which starts again at 0 after the last one. */
function slotAt(table: Texts, slot: i32): Slot {
  return changetype<Slot>(table.slots + (slot & (table.slotCount - 1)) * constants.SLOT_BYTES);
}

function fill(slot: Slot, hash: u64, entry: i32): void {
  slot.hash = <u32>hash;
  slot.number = entry + 1;
}

/** The slot of a text, or the free slot where it belongs. `at` is 0 if only the hash and the length are known. */
function findSlot(table: Texts, hash: u64, at: usize, length: i32): Slot {
  let slot = slotAt(table, <i32>(hash >> 32));
  // The loop terminates because there are more slots than entries.
  for (let next = <i32>(hash >> 32) + 1; !isFreeOrHolds(table, slot, hash, at, length); next += 1)
    slot = slotAt(table, next);
  return slot;
}

function isFreeOrHolds(table: Texts, slot: Slot, hash: u64, at: usize, length: i32): bool {
  if (slot.number === 0) return true;
  if (slot.hash !== <u32>hash) return false;
  const entry = entryAt(table, slot.number - 1);
  if (entry.hash !== hash || entry.length !== length) return false;
  return at === 0 || entry.offset === NOT_KEPT || isEqual(at, table.arena + entry.offset, length);
}

/** Whether there is space for a new text, or none is needed because the maximum number of texts is reached. */
function hasSpace(table: Texts, length: i32): bool {
  if (table.entryCount === constants.MAX_DISTINCT) return true;
  const used = <i32>table.arenaUsed + length;
  const isKept = !(table.bits & constants.HAS_LOST_BYTES) && used <= constants.MAX_DISTINCT_BYTES;
  const isEnough = table.entryCount < table.entrySpace && (!isKept || used <= table.arenaSpace);
  if (!isEnough) lacking = isKept ? max(1, length) : 1;
  return isEnough;
}

/** Inserts a new text and returns its entry number, or `NO_ENTRY` if the maximum number of texts is reached. */
function insert(table: Texts, slot: Slot, hash: u64, at: usize, length: i32, characters: u32, times: u32): i32 {
  const count = table.entryCount;
  if (count === constants.MAX_DISTINCT) {
    table.bits |= constants.HAS_MORE;
    return NO_ENTRY;
  }
  if (at === 0 || table.arenaUsed + length > <u32>constants.MAX_DISTINCT_BYTES) table.bits |= constants.HAS_LOST_BYTES;
  const entry = entryAt(table, count);
  entry.hash = hash;
  entry.times = times;
  entry.offset = NOT_KEPT;
  entry.length = length;
  entry.characters = characters;
  if (!(table.bits & constants.HAS_LOST_BYTES)) {
    entry.offset = table.arenaUsed;
    copy(table.arena + table.arenaUsed, at, length);
    table.arenaUsed += length;
  }
  fill(slot, hash, count);
  table.entryCount = count + 1;
  return count;
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
function narrowFormats(table: Texts, at: usize, length: i32): void {
  if (table.formats === 0) return;
  table.formats &= textFormats(at, length);
  if (length <= MAX_CODE) table.codeLengths |= 1 << length;
  if (table.formats & ORDERED_FORMATS) {
    keepExtreme(changetype<usize>(table) + LEAST, at, length, -1);
    keepExtreme(changetype<usize>(table) + GREATEST, at, length, 1);
  }
}

function keepExtreme(kept: usize, at: usize, length: i32, sign: i32): void {
  const keptLength = load<i32>(kept);
  if (keptLength > 0 && compare(at, length, kept + 4, keptLength) * sign <= 0) return;
  store<i32>(kept, length);
  memory.copy(kept + 4, at, length);
}
