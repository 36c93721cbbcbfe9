import {
  ENTRY_BYTES,
  HAS_MORE,
  MAX_DISTINCT,
  MAX_DISTINCT_BYTES,
  SLOT_BYTES,
  TEXTS_BYTES,
} from '../../kernel/constants.ts';
import { readKept } from '../../kernel/kept-bytes.ts';
import type { Kernel } from '../../kernel/kernel.ts';

/** Counts and formats of consecutive strings of a column, as plain data that threads can exchange. */
export type TextsSnapshot = ReturnType<TextCounter['snapshot']>;

/** Maximum number of distinct strings in a text column that may be part of a key of several columns. */
export const MAX_KEY_TEXTS = 1 << 14;

/** Initial space for a column's entries and for the bytes of their strings. It is small, since a table may have 100,000 columns. */
const FIRST_ENTRIES = 4;
const FIRST_BYTES = 64;
const SLOTS_PER_ENTRY = 2;
/** Positions in a column's kernel table: `FIELDS` are 32-bit indexes, `COUNT` and `CHARACTERS` 64-bit indexes, the others byte offsets. */
const FIELDS = {
  slots: 0,
  entries: 2,
  entrySpace: 3,
  entryCount: 4,
  arena: 5,
  arenaSpace: 6,
  arenaUsed: 7,
  bits: 8,
  formats: 9,
  codeLengths: 10,
  firstRepeat: 11,
  shortest: 16,
  longest: 17,
  last: 18,
  lastLength: 19,
  buffers: 22,
} as const;
const COUNT = 6;
const CHARACTERS = 7;
const LEAST = 96;
const GREATEST = 160;
/** Size of an entry, in 32-bit integers, and the indexes of its fields. */
const ENTRY_WORDS = ENTRY_BYTES / Uint32Array.BYTES_PER_ELEMENT;
const ENTRY_FIELDS = { times: 2, offset: 3, length: 4 } as const;
/** Offset of a string whose bytes were not kept. */
const NOT_KEPT = 0xffffffff;

/** Counts the distinct strings of a column in the memory of a kernel, which must not be freed while the counter is in use. */
export class TextCounter {
  readonly #kernel: Kernel;
  readonly #table: number;
  /** Entry indexes of all strings so far, in the first `#idCount` elements; null if they are not kept. */
  #ids: Uint16Array<ArrayBuffer> | null = new Uint16Array(0);
  #idCount = 0;
  /** Address and size of the buffer to which `keepLast` copies the last string. */
  #last = 0;
  #lastSpace = 0;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    this.#table = kernel.allocate(TEXTS_BYTES);
    kernel.call.beginTexts(this.#table);
    this.#grow(0);
  }

  /**
   * Counts the non-empty cells of a column, from record `from` to `records - 1`. If `column` is the address of the kernel's state for the
   * column, counting stops at the first cell that may be null, and the index of its record is returned. If `column` is 0, all non-empty
   * cells are counted and `records` is returned. `ids` is the address of a buffer with 16 bits for each record, which `endBlock` reads.
   */
  count(column: number, cell: number, from: number, records: number, ids: number): number {
    const { call } = this.#kernel;
    for (;;) {
      const next = call.countTexts(this.#table, column, cell, from, records, this.#ids ? ids : 0);
      if (next === records || !this.#makeSpace()) return next;
      from = next;
    }
  }

  /** Ends a block of records whose cells have been counted. */
  endBlock(records: number, ids: number): void {
    if (!this.#ids) return;
    const hasNulls = this.#doubles()[COUNT] !== this.#idCount + records;
    if (hasNulls || (this.#fields()[FIELDS.entryCount] as number) > MAX_KEY_TEXTS) {
      this.#ids = null;
      return;
    }
    if (this.#idCount + records > this.#ids.length) {
      const capacity = Math.max(this.#idCount + records, this.#ids.length * 2);
      this.#ids = new Uint16Array(this.#ids.buffer.transfer(capacity * Uint16Array.BYTES_PER_ELEMENT));
    }
    this.#ids.set(new Uint16Array(this.#kernel.bytes.buffer, ids, records), this.#idCount);
    this.#idCount += records;
  }

  /** Makes space for the string at which the kernel stopped; returns false if it did not stop for lack of space. */
  #makeSpace(): boolean {
    const { lacking, lackingInBuffer } = this.#kernel.results;
    const space = lackingInBuffer.value * 2;
    if (space > 0) this.#setFields(FIELDS.buffers, this.#kernel.allocate(space * 2), space);
    else if (lacking.value > 0) this.#grow(lacking.value);
    else return false;
    return true;
  }

  /** Adds the distinct strings of the next part. Returns the index of each in this counter. If `hasMore` is then true, some are missing. */
  absorb(next: TextsSnapshot): Uint16Array {
    const { call } = this.#kernel;
    const count = next.entries.length / ENTRY_BYTES;
    const entries = this.#kernel.allocate(next.entries.length);
    const bytes = this.#kernel.allocate(next.bytes.length);
    this.#kernel.bytes.set(readKept(next.entries), entries);
    this.#kernel.bytes.set(readKept(next.bytes), bytes);
    const map = this.#kernel.allocate(count * Uint16Array.BYTES_PER_ELEMENT);
    for (let from = 0; from < count; ) {
      from = call.mergeTexts(this.#table, entries, bytes, from, count, next.firstRepeat, map);
      if (from < count) this.#makeSpace();
    }
    return new Uint16Array(this.#kernel.bytes.buffer, map, count).slice();
  }

  /** Makes space for one more entry and for the bytes of its string. */
  #grow(bytes: number): void {
    const { call } = this.#kernel;
    const fields = this.#fields();
    const [count, used] = [fields[FIELDS.entryCount] as number, fields[FIELDS.arenaUsed] as number];
    const needed = used + bytes;
    if (count === fields[FIELDS.entrySpace]) {
      const space = Math.max(FIRST_ENTRIES, Math.min(MAX_DISTINCT, count * 4));
      const slots = this.#kernel.allocate(space * SLOTS_PER_ENTRY * SLOT_BYTES);
      const entries = this.#move(FIELDS.entries, count * ENTRY_BYTES, space * ENTRY_BYTES);
      this.#setFields(FIELDS.slots, slots, space * SLOTS_PER_ENTRY, entries, space);
      call.fillSlots(this.#table);
    }
    const arenaSpace = this.#fields()[FIELDS.arenaSpace] as number;
    if (arenaSpace < needed || arenaSpace === 0) {
      const space = Math.max(FIRST_BYTES, Math.min(MAX_DISTINCT_BYTES, needed * 2));
      this.#setFields(FIELDS.arena, this.#move(FIELDS.arena, used, space), space);
    }
  }

  /** Copies `length` bytes from the address in a field to a new buffer of `space` bytes, and returns the address of that. */
  #move(field: number, length: number, space: number): number {
    const to = this.#kernel.allocate(space);
    const from = this.#fields()[field] as number;
    this.#kernel.bytes.copyWithin(to, from, from + length);
    return to;
  }

  #setFields(first: number, ...values: readonly number[]): void {
    this.#fields().set(values, first);
  }

  #fields(): Uint32Array {
    const { bytes } = this.#kernel;
    return new Uint32Array(bytes.buffer, this.#table, TEXTS_BYTES / Uint32Array.BYTES_PER_ELEMENT);
  }

  #doubles(): Float64Array {
    return new Float64Array(this.#kernel.bytes.buffer, this.#table, CHARACTERS + 1);
  }

  /** A copy of the last string that was counted; null before the first. */
  #copyOfLast(): Uint8Array | null {
    const fields = this.#fields();
    const at = fields[FIELDS.last] as number;
    return at === 0 ? null : this.#bytesAt(at, fields[FIELDS.lastLength] as number).slice();
  }

  /** Copies the last string to a separate buffer, since the memory in which it was counted is reused. */
  keepLast(): void {
    const last = this.#copyOfLast();
    if (!last) return;
    if (last.length > this.#lastSpace) {
      this.#lastSpace = last.length * 2;
      this.#last = this.#kernel.allocate(this.#lastSpace);
    }
    this.#kernel.bytes.set(last, this.#last);
    this.#setFields(FIELDS.last, this.#last, last.length);
  }

  /** Whether there are more distinct strings than can be counted. */
  get hasMore(): boolean {
    return ((this.#fields()[FIELDS.bits] as number) & HAS_MORE) !== 0;
  }

  snapshot() {
    const kernel = this.#kernel;
    const fields = this.#fields();
    const field = (name: keyof typeof FIELDS): number => fields[FIELDS[name]] as number;
    const doubles = this.#doubles();
    const entries = this.#bytesAt(field('entries'), field('entryCount') * ENTRY_BYTES);
    const bytes = this.#bytesAt(field('arena'), field('arenaUsed'));
    return {
      /** The kernel's flags for these strings, from `HAS_MORE` to `DIFFERS`. */
      bits: field('bits'),
      formats: field('formats'),
      codeLengths: field('codeLengths'),
      /** Number of distinct strings that had occurred when the first repeat was found; 0xffffffff if none was found. */
      firstRepeat: field('firstRepeat'),
      /** Number of strings, including repetitions. */
      count: doubles[COUNT] as number,
      /** Number of characters in all strings together, in the shortest and in the longest. */
      characters: doubles[CHARACTERS] as number,
      shortest: field('shortest'),
      longest: field('longest'),
      /** Entries of the distinct strings, in the kernel's layout and in order of first occurrence, and the bytes of the strings. */
      entries: kernel.keep(entries),
      bytes: kernel.keep(bytes),
      /** The first and the last string. `first` is null if there are no strings, or if the bytes of the first one were not kept. */
      first: entriesIn(entries, bytes).textAt(0)?.slice() ?? null,
      last: this.#copyOfLast() ?? new Uint8Array(0),
      /** The lowest and the highest string; meaningful only if all strings share a format that has an order. */
      least: this.#extreme(LEAST),
      greatest: this.#extreme(GREATEST),
      /** For each record, the index of its string's entry, in 16 bits; null if any has no string or there are too many distinct ones. */
      ids: this.#ids && kernel.keep(new Uint8Array(this.#ids.buffer, 0, this.#idCount * Uint16Array.BYTES_PER_ELEMENT)),
    };
  }

  #extreme(offset: number): Uint8Array {
    const length = this.#fields()[offset / Uint32Array.BYTES_PER_ELEMENT] as number;
    return this.#bytesAt(this.#table + offset + Uint32Array.BYTES_PER_ELEMENT, length).slice();
  }

  #bytesAt(address: number, length: number): Uint8Array {
    return new Uint8Array(this.#kernel.bytes.buffer, address, length);
  }
}

/** The distinct strings of a snapshot: their number, how often each occurs, and its bytes, which are null if they were not kept. */
export function entriesIn(entries: Uint8Array, bytes: Uint8Array) {
  const fields = new Uint32Array(entries.buffer, entries.byteOffset, entries.length / Uint32Array.BYTES_PER_ELEMENT);
  const fieldAt = (index: number, field: keyof typeof ENTRY_FIELDS): number | undefined =>
    fields[index * ENTRY_WORDS + ENTRY_FIELDS[field]];
  return {
    length: fields.length / ENTRY_WORDS,
    timesAt: (index: number): number => fieldAt(index, 'times') as number,
    textAt: (index: number): Uint8Array | null => {
      const offset = fieldAt(index, 'offset') ?? NOT_KEPT;
      return offset === NOT_KEPT ? null : bytes.subarray(offset, offset + (fieldAt(index, 'length') as number));
    },
  };
}
