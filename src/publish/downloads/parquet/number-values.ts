import { bytesOfIndexes, ColumnValues, type EncodedValues, enlarged, FIRST_CAPACITY } from './column-values.ts';

const [MINUS, POINT, ZERO, NINE, UPPER_E, LOWER_E] = [0x2d, 0x2e, 0x30, 0x39, 0x45, 0x65];
const PLUS = 0x2b;
const TWO_TO_32 = 2 ** 32;
/** Numbers with as many digits are doubles without rounding, and so are the powers of ten below. */
const EXACT_DIGITS = 15;
const POWERS_OF_TEN = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const BYTES = 8;
/** A dictionary is given up once more than this share of the values are distinct: it would hardly be smaller. */
const MAX_DISTINCT = 1 / 4;

/** Numbers of 64 bits: integers (INT64), or doubles (DOUBLE), to which other numbers are rounded as JavaScript does. */
export class NumberValues extends ColumnValues {
  readonly type: 'INT64' | 'DOUBLE';
  /** Two words for each value, the lower one first, as in the file. */
  #words = new Int32Array(FIRST_CAPACITY * 2);
  #doubles: Float64Array;

  constructor(type: 'INT64' | 'DOUBLE') {
    super();
    this.type = type;
    this.#doubles = new Float64Array(this.#words.buffer);
  }

  add(json: Buffer, start: number): number {
    this.addLevel(1);
    let at = start;
    const isNegative = json[at] === MINUS;
    if (isNegative) at += 1;
    const first = at;
    let digits = 0;
    let byte = json[at] as number;
    for (; byte >= ZERO && byte <= NINE; byte = json[++at] as number) digits = digits * 10 + byte - ZERO;
    let length = at - first;
    let decimals = 0;
    if (byte === POINT) {
      const point = at;
      for (byte = json[++at] as number; byte >= ZERO && byte <= NINE; byte = json[++at] as number) {
        digits = digits * 10 + byte - ZERO;
      }
      decimals = at - point - 1;
      length += decimals;
    }
    if (length > EXACT_DIGITS || byte === LOWER_E || byte === UPPER_E) return this.#addText(json, start, at);
    // Both are exact, so that the quotient is the nearest double (Clinger, "How to read floating point numbers accurately", 1990).
    const size = decimals === 0 ? digits : digits / (POWERS_OF_TEN[decimals] as number);
    if (this.type === 'DOUBLE') this.#doubles[this.valueCount++] = isNegative ? -size : size;
    else this.#addInteger(isNegative ? -size : size);
    return at;
  }

  /** Adds a number with many digits or an exponent; `end` is somewhere in it. */
  #addText(json: Buffer, start: number, end: number): number {
    let to = end;
    for (let byte = json[to] as number; isPartOfNumber(byte); byte = json[++to] as number);
    const text = json.toString('latin1', start, to);
    if (this.type === 'DOUBLE') {
      this.#doubles[this.valueCount++] = Number(text);
      return to;
    }
    const integer = BigInt(text);
    if (integer !== BigInt.asIntN(64, integer)) throw new RangeError(`${text} does not fit into 64 bits`);
    const at = this.valueCount * 2;
    this.#words[at] = Number(BigInt.asIntN(32, integer));
    this.#words[at + 1] = Number(integer >> 32n);
    this.valueCount += 1;
    return to;
  }

  #addInteger(integer: number): void {
    const low = integer >>> 0;
    const at = this.valueCount * 2;
    this.#words[at] = low;
    this.#words[at + 1] = (integer - low) / TWO_TO_32;
    this.valueCount += 1;
  }

  encode(): EncodedValues | null {
    if (this.valueCount === 0) return null;
    const { min, max } = this.type === 'DOUBLE' ? this.#extremeDoubles() : this.#extremeIntegers();
    const dictionary = this.#dictionary();
    if (dictionary) return { ...dictionary, min, max };
    return { plain: this.#bytes(this.#words, this.valueCount), indexes: null, distinct: 0, min, max };
  }

  #extremeDoubles(): { min: number; max: number } {
    let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let index = 0; index < this.valueCount; index += 1) {
      const value = this.#doubles[index] as number;
      if (value < min) min = value;
      if (value > max) max = value;
    }
    // The sign of a zero is not certain to readers (parquet.thrift, ColumnOrder).
    return { min: min === 0 ? -0 : min, max: max === 0 ? 0 : max };
  }

  #extremeIntegers(): { min: bigint; max: bigint } {
    const words = this.#words;
    let [least, greatest] = [0, 0];
    for (let at = 2; at < this.valueCount * 2; at += 2) {
      if (isLess(words, at, least)) least = at;
      else if (isLess(words, greatest, at)) greatest = at;
    }
    const at = (index: number): bigint =>
      BigInt(words[index + 1] as number) * BigInt(TWO_TO_32) + BigInt((words[index] as number) >>> 0);
    return { min: at(least), max: at(greatest) };
  }

  /** Null if too many values are distinct. */
  #dictionary(): Pick<EncodedValues, 'plain' | 'indexes' | 'distinct'> | null {
    const { valueCount } = this;
    const most = Math.ceil(valueCount * MAX_DISTINCT);
    const mask = 2 ** Math.ceil(Math.log2(most * 2 + 1)) - 1;
    scratch.reserve(valueCount, mask + 1, most);
    const { table, indexes, distinctWords: own } = scratch;
    const words = this.#words;
    let distinct = 0;
    for (let index = 0; index < valueCount; index += 1) {
      const low = words[index * 2] as number;
      const high = words[index * 2 + 1] as number;
      let place = hashOf(low, high) & mask;
      let known = table[place] as number;
      while (known !== 0 && (own[known * 2 - 2] !== low || own[known * 2 - 1] !== high)) {
        place = (place + 1) & mask;
        known = table[place] as number;
      }
      if (known === 0) {
        if (distinct === most) return null;
        own[distinct * 2] = low;
        own[distinct * 2 + 1] = high;
        distinct += 1;
        known = distinct;
        table[place] = known;
      }
      indexes[index] = known - 1;
    }
    if (distinct * BYTES + bytesOfIndexes(valueCount, distinct) >= valueCount * BYTES) return null;
    return { plain: this.#bytes(own, distinct), indexes: indexes.subarray(0, valueCount), distinct };
  }

  #bytes(words: Int32Array, values: number): Uint8Array {
    return new Uint8Array(words.buffer, 0, values * BYTES);
  }

  protected override enlarge(): void {
    super.enlarge();
    this.#words = enlarged(this.#words);
    this.#doubles = new Float64Array(this.#words.buffer);
  }
}

/** Memory in which one dictionary after the other is made: new memory for each would be much of the work. */
class Scratch {
  indexes = new Uint32Array(FIRST_CAPACITY);
  /** For each place, 1 more than the position of its value; 0 if it is free. */
  table = new Uint32Array(FIRST_CAPACITY);
  distinctWords = new Int32Array(FIRST_CAPACITY);

  /** Makes room for a dictionary, and empties the table. */
  reserve(values: number, places: number, distinct: number): void {
    if (this.indexes.length < values) this.indexes = new Uint32Array(values);
    if (this.distinctWords.length < distinct * 2) this.distinctWords = new Int32Array(distinct * 2);
    if (this.table.length < places) this.table = new Uint32Array(places);
    else this.table.fill(0, 0, places);
  }
}

const scratch = new Scratch();

function isPartOfNumber(byte: number): boolean {
  return (
    (byte >= ZERO && byte <= NINE) ||
    byte === POINT ||
    byte === MINUS ||
    byte === PLUS ||
    byte === LOWER_E ||
    byte === UPPER_E
  );
}

/** Whether the integer whose words begin at `a` is less than the one at `b`. */
function isLess(words: Int32Array, a: number, b: number): boolean {
  const difference = (words[a + 1] as number) - (words[b + 1] as number);
  return difference === 0 ? (words[a] as number) >>> 0 < (words[b] as number) >>> 0 : difference < 0;
}

function hashOf(low: number, high: number): number {
  const mixed = Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
