import { PACKED_NUMBERS } from '../../kernel/kernel.ts';
import { type Chunk, packNumbers, type Sums, unpackNumbers } from './packed-numbers.ts';
import { POWERS_OF_TEN } from './read-number.ts';

/** Initial capacity, in numbers. It is small, since a table may have a hundred thousand columns. */
const FIRST_CAPACITY = 16;
/** Full-size buffers for reuse. Every segment of a file may need one for each column. */
const recycledBuffers: Float64Array<ArrayBuffer>[] = [];
const MAX_RECYCLED_BUFFERS = 64;

/**
 * The decimals of a column, stored exactly, as integers in units of a power of ten, from 10^-22 to 1. In the smallest unit used, all are
 * within ±2^53. Packed, a decimal takes one to eight bytes. The sums are exact, so they do not depend on the order of the decimals.
 */
export class DecimalColumn {
  /** Number of decimals, and the largest number of decimal places so far. */
  count = 0;
  places = 0;
  #chunks: Chunk[] = [];
  /** The decimals that are not packed yet, in the first `#length` elements. */
  #buffer: Float64Array<ArrayBuffer> = new Float64Array(0);
  #length = 0;
  #fewestPlaces = Number.POSITIVE_INFINITY;
  /** The largest magnitude, in units of 10^-places. */
  #largest = 0;
  readonly #sums: (Sums & { places: number })[] = [];

  /**
   * Adds mantissa × 10^-places, to be published with `written` decimal places. Returns false and adds nothing if no common unit fits all
   * decimals.
   */
  add(mantissa: number, places: number, written = places): boolean {
    if (places > this.places && !this.#refine(places)) return false;
    const value = places === this.places ? mantissa : mantissa * (POWERS_OF_TEN[this.places - places] as number);
    const magnitude = value < 0 ? -value : value;
    if (magnitude > this.#largest) {
      if (magnitude > Number.MAX_SAFE_INTEGER) return false;
      this.#largest = magnitude;
    }
    if (this.#length === this.#buffer.length) this.#growBuffer();
    this.#buffer[this.#length] = value;
    this.#length += 1;
    this.count += 1;
    if (written < this.#fewestPlaces) this.#fewestPlaces = written;
    return true;
  }

  /**
   * Adds integers in units of 10^-places, to be published with at least `fewestPlaces` decimal places. Their magnitudes must not exceed the
   * largest so far.
   */
  addUnits(values: Float64Array, fewestPlaces: number): void {
    this.count += values.length;
    if (fewestPlaces < this.#fewestPlaces) this.#fewestPlaces = fewestPlaces;
    for (let from = 0; from < values.length; ) {
      if (this.#length === this.#buffer.length) this.#growBuffer(values.length - from);
      const added = Math.min(values.length - from, this.#buffer.length - this.#length);
      this.#buffer.set(values.subarray(from, from + added), this.#length);
      this.#length += added;
      from += added;
    }
  }

  /** Changes to a smaller unit; returns false and changes nothing if it is below 10^-22 or the decimals would not fit. */
  #refine(places: number): boolean {
    const factor = POWERS_OF_TEN[places - this.places];
    if (places >= POWERS_OF_TEN.length || factor === undefined) return false;
    if (this.#largest * factor > Number.MAX_SAFE_INTEGER) return false;
    this.#largest *= factor;
    for (let at = 0; at < this.#length; at += 1) this.#buffer[at] = (this.#buffer[at] as number) * factor;
    this.places = places;
    return true;
  }

  /** Makes room in a full buffer: packs its numbers if it has the maximum size, otherwise enlarges it, if possible for `wanted` more. */
  #growBuffer(wanted = 1): void {
    if (this.#length === PACKED_NUMBERS) {
      this.#pack();
      return;
    }
    const capacity = Math.max(FIRST_CAPACITY, this.#length * 4, this.#length + wanted);
    const larger =
      capacity < PACKED_NUMBERS
        ? new Float64Array(capacity)
        : (recycledBuffers.pop() ?? new Float64Array(PACKED_NUMBERS));
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }

  #pack(): void {
    if (this.#length === 0) return;
    const { chunk, sums } = packNumbers(this.#buffer.subarray(0, this.#length), this.places);
    this.#chunks.push(chunk);
    this.#sums.push({ ...sums, places: this.places });
    this.#length = 0;
  }

  /** The decimals as plain data, for `absorb`. Do not add any decimals afterwards. */
  snapshot() {
    this.#pack();
    if (this.#buffer.length === PACKED_NUMBERS && recycledBuffers.length < MAX_RECYCLED_BUFFERS)
      recycledBuffers.push(this.#buffer);
    this.#buffer = new Float64Array(0);
    return {
      chunks: this.#chunks,
      sums: this.#sums,
      count: this.count,
      places: this.places,
      /** The fewest decimal places with which a number is published; infinite if there are no numbers. */
      fewestPlaces: this.#fewestPlaces,
      largest: this.#largest,
    };
  }

  /** Adds the decimals of later cells. Returns false and adds nothing if no common unit fits all decimals. */
  absorb({ chunks, sums, count, places, fewestPlaces, largest }: DecimalSnapshot): boolean {
    this.#pack();
    if (count === 0) return true;
    if (places > this.places && !this.#refine(places)) return false;
    const scaled = largest * (POWERS_OF_TEN[this.places - places] as number);
    if (scaled > Number.MAX_SAFE_INTEGER) return false;
    this.#largest = Math.max(this.#largest, scaled);
    this.#fewestPlaces = Math.min(this.#fewestPlaces, fewestPlaces);
    this.#chunks.push(...chunks);
    this.#sums.push(...sums);
    this.count += count;
    return true;
  }
}

/** The decimals of a column as plain data. */
export type DecimalSnapshot = ReturnType<DecimalColumn['snapshot']>;

/** The double nearest to each decimal. */
export function toDoubles({ chunks, count }: DecimalSnapshot): Float64Array {
  const doubles = new Float64Array(count);
  let at = 0;
  for (const chunk of chunks) {
    const divisor = POWERS_OF_TEN[chunk.places] as number;
    // Both operands are exact, so the quotient is the double nearest to the decimal.
    const values = unpackNumbers(chunk, 1);
    for (let index = 0; index < values.length; index += 1) doubles[at + index] = (values[index] as number) / divisor;
    at += values.length;
  }
  return doubles;
}

/** Sum of the decimals, in units of 10^-places, and sum of their squares, in units of 10^(-2 × places). */
export function sumsOf(numbers: Pick<DecimalSnapshot, 'sums' | 'places'>): Sums {
  const total = { sum: 0n, squares: 0n };
  for (const { sum, squares, places } of numbers.sums) {
    const factor = 10n ** BigInt(numbers.places - places);
    total.sum += sum * factor;
    total.squares += squares * factor * factor;
  }
  return total;
}
