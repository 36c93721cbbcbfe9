const [QUOTE, COMMA, BACKSLASH, OBJECT_END] = [0x22, 0x2c, 0x5c, 0x7d];
const [MINUS, POINT, ZERO, NINE] = [0x2d, 0x2e, 0x30, 0x39];
/** Doubles represent integers of up to this many digits exactly, and powers of ten up to this exponent. */
const EXACT_DIGITS = 15;
const POWERS_OF_TEN = Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => Number(`1e${exponent}`));
const TWO_TO_32 = 2 ** 32;
/** Size of the length prefix of each string, in bytes. */
const LENGTH_BYTES = 4;
const NUMBER_BYTES = 8;
const FIRST_BYTES = 1 << 10;
/** A column of numbers gets a dictionary only if at most this share of its values is distinct. */
const MAX_DISTINCT = 1 / 4;
/** Initial value of all hashes. It is random, so that colliding strings are hard to craft. It does not affect the output. */
const FNV_BASIS = Math.floor(Math.random() * TWO_TO_32) | 0;
/** The prime of the 32-bit FNV-1a hash, which is used for strings. */
const FNV_PRIME = 0x01000193;

/** The cells of one column of a row group, in order. */
export class ColumnValues {
  readonly type: 'INT64' | 'DOUBLE' | 'BYTE_ARRAY';
  /** Definition level of each record: 1 for a value, 0 for a null. Only the first `count` entries are used. */
  readonly levels: Uint8Array;
  count = 0;
  /** Number of non-null values. */
  valueCount = 0;
  /** Buffer whose first `#length` bytes contain the values in PLAIN encoding. */
  #plain = Buffer.from(new ArrayBuffer(FIRST_BYTES));
  #length = 0;
  /** The same memory as 32-bit words: two for each number, low word first. */
  #words = new Int32Array(this.#plain.buffer);
  #doubles = new Float64Array(this.#plain.buffer);
  /** Smallest and largest number; not used for strings. */
  #min: number | bigint = Number.POSITIVE_INFINITY;
  #max: number | bigint = Number.NEGATIVE_INFINITY;

  constructor(type: ColumnValues['type'], maxRecords: number) {
    this.type = type;
    this.levels = new Uint8Array(maxRecords);
  }

  /** Removes all cells but keeps the buffers for the next row group. */
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

  /** Adds the value whose JSON token starts at `start`; returns the exclusive end of the token. */
  add(json: Buffer, start: number): number {
    this.levels[this.count++] = 1;
    this.valueCount += 1;
    return this.type === 'BYTE_ARRAY' ? this.#addText(json, start) : this.#addNumber(json, start);
  }

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
    // Most strings are so short that calling `copy` for each would cost more than this loop.
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
    // Both operands are exact, so the quotient is correctly rounded (Clinger, "How to read floating point numbers accurately", 1990).
    const size = point < 0 ? digits : digits / (POWERS_OF_TEN[at - point - 1] as number);
    this.#addDouble(isNegative ? -size : size);
    return at;
  }

  /** Adds a number with many digits or an exponent: rounded to a double in a DOUBLE column, exact in an INT64 column. */
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

  /** Adds a number, which must be a safe integer if the column is INT64. */
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

  /** The values as stored in the file; null if there are none. The result is valid until `clear` is called. */
  encode(): EncodedValues | null {
    if (this.valueCount === 0) return null;
    const all = this.#plain.subarray(0, this.#length);
    const values = this.#dictionaryOf(all) ?? { plain: all, indexes: null, distinct: 0 };
    return { ...values, ...(this.type === 'BYTE_ARRAY' ? this.#extremeTexts(values.plain) : this.#extremeNumbers()) };
  }

  /** Returns the exclusive end of the value that starts at `start` in `plain`. */
  #endOf(plain: Buffer, start: number): number {
    return start + (this.type === 'BYTE_ARRAY' ? LENGTH_BYTES + plain.readUInt32LE(start) : NUMBER_BYTES);
  }

  /** Builds a dictionary. Returns null if it would save no space, or if the values are numbers and too many of them are distinct. */
  #dictionaryOf(plain: Buffer): { plain: Buffer; indexes: Uint32Array; distinct: number } | null {
    const maxDistinct = this.type === 'BYTE_ARRAY' ? this.valueCount : Math.ceil(this.valueCount * MAX_DISTINCT);
    /** Offset of each distinct value in `plain`. */
    const starts = new Uint32Array(maxDistinct);
    const indexes = new Uint32Array(this.valueCount);
    /** Hash table with linear probing. Each slot contains the index of a distinct value plus 1, or 0 if it is free. */
    const table = new Uint32Array(2 ** Math.ceil(Math.log2(maxDistinct * 2 + 1)));
    let found = 0;
    for (let index = 0, start = 0; index < indexes.length; index += 1) {
      const end = this.#endOf(plain, start);
      let slot = this.#hashOf(start, end) & (table.length - 1);
      let known = table[slot] as number;
      while (known !== 0 && !this.#isAt(starts[known - 1] as number, start, end)) {
        slot = (slot + 1) & (table.length - 1);
        known = table[slot] as number;
      }
      if (known === 0) {
        if (found === maxDistinct) return null;
        starts[found] = start;
        found += 1;
        known = found;
        table[slot] = known;
      }
      indexes[index] = known - 1;
      start = end;
    }
    const values = Array.from(starts.subarray(0, found), (start) => plain.subarray(start, this.#endOf(plain, start)));
    const distinct = Buffer.concat(values);
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

  /** Whether the value at `other` equals the value from `start` to `end`, exclusive. */
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
    // A minimum of zero must be written as -0, and a maximum of zero as +0 (parquet.thrift, ColumnOrder).
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

/** The encoded values of a column, with or without a dictionary. */
export interface EncodedValues {
  /** In PLAIN encoding: all values, or only the distinct values if there is a dictionary. */
  plain: Uint8Array;
  /** For each value of the column, its index in the dictionary; null if there is no dictionary. */
  indexes: Uint32Array | null;
  /** Number of values in the dictionary; 0 if there is no dictionary. */
  distinct: number;
  /** Smallest and largest value. Strings are UTF-8 and compared byte by byte. */
  min: number | bigint | Uint8Array;
  max: number | bigint | Uint8Array;
}
