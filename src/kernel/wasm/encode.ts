/* Converts the bytes of records to JSON. */

import { BY_CALLER, MAX_RECORD, NUMBERS_AS_THEY_STAND, WORD, WRITTEN_BYTES } from '../constants';
import { boundsOf, copy, quote, source, special, width } from './bytes';

const QUOTATION_MARK: i32 = 0x22;
const BACKSLASH: i32 = 0x5c;
const CLOSING_BRACE: u8 = 0x7d;
const BLANK: i32 = 0x20;
/** The bytes of `null`, and of a comma and LF, as little-endian integers. */
const NULL: u32 = 0x6c6c756e;
const BETWEEN_RECORDS: u16 = 0x0a2c;
/** The bytes of `\u00`, the start of an escaped control character such as `\u001f`. */
const UNICODE_ESCAPE: u32 = 0x3030755c;

/** Maximum length of an escaped byte in JSON, such as `\u001f`. */
const MAX_TOKEN: i32 = 6;

/** Description of a column. Its key is the JSON before each cell, such as `,"name":`. */
@unmanaged
class Written {
  key: usize;
  keyLength: i32;
  /** How its cells are written: one of the modes below. */
  mode: i32;
}

/** Record at which encoding stopped, and index of the cell that the caller must write, or -1 if no cell is left to it. */
export let stoppedAt: i32 = 0;
export let stoppedCell: i32 = -1;

let keysLength: i32 = 0;

/** Adds up the lengths of all keys in an array of `Written`. Returns the number of bytes to reserve for the JSON of the longest record. */
export function prepareEncode(columns: usize): i32 {
  keysLength = 0;
  for (let cell: i32 = 0; cell < width; cell += 1) keysLength += columnAt(columns, cell).keyLength;
  return mostBytes(MAX_RECORD);
}

function columnAt(columns: usize, cell: i32): Written {
  return changetype<Written>(columns + cell * WRITTEN_BYTES);
}

/** Bytes to reserve for the JSON of a record. `cellBytes` is the length of its cells with the delimiters between them. */
function mostBytes(cellBytes: i32): i32 {
  return keysLength + (cellBytes + width) * MAX_TOKEN + 2 * WORD;
}

/**
 * Writes records to `target` as JSON, from cell `cell` of record `from`. Returns the address after the JSON. A comma and LF precede
 * each record not at `start`. Stops at record `to`, at a record that may not fit before `end`, or at a cell that the caller must write.
 */
export function encode(columns: usize, from: i32, cell: i32, to: i32, start: usize, target: usize, end: usize): usize {
  let at = target;
  for (let record = from; record < to; record += 1) {
    if (cell === 0) {
      if (at + mostBytes(bytesOf(record)) > end) return stop(record, -1, at);
      if (at > start) {
        store<u16>(at, BETWEEN_RECORDS);
        at += 2;
      }
    }
    let bound = boundsOf(record, cell);
    let mark = special + record * width + cell;
    for (; cell < width; cell += 1) {
      const column = columnAt(columns, cell);
      copy(at, column.key, column.keyLength);
      at += column.keyLength;
      const first = source + load<i32>(bound);
      const length = load<i32>(bound, 4) - load<i32>(bound);
      const mode = column.mode;
      if (length === 0) {
        store<u32>(at, NULL);
        at += 4;
      } else if (mode === NUMBERS_AS_THEY_STAND) {
        copy(at, first, length);
        at += length;
      } else if (mode === BY_CALLER || load<u8>(first) <= <u8>BLANK) {
        return stop(record, cell, at);
      } else {
        store<u8>(at, <u8>QUOTATION_MARK);
        if (load<u8>(mark) === 1) at = writeEscaped(first, first + length, at + 1);
        else {
          copy(at + 1, first, length);
          at += length + 1;
        }
        store<u8>(at, <u8>QUOTATION_MARK);
        at += 1;
      }
      bound += 8;
      mark += 1;
    }
    store<u8>(at, CLOSING_BRACE);
    at += 1;
    cell = 0;
  }
  return stop(to, -1, at);
}

function stop(record: i32, cell: i32, at: usize): usize {
  stoppedAt = record;
  stoppedCell = cell;
  return at;
}

function bytesOf(record: i32): i32 {
  return load<i32>(boundsOf(record, width) - 4) - load<i32>(boundsOf(record, 0));
}

/** Writes a text as the content of a JSON string (RFC 8259, section 7), with the same escapes as `JSON.stringify`. */
function writeEscaped(first: usize, end: usize, target: usize): usize {
  const isQuoted = <i32>load<u8>(first - 1) === quote;
  let at = target;
  for (let from = first; from < end; from += 1) {
    const code = <i32>load<u8>(from);
    if (isQuoted && code === quote) from += 1;
    if (code >= 0x20 && code !== QUOTATION_MARK && code !== BACKSLASH) {
      store<u8>(at, <u8>code);
      at += 1;
    } else at = writeEscape(code, at);
  }
  return at;
}

/** The letters of the short escapes of U+0008 to U+000D, such as `n` in `\n`; 0 for U+000B, which has none. */
const LETTERS = memory.data<u8>([0x62, 0x74, 0x6e, 0, 0x66, 0x72]);

/** Writes the escape of a quotation mark, a backslash or a control character. */
function writeEscape(code: i32, at: usize): usize {
  const letter: i32 = code >= 0x20 ? code : code >= 0x08 && code <= 0x0d ? load<u8>(LETTERS + code - 0x08) : 0;
  if (letter !== 0) {
    store<u8>(at, <u8>BACKSLASH);
    store<u8>(at, <u8>letter, 1);
    return at + 2;
  }
  store<u32>(at, UNICODE_ESCAPE);
  store<u8>(at, <u8>hexDigit(code >> 4), 4);
  store<u8>(at, <u8>hexDigit(code & 15), 5);
  return at + MAX_TOKEN;
}

function hexDigit(value: i32): i32 {
  return value < 10 ? 0x30 + value : 0x57 + value;
}
