import { ChunkedNumbers } from './chunked-numbers.ts';
import { packNumbers, type Sums, unpackNumbers } from './packed-numbers.ts';
import { POWERS_OF_TEN } from './read-number.ts';

/**
 * The decimals of a column, stored exactly, as integers in units of a power of ten, from 10^-22 to 1. In the smallest unit used, all are
 * within ±2^53. Packed, a decimal takes one to eight bytes. The sums are exact, so they do not depend on the order of the decimals.
 */
export class DecimalColumn {
  /** Number of decimals, and the largest number of decimal places so far. */
  count = 0;
  places = 0;
  readonly #numbers = new ChunkedNumbers((values) => {
    const { chunk, sums } = packNumbers(values, this.places);
    this.#sums.push({ ...sums, places: this.places });
    return chunk;
  });
  #fewestPlaces = Number.POSITIVE_INFINITY;
  /** The largest magnitude, in units of 10^-places. */
  #largest = 0;
  readonly #sums: (Sums & { places: number })[] = [];

  /** Adds mantissa × 10^-places, to be published with `written` places. Returns false and adds nothing if no common unit fits all. */
  add(mantissa: number, places: number, written = places): boolean {
    if (places > this.places && !this.#refine(places)) return false;
    const value = places === this.places ? mantissa : mantissa * (POWERS_OF_TEN[this.places - places] as number);
    const magnitude = value < 0 ? -value : value;
    if (magnitude > this.#largest) {
      if (magnitude > Number.MAX_SAFE_INTEGER) return false;
      this.#largest = magnitude;
    }
    this.#numbers.add(value);
    this.count += 1;
    if (written < this.#fewestPlaces) this.#fewestPlaces = written;
    return true;
  }

  /** Adds integers in units of 10^-places, published with at least `fewestPlaces` places. None may exceed the largest magnitude so far. */
  addUnits(values: Float64Array, fewestPlaces: number): void {
    this.count += values.length;
    if (fewestPlaces < this.#fewestPlaces) this.#fewestPlaces = fewestPlaces;
    this.#numbers.addAll(values);
  }

  /** Changes to a smaller unit; returns false and changes nothing if it is below 10^-22 or the decimals would not fit. */
  #refine(places: number): boolean {
    const factor = POWERS_OF_TEN[places - this.places];
    if (places >= POWERS_OF_TEN.length || factor === undefined) return false;
    if (this.#largest * factor > Number.MAX_SAFE_INTEGER) return false;
    this.#largest *= factor;
    this.#numbers.multiply(factor);
    this.places = places;
    return true;
  }

  /** The decimals as plain data, for `absorb`. Do not add any decimals afterwards. */
  snapshot() {
    this.#numbers.finish();
    return {
      chunks: this.#numbers.chunks,
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
    if (count === 0) return true;
    if (places > this.places && !this.#refine(places)) return false;
    const scaled = largest * (POWERS_OF_TEN[this.places - places] as number);
    if (scaled > Number.MAX_SAFE_INTEGER) return false;
    this.#largest = Math.max(this.#largest, scaled);
    this.#fewestPlaces = Math.min(this.#fewestPlaces, fewestPlaces);
    this.#numbers.absorb(chunks);
    this.#sums.push(...sums);
    this.count += count;
    return true;
  }
}

/** The decimals of a column as plain data. */
export type DecimalSnapshot = ReturnType<DecimalColumn['snapshot']>;

/** The double nearest to each decimal, in arrays, each of which is overwritten by the next. */
export function* toDoubles({ chunks }: DecimalSnapshot): Generator<Float64Array, void, undefined> {
  for (const chunk of chunks) {
    const divisor = POWERS_OF_TEN[chunk.places] as number;
    const values = unpackNumbers(chunk, 1);
    // Both operands are exact, so the quotient is the double nearest to the decimal.
    for (let index = 0; index < values.length; index += 1) values[index] = (values[index] as number) / divisor;
    yield values;
  }
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
