const [QUOTE, COMMA, BACKSLASH, OBJECT_END] = [0x22, 0x2c, 0x5c, 0x7d];
const [MINUS, POINT, ZERO, NINE] = [0x2d, 0x2e, 0x30, 0x39];
/** Numbers of up to this many digits, and these powers of ten, are exact as doubles. */
const EXACT_DIGITS = 15;
const POWERS_OF_TEN = Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => Number(`1e${exponent}`));
const TWO_TO_32 = 2 ** 32;
/** Bytes of the length before each text. */
const LENGTH_BYTES = 4;
const NUMBER_BYTES = 8;
/** Initial space of a column. */
const FIRST_BYTES = 1 << 10;
/** A dictionary of numbers is given up once more than this share of them are distinct: it would hardly be smaller. */
const MAX_DISTINCT = 1 / 4;
/** Where FNV-1a begins: anywhere, so that nobody can choose texts that all have one hash. The file does not depend on it. */
const FNV_BASIS = Math.floor(Math.random() * TWO_TO_32) | 0;
/** The prime of FNV-1a for 32 bits. */
const FNV_PRIME = 0x01000193;

/** The cells of one column of a row group, in order. */
export class ColumnValues {
  readonly type: 'INT64' | 'DOUBLE' | 'BYTE_ARRAY';
  /** For each record: 1 if it has a value, 0 for a null. The entries from `count` on are not used. */
  readonly levels: Uint8Array;
  /** Number of records. */
  count = 0;
  /** Number of values, nulls left out. */
  valueCount = 0;
  /** The first `#length` bytes are the values in the encoding PLAIN. */
  #plain = Buffer.from(new ArrayBuffer(FIRST_BYTES));
  #length = 0;
  /** The same memory: of a number, two words, the lower one first. */
  #words = new Int32Array(this.#plain.buffer);
  #doubles = new Float64Array(this.#plain.buffer);
  /** Of numbers. */
  #min: number | bigint = Number.POSITIVE_INFINITY;
  #max: number | bigint = Number.NEGATIVE_INFINITY;

  /** `most` is the largest number of records. */
  constructor(type: ColumnValues['type'], most: number) {
    this.type = type;
    this.levels = new Uint8Array(most);
  }

  /** Removes all cells. */
  clear(): void {
    this.count = 0;
    this.valueCount = 0;
    this.#length = 0;
    this.#min = Number.POSITIVE_INFINITY;
    this.#max = Number.NEGATIVE_INFINITY;
  }

  addNull(): void {
    this.levels[this.count++] = 0;
  }

  /** Adds the value whose JSON begins at `start`; returns where it ends, exclusive. */
  add(json: Buffer, start: number): number {
    this.levels[this.count++] = 1;
    this.valueCount += 1;
    return this.type === 'BYTE_ARRAY' ? this.#addText(json, start) : this.#addNumber(json, start);
  }

  /** Makes space for some more bytes. */
  #reserve(bytes: number): void {
    let size = this.#plain.length;
    while (size < this.#length + bytes) size *= 2;
    if (size === this.#plain.length) return;
    const larger = Buffer.from(new ArrayBuffer(size));
    this.#plain.copy(larger, 0, 0, this.#length);
    this.#plain = larger;
    this.#words = new Int32Array(larger.buffer);
    this.#doubles = new Float64Array(larger.buffer);
  }

  #addText(json: Buffer, start: number): number {
    let end = start + 1;
    let hasEscapes = false;
    for (let byte = json[end]; byte !== QUOTE; byte = json[end]) {
      hasEscapes ||= byte === BACKSLASH;
      end += byte === BACKSLASH ? 2 : 1;
    }
    const bytes = hasEscapes ? Buffer.from(JSON.parse(json.toString('utf8', start, end + 1))) : json;
    const [from, to] = hasEscapes ? [0, bytes.length] : [start + 1, end];
    this.#reserve(LENGTH_BYTES + to - from);
    const plain = this.#plain;
    plain.writeUInt32LE(to - from, this.#length);
    this.#length += LENGTH_BYTES;
    // Most texts are short, so that a call for each would be most of the work.
    for (let at = from; at < to; at += 1) plain[this.#length++] = bytes[at] as number;
    return end + 1;
  }

  #addNumber(json: Buffer, start: number): number {
    const isNegative = json[start] === MINUS;
    const first = isNegative ? start + 1 : start;
    let [at, digits, point] = [first, 0, -1];
    for (let byte = json[at] as number; byte === POINT || (byte >= ZERO && byte <= NINE); byte = json[++at] as number) {
      if (byte === POINT) point = at;
      else digits = digits * 10 + byte - ZERO;
    }
    if (at - first > EXACT_DIGITS || (json[at] !== COMMA && json[at] !== OBJECT_END)) return this.#addLong(json, start);
    // Both are exact, so that the quotient is the nearest double (Clinger, "How to read floating point numbers accurately", 1990).
    const size = point < 0 ? digits : digits / (POWERS_OF_TEN[at - point - 1] as number);
    this.#addDouble(isNegative ? -size : size);
    return at;
  }

  /** Adds a number with many digits or an exponent. JavaScript rounds it to a double. */
  #addLong(json: Buffer, start: number): number {
    let end = start;
    while (json[end] !== COMMA && json[end] !== OBJECT_END) end += 1;
    const text = json.toString('latin1', start, end);
    if (this.type === 'DOUBLE') this.#addDouble(Number(text));
    else {
      const integer = BigInt(text);
      this.#reserve(NUMBER_BYTES);
      this.#length = this.#plain.writeBigInt64LE(integer, this.#length);
      this.#widen(integer);
    }
    return end;
  }

  /** Adds a double; in a column of integers, one that is whole and exact. */
  #addDouble(number: number): void {
    this.#reserve(NUMBER_BYTES);
    const index = this.#length / NUMBER_BYTES;
    if (this.type === 'DOUBLE') this.#doubles[index] = number;
    else {
      this.#words[index * 2] = number;
      this.#words[index * 2 + 1] = Math.floor(number / TWO_TO_32);
    }
    this.#length += NUMBER_BYTES;
    this.#widen(number);
  }

  #widen(number: number | bigint): void {
    if (number < this.#min) this.#min = number;
    if (number > this.#max) this.#max = number;
  }

  /** The values as the file stores them, valid until cells are removed; null if there are none. */
  encode(): EncodedValues | null {
    if (this.valueCount === 0) return null;
    const all = this.#plain.subarray(0, this.#length);
    const values = this.#dictionaryOf(all) ?? { plain: all, indexes: null, distinct: 0 };
    return { ...values, ...(this.type === 'BYTE_ARRAY' ? this.#extremeTexts(values.plain) : this.#extremeNumbers()) };
  }

  /** Where the value that begins at a place in `plain` ends, exclusive. */
  #endOf(plain: Buffer, start: number): number {
    return start + (this.type === 'BYTE_ARRAY' ? LENGTH_BYTES + plain.readUInt32LE(start) : NUMBER_BYTES);
  }

  /** Null if a dictionary would not be smaller. */
  #dictionaryOf(plain: Buffer): { plain: Buffer; indexes: Uint32Array; distinct: number } | null {
    const most = this.type === 'BYTE_ARRAY' ? this.valueCount : Math.ceil(this.valueCount * MAX_DISTINCT);
    /** Where each distinct value begins in `plain`. */
    const starts = new Uint32Array(most);
    const indexes = new Uint32Array(this.valueCount);
    /** For each place, 1 more than the position of its value; 0 if it is free. */
    const table = new Uint32Array(2 ** Math.ceil(Math.log2(most * 2 + 1)));
    let found = 0;
    for (let index = 0, start = 0; index < indexes.length; index += 1) {
      const end = this.#endOf(plain, start);
      let place = this.#hashOf(start, end) & (table.length - 1);
      let known = table[place] as number;
      while (known !== 0 && !this.#isAt(starts[known - 1] as number, start, end)) {
        place = (place + 1) & (table.length - 1);
        known = table[place] as number;
      }
      if (known === 0) {
        if (found === most) return null;
        starts[found] = start;
        found += 1;
        known = found;
        table[place] = known;
      }
      indexes[index] = known - 1;
      start = end;
    }
    const texts = Array.from(starts.subarray(0, found), (start) => plain.subarray(start, this.#endOf(plain, start)));
    const distinct = Buffer.concat(texts);
    const bytesOfIndexes = Math.ceil((indexes.length * (32 - Math.clz32(found - 1))) / 8);
    return distinct.length + bytesOfIndexes < plain.length ? { plain: distinct, indexes, distinct: found } : null;
  }

  #hashOf(start: number, end: number): number {
    let hash = FNV_BASIS;
    if (this.type === 'BYTE_ARRAY') {
      for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (this.#plain[at] as number), FNV_PRIME);
    } else {
      hash ^= (this.#words[start / 4] as number) ^ Math.imul(this.#words[start / 4 + 1] as number, 0x85ebca6b);
      hash = Math.imul(hash, 0x9e3779b1);
    }
    return hash ^ (hash >>> 15);
  }

  /** Whether the value from `start` to `end`, exclusive, is also at another place. */
  #isAt(other: number, start: number, end: number): boolean {
    if (this.type !== 'BYTE_ARRAY') {
      const [words, one, two] = [this.#words, start / 4, other / 4];
      return words[one] === words[two] && words[one + 1] === words[two + 1];
    }
    for (let at = start; at < end; at += 1) if (this.#plain[other + at - start] !== this.#plain[at]) return false;
    return true;
  }

  #extremeNumbers(): Pick<EncodedValues, 'min' | 'max'> {
    const [min, max] = [this.#min, this.#max];
    if (this.type === 'INT64') return { min: BigInt(min), max: BigInt(max) };
    // The sign of a zero is not certain to readers (parquet.thrift, ColumnOrder).
    return { min: min === 0 ? -0 : min, max: max === 0 ? 0 : max };
  }

  #extremeTexts(plain: Buffer): { min: Uint8Array; max: Uint8Array } {
    let end = this.#endOf(plain, 0);
    let min = plain.subarray(LENGTH_BYTES, end);
    let max = min;
    for (let start = end; start < plain.length; start = end) {
      end = this.#endOf(plain, start);
      const text = plain.subarray(start + LENGTH_BYTES, end);
      if (Buffer.compare(text, min) < 0) min = text;
      else if (Buffer.compare(text, max) > 0) max = text;
    }
    return { min: new Uint8Array(min), max: new Uint8Array(max) };
  }
}

/** The values of a column as bytes of Parquet's encoding PLAIN. */
export interface EncodedValues {
  /** All values, or the distinct ones if there are `indexes`. */
  plain: Uint8Array;
  /** For each value its position among the distinct ones; null if there is no dictionary. */
  indexes: Uint32Array | null;
  /** Number of distinct values in `plain`; 0 if there are no `indexes`. */
  distinct: number;
  /** The least and the greatest value, texts as UTF-8 in the order of their bytes. */
  min: number | bigint | Uint8Array;
  max: number | bigint | Uint8Array;
}
