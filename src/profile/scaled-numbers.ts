import { POWERS_OF_TEN } from './powers-of-ten.ts';

/** Small, since a table may have a hundred thousand columns. */
const FIRST_CAPACITY = 16;
/** Numbers that are kept at full width before they are packed, in the fewest bytes that hold each of them. */
const CHUNK_LENGTH = 1 << 16;

/** Rooms for a chunk that are in use no longer: a segment of a file needs one for each column, and so does the next. */
const spare: Float64Array<ArrayBuffer>[] = [];

/** Numbers in the fewest bytes that hold each of them; those of six bytes in two parts, the upper a multiple of 2^32. */
type Packed =
  | { values: Int8Array | Int16Array | Int32Array | Float64Array; uppers: null }
  | { values: Uint32Array; uppers: Int16Array };

/** Numbers of a column that follow one another, as whole multiples of 10^-places. */
export type Chunk = Packed & {
  places: number;
  lowest: number;
  highest: number;
};

/** Exact sums of whole numbers. */
export interface Sums {
  sum: bigint;
  squares: bigint;
}

/**
 * Decimals, kept exactly: as whole numbers, of which each is the decimal times the same power of ten, within what a double counts
 * (2^53). They take one to eight bytes each, and their sums are exact, so that they do not depend on an order.
 */
export class ScaledNumbers {
  #chunks: Chunk[] = [];
  #open: Float64Array<ArrayBuffer> = new Float64Array(0);
  #length = 0;
  #count = 0;
  #places = 0;
  /** The largest magnitude, in units of 10^-places. */
  #largest = 0;
  readonly #sums: (Sums & { places: number })[] = [];

  get count(): number {
    return this.#count;
  }
  /** Decimal places of the number that has the most. */
  get places(): number {
    return this.#places;
  }

  /** Adds mantissa × 10^-places; false, and nothing is added, where the numbers do not fit together any more. */
  add(mantissa: number, places: number): boolean {
    if (places > this.#places && !this.#refine(places)) return false;
    const value = places === this.#places ? mantissa : mantissa * (POWERS_OF_TEN[this.#places - places] as number);
    const magnitude = value < 0 ? -value : value;
    if (magnitude > this.#largest) {
      if (magnitude > Number.MAX_SAFE_INTEGER) return false;
      this.#largest = magnitude;
    }
    if (this.#length === this.#open.length) this.#makeRoom();
    this.#open[this.#length] = value;
    this.#length += 1;
    this.#count += 1;
    return true;
  }

  /** Adds numbers in units of 10^-places, none larger than the largest so far. */
  addUnits(values: Float64Array): void {
    this.#count += values.length;
    for (let from = 0; from < values.length; ) {
      if (this.#length === this.#open.length) this.#makeRoom(values.length - from);
      const added = Math.min(values.length - from, this.#open.length - this.#length);
      this.#open.set(values.subarray(from, from + added), this.#length);
      this.#length += added;
      from += added;
    }
  }

  /** Counts in smaller units from now on. */
  #refine(places: number): boolean {
    const factor = POWERS_OF_TEN[places - this.#places];
    if (places >= POWERS_OF_TEN.length || factor === undefined) return false;
    if (this.#largest * factor > Number.MAX_SAFE_INTEGER) return false;
    this.#largest *= factor;
    for (let at = 0; at < this.#length; at += 1) this.#open[at] = (this.#open[at] as number) * factor;
    this.#places = places;
    return true;
  }

  /** Makes room for one number, and for more of those that follow if that can be. */
  #makeRoom(following = 1): void {
    if (this.#length === CHUNK_LENGTH) {
      this.#pack();
      return;
    }
    const capacity = Math.max(FIRST_CAPACITY, this.#length * 4, this.#length + following);
    const larger =
      capacity < CHUNK_LENGTH ? new Float64Array(capacity) : (spare.pop() ?? new Float64Array(CHUNK_LENGTH));
    larger.set(this.#open.subarray(0, this.#length));
    this.#open = larger;
  }

  #pack(): void {
    if (this.#length === 0) return;
    const values = this.#open.subarray(0, this.#length);
    let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at] as number;
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
    }
    const largest = Math.max(-lowest, highest);
    const places = this.#places;
    this.#sums.push({ ...sumsWithin(values, largest), places });
    this.#chunks.push({ ...packed(values, largest), places, lowest, highest });
    this.#length = 0;
  }

  /** The numbers in chunks, in the order in which they came. */
  get chunks(): readonly Chunk[] {
    this.#pack();
    return this.#chunks;
  }

  /** The numbers as plain data, for `absorb`; none can be added any more. */
  snapshot(): ScaledSnapshot {
    const chunks = this.chunks;
    if (this.#open.length === CHUNK_LENGTH) spare.push(this.#open);
    this.#open = new Float64Array(0);
    return { chunks, sums: this.#sums, count: this.#count, places: this.#places, largest: this.#largest };
  }

  /** Adds the numbers behind these; false, and nothing is added, where they do not fit together. */
  absorb({ chunks, sums, count, places, largest }: ScaledSnapshot): boolean {
    this.#pack();
    if (count === 0) return true;
    if (places > this.#places && !this.#refine(places)) return false;
    const scaled = largest * (POWERS_OF_TEN[this.#places - places] as number);
    if (scaled > Number.MAX_SAFE_INTEGER) return false;
    this.#largest = Math.max(this.#largest, scaled);
    this.#chunks.push(...chunks);
    this.#sums.push(...sums);
    this.#count += count;
    return true;
  }

  /** The numbers as the doubles nearest to them. */
  toDoubles(): Float64Array {
    const doubles = new Float64Array(this.#count);
    let at = 0;
    for (const chunk of this.chunks) {
      const divisor = POWERS_OF_TEN[chunk.places] as number;
      const end = at + chunk.values.length;
      unpack(chunk, doubles.subarray(at, end));
      // Exact operands, so that the quotient is the double nearest to the decimal.
      for (; at < end; at += 1) doubles[at] = (doubles[at] as number) / divisor;
    }
    return doubles;
  }
}

/** Scaled numbers as plain data. */
export interface ScaledSnapshot {
  chunks: readonly Chunk[];
  sums: readonly (Sums & { places: number })[];
  count: number;
  places: number;
  largest: number;
}

/** Sum of the numbers, in units of 10^-places, and of their squares, in units of 10^-2·places. */
export function sumsOf(numbers: Pick<ScaledSnapshot, 'sums' | 'places'>): Sums {
  const total = { sum: 0n, squares: 0n };
  for (const { sum, squares, places } of numbers.sums) {
    const factor = 10n ** BigInt(numbers.places - places);
    total.sum += sum * factor;
    total.squares += squares * factor * factor;
  }
  return total;
}

const UPPER = 2 ** 32;

/** Packs numbers into memory that threads share. */
function packed(values: Float64Array, largest: number): Packed {
  if (largest >= 2 ** 47) return { values: shared(Float64Array, values), uppers: null };
  if (largest >= 2 ** 31) {
    const uppers = new Int16Array(new SharedArrayBuffer(values.length * Int16Array.BYTES_PER_ELEMENT));
    for (let at = 0; at < values.length; at += 1) uppers[at] = Math.floor((values[at] as number) / UPPER);
    // Arrays of integers keep what is left of a number modulo 2^32.
    return { values: shared(Uint32Array, values), uppers };
  }
  if (largest >= 2 ** 15) return { values: shared(Int32Array, values), uppers: null };
  return { values: largest < 2 ** 7 ? shared(Int8Array, values) : shared(Int16Array, values), uppers: null };
}

interface Kind<T> {
  new (buffer: SharedArrayBuffer): T;
  readonly BYTES_PER_ELEMENT: number;
}

function shared<T extends { set(values: Float64Array): void }>(type: Kind<T>, values: Float64Array): T {
  const array = new type(new SharedArrayBuffer(values.length * type.BYTES_PER_ELEMENT));
  array.set(values);
  return array;
}

/** Writes a chunk's numbers at full width into an array of the same length. */
export function unpack({ values, uppers }: Packed, wide: Float64Array): void {
  wide.set(values);
  if (!uppers) return;
  for (let at = 0; at < uppers.length; at += 1) {
    wide[at] = (wide[at] as number) + (uppers[at] as number) * UPPER;
  }
}

/** Below this, a square and what is carried on stay within what a double counts. */
const SMALL = 2 ** 26;
const CARRY = 2 ** 52;
const LIMB = 2 ** 18;
/** Products of two limbs that can be added up without a carry. */
const PRODUCTS = 2 ** 15;

/** Exact sums of whole numbers within 2^53, none of them larger than `largest`. */
function sumsWithin(values: Float64Array, largest: number): Sums {
  return largest < SMALL ? sumsOfSmall(values) : sumsOfLarge(values);
}

function sumsOfSmall(values: Float64Array): Sums {
  let sum = 0;
  let squares = 0;
  let carried = 0;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] as number;
    sum += value;
    squares += value * value;
    if (squares >= CARRY) {
      squares -= CARRY;
      carried += 1;
    }
  }
  return { sum: BigInt(sum), squares: BigInt(carried) * BigInt(CARRY) + BigInt(squares) };
}

/** In three limbs of 18 bits, whose products doubles hold exactly. */
function sumsOfLarge(values: Float64Array): Sums {
  const total: Sums = { sum: 0n, squares: 0n };
  for (let from = 0; from < values.length; from += PRODUCTS) {
    const end = Math.min(values.length, from + PRODUCTS);
    let [low, middle, high] = [0, 0, 0];
    let [p0, p1, p2, p3, p4] = [0, 0, 0, 0, 0];
    for (let at = from; at < end; at += 1) {
      const value = values[at] as number;
      const upper = Math.trunc(value / LIMB);
      const c = value - upper * LIMB;
      const a = Math.trunc(upper / LIMB);
      const b = upper - a * LIMB;
      low += c;
      middle += b;
      high += a;
      p0 += c * c;
      p1 += 2 * b * c;
      p2 += 2 * a * c + b * b;
      p3 += 2 * a * b;
      p4 += a * a;
    }
    total.sum += join([low, middle, high]);
    total.squares += join([p0, p1, p2, p3, p4]);
  }
  return total;
}

function join(limbs: readonly number[]): bigint {
  return limbs.reduce((sum, limb, index) => sum + (BigInt(limb) << BigInt(18 * index)), 0n);
}
