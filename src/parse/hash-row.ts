import type { FieldBlock } from '../model.ts';

/**
 * A number of 53 bits that is the same for rows whose cells are. Two different rows have the same one in one of 9 × 10^15 cases, if nobody
 * aims at it.
 */
export function hashRow(record: readonly string[]): number {
  // Two hashes, each a multiplication a code unit as in FNV-1a; the second also brings its upper bits down, so that the two differ.
  let first = 0x1b873593;
  let second = 0x2f0b4a27;
  for (let cell = 0; cell < record.length; cell += 1) {
    const text = record[cell] as string;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      first = Math.imul(first ^ code, 0x5bd1e995);
      second = Math.imul(second ^ code, 0x85ebca6b);
      second ^= second >>> 15;
    }
    // The border of two cells counts as a code unit that no cell has.
    first = Math.imul(first ^ 0x10000, 0x5bd1e995);
    second = Math.imul(second ^ 0x10000, 0x85ebca6b);
  }
  return (mix(first ^ second) >>> 11) * 2 ** 32 + (mix(second) >>> 0);
}

/**
 * The same of records whose cells are given as bytes, though another number than that of their texts. Most are hashed as they stand
 * in the file; those with quotes as they would stand there without.
 */
export class FieldHash {
  readonly #delimiter: number;
  #room = new DataView(new ArrayBuffer(256));

  /** `delimiter` is the byte between the cells of a record. */
  constructor(delimiter: number) {
    this.#delimiter = delimiter;
  }

  of(block: FieldBlock, record: number): number {
    const { bounds, width, view } = block;
    const first = record * width * 2;
    const last = first + width * 2 - 1;
    for (let bound = first + 1; bound < last; bound += 2) {
      if (bounds[bound + 1] !== (bounds[bound] as number) + 1) return this.#ofQuoted(block, record);
    }
    return hashBytes(view, bounds[first] as number, bounds[last] as number);
  }

  #ofQuoted({ bytes, bounds, width }: FieldBlock, record: number): number {
    const first = record * width * 2;
    const most = (bounds[first + width * 2 - 1] as number) - (bounds[first] as number) + width;
    if (this.#room.byteLength < most) this.#room = new DataView(new ArrayBuffer(most * 2));
    let length = 0;
    for (let bound = first; bound < first + width * 2; bound += 2) {
      if (bound > first) {
        this.#room.setUint8(length, this.#delimiter);
        length += 1;
      }
      for (let at = bounds[bound] as number; at < (bounds[bound + 1] as number); at += 1) {
        // In a quoted cell, a delimiter is none, and counts as a byte that no text has.
        const byte = bytes[at] as number;
        this.#room.setUint8(length, byte === this.#delimiter ? 0xff : byte);
        length += 1;
      }
    }
    return hashBytes(this.#room, 0, length);
  }
}

function hashBytes(view: DataView, start: number, end: number): number {
  let first = 0x1b873593;
  let second = 0x2f0b4a27;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const word = view.getInt32(at);
    first = Math.imul(first ^ word, 0x5bd1e995);
    first ^= first >>> 15;
    second = Math.imul(second ^ word, 0x85ebca6b);
    second ^= second >>> 13;
  }
  for (; at < end; at += 1) {
    const byte = view.getUint8(at);
    first = Math.imul(first ^ byte, 0x5bd1e995);
    first ^= first >>> 15;
    second = Math.imul(second ^ byte, 0x85ebca6b);
    second ^= second >>> 13;
  }
  return (mix(first ^ second) >>> 11) * 2 ** 32 + (mix(second) >>> 0);
}

/** The finishing mixer of MurmurHash3: a change of any bit changes half of the bits. */
function mix(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
