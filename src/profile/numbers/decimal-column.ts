import { PACKED_NUMBERS } from '../../kernel/kernel.ts';
import { type Chunk, packNumbers, type Sums, unpackNumbers } from './packed-numbers.ts';
import { POWERS_OF_TEN } from './powers-of-ten.ts';

/** Small, since a table may have a hundred thousand columns. */
const FIRST_CAPACITY = 16;
/** Rooms for a chunk that are in use no longer: a segment of a file needs one for each column, and so does the next. */
const spare: Float64Array<ArrayBuffer>[] = [];
const MOST_SPARE = 64;

/**
 * Decimals, kept exactly: as whole numbers, of which each is the decimal times the same power of ten, within what a double counts
 * (2^53). Packed, they take one to eight bytes each, and their sums are exact, so that they do not depend on an order.
 */
export class DecimalColumn {
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
    if (this.#length === PACKED_NUMBERS) {
      this.#pack();
      return;
    }
    const capacity = Math.max(FIRST_CAPACITY, this.#length * 4, this.#length + following);
    const larger =
      capacity < PACKED_NUMBERS ? new Float64Array(capacity) : (spare.pop() ?? new Float64Array(PACKED_NUMBERS));
    larger.set(this.#open.subarray(0, this.#length));
    this.#open = larger;
  }

  #pack(): void {
    if (this.#length === 0) return;
    const { chunk, sums } = packNumbers(this.#open.subarray(0, this.#length), this.#places);
    this.#chunks.push(chunk);
    this.#sums.push({ ...sums, places: this.#places });
    this.#length = 0;
  }

  /** The numbers in chunks, in the order in which they came. */
  get chunks(): readonly Chunk[] {
    this.#pack();
    return this.#chunks;
  }

  /** The numbers as plain data, for `absorb`; none can be added any more. */
  snapshot(): DecimalSnapshot {
    const chunks = this.chunks;
    if (this.#open.length === PACKED_NUMBERS && spare.length < MOST_SPARE) spare.push(this.#open);
    this.#open = new Float64Array(0);
    return { chunks, sums: this.#sums, count: this.#count, places: this.#places, largest: this.#largest };
  }

  /** Adds the numbers behind these; false, and nothing is added, where they do not fit together. */
  absorb({ chunks, sums, count, places, largest }: DecimalSnapshot): boolean {
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
      // Exact operands, so that the quotient is the double nearest to the decimal.
      for (const value of unpackNumbers(chunk, 1)) {
        doubles[at] = value / divisor;
        at += 1;
      }
    }
    return doubles;
  }
}

/** Scaled numbers as plain data. */
export interface DecimalSnapshot {
  chunks: readonly Chunk[];
  sums: readonly (Sums & { places: number })[];
  count: number;
  places: number;
  largest: number;
}

/** Sum of the numbers, in units of 10^-places, and of their squares, in units of 10^-2·places. */
export function sumsOf(numbers: Pick<DecimalSnapshot, 'sums' | 'places'>): Sums {
  const total = { sum: 0n, squares: 0n };
  for (const { sum, squares, places } of numbers.sums) {
    const factor = 10n ** BigInt(numbers.places - places);
    total.sum += sum * factor;
    total.squares += squares * factor * factor;
  }
  return total;
}
