/* Collects the values of a row group of an Apache Parquet file from JSON records, and encodes the pages of its columns. */

import * as constants from '../constants';
import { copy, isEqual } from './bytes';
import { powerOfTen } from './cells';
import { BETWEEN, endOfText, hasEscapes, NULL, NULL_LENGTH, QUOTE, writeUnescaped } from './convert';
import { hashBytes } from './hash';
import { compressSnappy, writeVarint } from './snappy';
import { compare } from './texts';

/** A column of the row group. The caller allocates `STORED_BYTES` bytes for each, and stores the first three fields. */
@unmanaged
class Stored {
  /** Type of the values, from `INTEGERS` to `STRINGS`. */
  type: i32;
  /** Length of the key in the JSON, with the byte before it and the colon after it. */
  keyLength: u32;
  /** How the numbers of all row groups are written: a bit for each number of decimals, and `ENDS_IN_ZERO` and `OTHER_DIGITS`. */
  digits: u32;
  /** Address of the definition levels, one byte for each record: 1 for a value, 0 for null. */
  levels: usize;
  /** First block of values, or 0; last block; address after its values, and after its space. */
  first: usize;
  last: usize;
  end: usize;
  limit: usize;
  /** Number of values, and their length in bytes. */
  count: i32;
  bytes: i32;
}

/** A block has the address of the next block, or 0, the address after its values, and whole values in PLAIN encoding. */
const BLOCK_END: usize = 4;
const BLOCK_HEAD: usize = 8;
/** Size of a column's first block and of the others, unless a text needs more. */
const FIRST_BLOCK: i32 = 1 << 10;
const NEXT_BLOCK: i32 = 1 << 13;
/** Size of the length before each text. */
const LENGTH_BYTES: usize = 4;
const NUMBER_BYTES: usize = 8;
const SLOT_BYTES: i32 = 8;

/** A column of numbers gets a dictionary only if it has at least this many values for each distinct one. */
const MIN_REPEATS: i32 = 4;
/** Doubles represent all integers up to this one. */
const MAX_EXACT: u64 = 1 << 53;
/** A number with more significant digits than 15, or a smaller one, is not written as JavaScript writes its double. */
const MAX_PLAIN: u64 = 999_999_999_999_999;
const MIN_PLAIN: f64 = 1e-6;
/** Integers of more digits may have more than 64 bits. */
const MAX_DIGITS: usize = 18;
/** Runs of fewer equal numbers are packed together with their neighbours, eight numbers at a time. */
const GROUP: i32 = 8;

let columns: usize = 0;
let width: i32 = 0;
let maxRecords: i32 = 0;
let maxBytes: i32 = 0;
let seed: u64 = 0;
/** First address that belongs to the row group, first free address, and the address after the values. */
let heap: usize = 0;
let free: usize = 0;
let afterValues: usize = 0;
let input: usize = 0;
let inputSpace: i32 = 0;
let bytesOfGroup: i32 = 0;
/** Column of the next value. */
let next: i32 = 0;

/** Number of records in the row group, and whether it is complete. */
export let groupRecords: i32 = 0;
export let isFull: bool = false;
/** Address after what `addRecords` has read. */
export let readEnd: usize = 0;
/** Type of the number at which `addRecords` stopped, and which the caller must add; -1 if it did not stop at a number. */
export let awaited: i32 = -1;

/**
 * Begins the row groups of a table. They have at most `records` records, and end early after the record with which their values reach
 * `bytes` bytes. `from` is the first address that the caller has not allocated; from there on, the memory belongs to the row group.
 * `secret` is unknown to those who write the values, so that they cannot give them equal hashes.
 */
export function beginGroups(table: usize, count: i32, records: i32, bytes: i32, from: usize, secret: u32): void {
  columns = table;
  width = count;
  maxRecords = records;
  maxBytes = bytes;
  heap = from;
  seed = secret;
  clearGroup();
}

/** Begins the next row group. */
export function clearGroup(): void {
  free = heap;
  inputSpace = 0;
  bytesOfGroup = 0;
  groupRecords = 0;
  isFull = false;
  next = 0;
  for (let column: i32 = 0; column < width; column++) {
    const stored = columnAt(column);
    const levels = offsetof<Stored>('levels');
    memory.fill(changetype<usize>(stored) + levels, 0, <usize>constants.STORED_BYTES - levels);
    stored.levels = allocate(maxRecords);
  }
}

function columnAt(column: i32): Stored {
  return changetype<Stored>(columns + column * constants.STORED_BYTES);
}

/** Allocates memory of the row group, with a spare word after it. */
function allocate(bytes: i32): usize {
  const at = (free + 15) & ~15;
  free = at + bytes + constants.WORD;
  const size = memory.size();
  const missing = <i32>((free + constants.STRIDE + 0xffff) >> 16) - size;
  if (missing > 0 && memory.grow(max(missing, size >> 2)) < 0 && memory.grow(missing) < 0) unreachable();
  return at;
}

/** Address for JSON of up to `bytes` bytes, from which records can be added; valid until a row group begins or this is called again. */
export function inputFor(bytes: i32): usize {
  if (bytes > inputSpace) {
    inputSpace = max(bytes, inputSpace << 1);
    input = allocate(inputSpace);
  }
  return input;
}

/**
 * Adds up to `count` records from their JSON, which may begin after any value. Returns the number of records that are complete. Stops if the
 * row group is full, or at a number with many digits or an exponent: the caller adds it and continues after it.
 */
export function addRecords(from: usize, count: i32): i32 {
  let at = from;
  let column = next;
  awaited = -1;
  for (let added: i32 = 0; added < count; column = 0) {
    for (; column < width; column++) {
      const stored = columnAt(column);
      at += stored.keyLength;
      const first = load<u8>(at);
      store<u8>(stored.levels + groupRecords, first === NULL ? 0 : 1);
      if (first === NULL) at += NULL_LENGTH;
      else if (first === QUOTE) at = addText(stored, at + 1);
      else {
        const end = readNumber(stored, at);
        if (end === 0) {
          awaited = stored.type;
          next = column;
          readEnd = at;
          return added;
        }
        at = end;
      }
    }
    at += BETWEEN;
    added++;
    groupRecords++;
    if (groupRecords === maxRecords || bytesOfGroup >= maxBytes) {
      isFull = true;
      count = added;
    }
  }
  next = 0;
  readEnd = at;
  return count;
}

/** Adds the number at which `addRecords` stopped: the 64 bits of its integer or double, which are at `at`. */
export function addAwaited(at: usize): void {
  const stored = columnAt(next);
  if (stored.type === constants.DOUBLES) stored.digits |= constants.OTHER_DIGITS;
  addNumber(stored, load<i64>(at));
  next++;
}

function addNumber(stored: Stored, bits: i64): void {
  const at = reserve(stored, <i32>NUMBER_BYTES);
  store<i64>(at, bits);
  end(stored, at, at + NUMBER_BYTES);
}

/** Adds the string whose content starts at `from`; returns the address after its closing quote. */
function addText(stored: Stored, from: usize): usize {
  const close = endOfText(from);
  const at = reserve(stored, <i32>(LENGTH_BYTES + close - from));
  let to = at + LENGTH_BYTES;
  if (hasEscapes) to = writeUnescaped(from, close, to, false);
  else {
    copy(to, from, <i32>(close - from));
    to += close - from;
  }
  store<u32>(at, <u32>(to - at - LENGTH_BYTES));
  end(stored, at, to);
  return close + 1;
}

/** Reads and adds the number at `from`. Returns the address after it, or 0 if its nearest value is not found so simply. */
function readNumber(stored: Stored, from: usize): usize {
  const isNegative = load<u8>(from) === 0x2d;
  let at = isNegative ? from + 1 : from;
  const first = at;
  let point: usize = 0;
  let digits: u64 = 0;
  let byte: u32 = load<u8>(at);
  while (true) {
    if (byte - 0x30 < 10) digits = digits * 10 + (byte - 0x30);
    else if (byte === 0x2e) point = at;
    else break;
    byte = load<u8>(++at);
  }
  if (at - first > MAX_DIGITS || (byte !== 0x2c && byte !== 0x7d)) return 0;
  if (isNegative && digits === 0) stored.digits |= constants.OTHER_DIGITS;
  if (stored.type === constants.INTEGERS) addNumber(stored, isNegative ? -(<i64>digits) : digits);
  else {
    if (digits > MAX_EXACT) return 0;
    // Both operands are exact, so the quotient is correctly rounded (Clinger, "How to read floating point numbers accurately", 1990).
    const decimals = point === 0 ? 0 : <i32>(at - point) - 1;
    const size = <f64>digits / powerOfTen(decimals);
    stored.digits |= 1 << decimals;
    if (decimals > 0 && digits % 10 === 0) stored.digits |= constants.ENDS_IN_ZERO;
    if (digits > MAX_PLAIN || (size < MIN_PLAIN && digits !== 0)) stored.digits |= constants.OTHER_DIGITS;
    addNumber(stored, reinterpret<i64>(isNegative ? -size : size));
  }
  return at;
}

/** Address for the next value of a column, of up to `bytes` bytes. */
function reserve(stored: Stored, bytes: i32): usize {
  if (stored.end + bytes <= stored.limit) return stored.end;
  const size = max(stored.last === 0 ? FIRST_BLOCK : NEXT_BLOCK, bytes + <i32>BLOCK_HEAD);
  const block = allocate(size);
  store<u32>(block, 0);
  if (stored.last === 0) stored.first = block;
  else store<u32>(stored.last, <u32>block);
  stored.last = block;
  stored.limit = block + size;
  return block + BLOCK_HEAD;
}

/** Records that a column's last value is from `at` to `after`. */
function end(stored: Stored, at: usize, after: usize): void {
  const length = <i32>(after - at);
  stored.end = after;
  store<u32>(stored.last, <u32>after, BLOCK_END);
  stored.count += 1;
  stored.bytes += length;
  bytesOfGroup += length;
}

/**
 * Encodes a column of the row group, after which no records can be added. Stores 32-bit integers at `results`: for the dictionary page and
 * then for the data page, its uncompressed length and the address and length of its compressed bytes; the number of values in the
 * dictionary, 0 without a dictionary; the number of values in the column; and the addresses of the least and the greatest of them, in PLAIN
 * encoding. Pages and values are valid until the next column is encoded.
 */
export function encodeColumn(column: i32, results: usize): void {
  if (column === 0) afterValues = free;
  free = afterValues;
  const stored = columnAt(column);
  const count = stored.count;
  const values = allocate(count << 2);
  const entries = allocate(count << 2);
  const indexes = allocate(count << 2);
  listValues(stored, values);
  const distinct = findDistinct(stored, values, entries, indexes);
  const bits = distinct > 0 ? 32 - clz(distinct - 1) : 0;
  const table = allocate(constants.SNAPPY_TABLE_BYTES);
  // A run of numbers, and eight that are packed, take up to five bytes more than the bits of eight.
  const page = allocate(((groupRecords >> 3) + 1) * 6 + ((count >> 3) + 1) * (bits + 5) + stored.bytes);
  if (distinct > 0) writePage(page, writeValues(stored, entries, distinct, page), table, results);
  let to = writeHybrid(stored.levels, 0, groupRecords, 1, page + LENGTH_BYTES);
  store<u32>(page, <u32>(to - page - LENGTH_BYTES));
  if (distinct > 0) {
    store<u8>(to++, bits);
    to = writeHybrid(indexes, 2, count, bits, to);
  } else to = writeValues(stored, values, count, to);
  writePage(page, to, table, results + 12);
  store<i32>(results, distinct, 24);
  store<i32>(results, count, 28);
  if (distinct > 0) storeExtremes(stored, entries, distinct, results + 32);
  else storeExtremes(stored, values, count, results + 32);
}

/** Compresses a page, and stores its uncompressed length, and the address and length of its compressed bytes. */
function writePage(from: usize, end: usize, table: usize, results: usize): void {
  const length = <i32>(end - from);
  const target = allocate(32 + length + length / 6);
  store<i32>(results, length);
  store<u32>(results, <u32>target, 4);
  store<i32>(results, compressSnappy(from, length, table, target), 8);
}

/** Address after the value of a column at `at`. */
function endOf(stored: Stored, at: usize): usize {
  return at + (stored.type === constants.STRINGS ? LENGTH_BYTES + load<u32>(at) : NUMBER_BYTES);
}

/** Stores the address of each value of a column in `values`. */
function listValues(stored: Stored, values: usize): void {
  for (let block = stored.first; block !== 0; block = load<u32>(block)) {
    const end = <usize>load<u32>(block, BLOCK_END);
    for (let at = block + BLOCK_HEAD; at < end; at = endOf(stored, at), values += 4) store<u32>(values, <u32>at);
  }
}

/**
 * Finds the distinct values. Stores the address of each in `entries`, and for each of the `values` of the column, the index of its entry in
 * `indexes`. Returns the number of entries, or 0 if a dictionary would save no space, or if too many numbers are distinct.
 */
function findDistinct(stored: Stored, values: usize, entries: usize, indexes: usize): i32 {
  const count = stored.count;
  const most = stored.type === constants.STRINGS ? count : (count + MIN_REPEATS - 1) / MIN_REPEATS;
  // Each slot has 32 bits of a hash, and the index of an entry plus 1, or 0 if it is free.
  const slotCount: i32 = 1 << (32 - clz(most + (most >> 1)));
  const slots = allocate(slotCount * SLOT_BYTES);
  memory.fill(slots, 0, slotCount * SLOT_BYTES);
  let found: i32 = 0;
  let saved = stored.bytes;
  for (let value: i32 = 0; value < count; value++) {
    const at = <usize>load<u32>(values + (value << 2));
    const length = <i32>(endOf(stored, at) - at);
    const hash = hashBytes(at, at + length, seed);
    let slot = <i32>(hash >> 32);
    let index: i32 = 0;
    while (true) {
      const address = slots + (slot++ & (slotCount - 1)) * SLOT_BYTES;
      index = load<i32>(address, 4) - 1;
      if (index < 0) {
        index = found++;
        saved -= length;
        // Eight indexes have a byte for each of their bits.
        if (found > most || saved <= (count * (32 - clz(index)) + 7) >> 3) return 0;
        store<u32>(address, <u32>hash);
        store<i32>(address, found, 4);
        store<u32>(entries + (index << 2), <u32>at);
        break;
      }
      if (load<u32>(address) !== <u32>hash) continue;
      const other = load<u32>(entries + (index << 2));
      // Texts of different lengths differ in their first bytes.
      if (load<u32>(other) === load<u32>(at) && isEqual(other, at, length)) break;
    }
    store<i32>(indexes + (value << 2), index);
  }
  return found;
}

/** Copies values, whose addresses are in `entries`, and returns the address after them. */
function writeValues(stored: Stored, entries: usize, count: i32, to: usize): usize {
  for (let index: i32 = 0; index < count; index++) {
    const at = <usize>load<u32>(entries + (index << 2));
    const length = endOf(stored, at) - at;
    copy(to, at, <i32>length);
    to += length;
  }
  return to;
}

/** Stores the addresses of the least and the greatest of the values whose addresses are in `entries`. */
function storeExtremes(stored: Stored, entries: usize, count: i32, results: usize): void {
  let least = <usize>load<u32>(entries);
  let greatest = least;
  for (let index: i32 = 1; index < count; index++) {
    const at = <usize>load<u32>(entries + (index << 2));
    if (order(stored, at, least) < 0) least = at;
    else if (order(stored, at, greatest) > 0) greatest = at;
  }
  store<u32>(results, <u32>least);
  store<u32>(results, <u32>greatest, 4);
}

/** Negative if value `a` is less than value `b`, positive if it is greater. Texts are compared by bytes. */
function order(stored: Stored, a: usize, b: usize): i32 {
  if (stored.type === constants.STRINGS) return compare(a + LENGTH_BYTES, load<i32>(a), b + LENGTH_BYTES, load<i32>(b));
  if (stored.type === constants.DOUBLES) return <i32>(load<f64>(a) > load<f64>(b)) - <i32>(load<f64>(a) < load<f64>(b));
  return <i32>(load<i64>(a) > load<i64>(b)) - <i32>(load<i64>(a) < load<i64>(b));
}

/**
 * Writes numbers of `bits` bits in the RLE/bit-packing hybrid encoding (https://parquet.apache.org/docs/file-format/data-pages/encodings/).
 * They are unsigned integers of 1 << `shift` bytes. Returns the address after the encoding.
 */
function writeHybrid(from: usize, shift: i32, count: i32, bits: i32, to: usize): usize {
  let packed: i32 = 0;
  let at: i32 = 0;
  while (at < count) {
    const value = numberAt(from, shift, at);
    let run: i32 = 1;
    while (at + run < count && numberAt(from, shift, at + run) === value) run++;
    if (run < GROUP) {
      at += GROUP;
      continue;
    }
    if (at > packed) to = writePacked(from, shift, packed, at, count, bits, to);
    to = writeVarint(to, run << 1);
    store<u32>(to, value);
    to += (bits + 7) >> 3;
    at += run;
    packed = at;
  }
  return at > packed ? writePacked(from, shift, packed, at, count, bits, to) : to;
}

/** Packs the numbers from index `first` to `end`, a whole number of groups; those after the last are 0. */
function writePacked(from: usize, shift: i32, first: i32, end: i32, count: i32, bits: i32, to: usize): usize {
  const start = writeVarint(to, (((end - first) / GROUP) << 1) | 1);
  let at = start;
  let buffer: u64 = 0;
  let used: i32 = 0;
  for (let index = first; index < min(end, count); index++) {
    buffer |= (<u64>numberAt(from, shift, index)) << used;
    used += bits;
    if (used >= 32) {
      store<u32>(at, <u32>buffer);
      at += 4;
      buffer >>= 32;
      used -= 32;
    }
  }
  store<u64>(at, buffer);
  const after = start + ((end - first) / GROUP) * bits;
  if (at + 8 < after) memory.fill(at + 8, 0, after - at - 8);
  return after;
}

function numberAt(from: usize, shift: i32, index: i32): u32 {
  return shift === 0 ? load<u8>(from + index) : load<u32>(from + (index << 2));
}
