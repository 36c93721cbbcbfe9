import type { ByteBlock, ColumnStatistics } from '../../model.ts';
import { ChunkedNumbers } from './chunked-numbers.ts';
import { DecimalColumn, toDoubles } from './decimal-column.ts';
import { keepDoubles } from './packed-numbers.ts';
import { compareNumbers, POWERS_OF_TEN, toJsonNumber } from './read-number.ts';

/** Statistics of one or more numbers, apart from their count and extremes. */
export type Statistics = Omit<ColumnStatistics, 'count' | 'min' | 'max'>;

/** Different decimals with up to 15 digits are different doubles too, unless they underflow. */
const MAX_DIGITS = 15;
/** The minimum (`sign` 1) or the maximum (-1), as a plain number with all its digits and as the nearest double. */
type Extreme = { text: string; value: number; sign: 1 | -1 };
/** Initial capacity for 64-bit integers. */
const FIRST_CAPACITY = 16;

/**
 * The numbers of a column, stored compactly: as scaled decimals as long as a common unit fits them all, and after that as 64-bit integers
 * if all are integers, or as doubles if not. The minimum and the maximum are kept as plain numbers with all their digits.
 */
export class NumberColumn {
  #scaled: DecimalColumn | null = new DecimalColumn();
  /** The numbers once they are no longer scaled. If all are integers, they are in the first `#length` elements of `#integers`. */
  #integers: BigInt64Array | null = null;
  readonly #doubles = new ChunkedNumbers(keepDoubles);
  #length = 0;
  #onlyIntegers = true;
  readonly #extremes: readonly [Extreme, Extreme] = [
    { text: '', value: Number.POSITIVE_INFINITY, sign: 1 },
    { text: '', value: Number.NEGATIVE_INFINITY, sign: -1 },
  ];
  /** Whether any number may have more than `MAX_DIGITS` significant digits. */
  #hasLong = false;

  get length(): number {
    return this.#scaled?.count ?? this.#length;
  }

  /** Adds a plain number. `isInteger` says whether it is an integer within 64 bits. */
  add(number: string, isInteger: boolean): void {
    const value = Number(number);
    const digits = number.replace(/[+.-]/g, '');
    if (digits.length > MAX_DIGITS) this.#hasLong = true;
    if (!isInteger) this.#onlyIntegers = false;
    const point = number.indexOf('.');
    const places = point < 0 ? 0 : number.length - point - 1;
    // If the number has an exponent, `digits` includes the letter, so the mantissa is NaN and the number is not scaled.
    const mantissa = (/^[0-9]+$/.test(digits) ? Number(digits) : Number.NaN) * (number.startsWith('-') ? -1 : 1);
    // JSON requires a digit after the decimal point.
    const written = point < 0 ? 0 : Math.max(1, places);
    if (!Number.isSafeInteger(mantissa) || !this.#scaled?.add(mantissa, places, written)) {
      this.#addFallback(number, value, isInteger);
    }
    this.#compare(value, () => number);
  }

  /** Adds the number of a cell, mantissa × 10^-places, with at most 15 digits. */
  addScaled(mantissa: number, places: number, block: ByteBlock, record: number, cell: number): void {
    const value = mantissa / (POWERS_OF_TEN[places] as number);
    if (places > 0) this.#onlyIntegers = false;
    if (!this.#scaled?.add(mantissa, places)) this.#addFallback(block.textOf(record, cell), value, places === 0);
    const [min, max] = this.#extremes;
    if (value < min.value || value > max.value || this.#hasLong) {
      this.#compare(value, () => block.textOf(record, cell));
    }
  }

  /**
   * Range of the numbers that `addWithin` accepts: integers in units of 10^-unit that change neither the minimum nor the maximum. The
   * inclusive bounds are not in that unit.
   */
  get range() {
    if (!this.#scaled || this.#hasLong) return NO_RANGE;
    const [min, max] = this.#extremes;
    return { unit: this.#scaled.places, lowest: min.value, highest: max.value };
  }

  /** Adds numbers within `range`, in its unit, to be published with at least `fewestPlaces` decimal places. */
  addWithin(values: Float64Array, fewestPlaces: number): void {
    this.#scaled?.addUnits(values, fewestPlaces);
  }

  #compare(value: number, textOf: () => string): void {
    for (const extreme of this.#extremes) {
      // Numbers with many digits may differ although their doubles are equal. They are then compared exactly.
      const isEqual = value === extreme.value;
      const difference = isEqual && this.#hasLong ? compareNumbers(textOf(), extreme.text) : value - extreme.value;
      if (difference * extreme.sign < 0) Object.assign(extreme, { text: textOf(), value });
    }
  }

  #addFallback(number: string, value: number, isInteger: boolean): void {
    if (this.#scaled) this.#leaveScaled(this.#scaled);
    if (!isInteger) this.#leaveIntegers();
    if (this.#integers) this.#addIntegers([BigInt(number)]);
    else this.#doubles.add(value);
    this.#length += 1;
  }

  #leaveScaled(scaled: DecimalColumn): void {
    this.#scaled = null;
    if (this.#onlyIntegers) this.#integers = new BigInt64Array(0);
    for (const values of toDoubles(scaled.snapshot())) this.#append(values);
  }

  #leaveIntegers(): void {
    const integers = this.#integers?.subarray(0, this.#length);
    if (!integers) return;
    this.#integers = null;
    this.#length = 0;
    this.#append(integers);
  }

  /** Adds numbers once they are no longer scaled. */
  #append(values: Float64Array | BigInt64Array): void {
    if (this.#integers)
      this.#addIntegers(values instanceof BigInt64Array ? values : BigInt64Array.from(values, BigInt));
    else this.#doubles.addAll(values instanceof BigInt64Array ? Float64Array.from(values, Number) : values);
    this.#length += values.length;
  }

  #addIntegers(added: ArrayLike<bigint>): void {
    const integers = this.#integers as BigInt64Array;
    const length = this.#length + added.length;
    if (length > integers.length) {
      // In shared memory, so that sending them to other threads does not copy them.
      const bytes = Math.max(length, integers.length * 2, FIRST_CAPACITY) * BigInt64Array.BYTES_PER_ELEMENT;
      this.#integers = new BigInt64Array(new SharedArrayBuffer(bytes));
      this.#integers.set(integers.subarray(0, this.#length));
    }
    this.#integers?.set(added, this.#length);
  }

  /** Summary of the numbers, given the statistics computed from their snapshot. There must be at least one number. */
  summary({ mean, std, q1, median, q3 }: Statistics): ColumnStatistics {
    const [min, max] = this.#extremes.map(({ text }) => toJsonNumber(text)) as [string, string];
    return { count: this.length, mean, std, min, q1, median, q3, max };
  }

  /** The numbers as plain data, for `absorb` or to compute statistics. No more numbers can be added afterwards. */
  snapshot() {
    this.#doubles.finish();
    return {
      /** Null if no common unit fits all numbers. They are then `integers`, or `doubles` if not all of them are integers. */
      scaled: this.#scaled?.snapshot() ?? null,
      integers: this.#integers?.subarray(0, this.#length) ?? null,
      doubles: { chunks: this.#doubles.chunks, places: 0, count: this.#integers ? 0 : this.#length },
      onlyIntegers: this.#onlyIntegers,
      hasLong: this.#hasLong,
      extremes: this.#extremes,
    };
  }

  /** Adds the numbers of later cells of the column. */
  absorb(next: NumbersSnapshot): void {
    this.#onlyIntegers &&= next.onlyIntegers;
    this.#hasLong ||= next.hasLong;
    if (!this.#scaled || !next.scaled || !this.#scaled.absorb(next.scaled)) this.#absorbOthers(next);
    for (const { text, value } of next.extremes) if (text !== '') this.#compare(value, () => text);
  }

  #absorbOthers({ scaled, integers, doubles }: NumbersSnapshot): void {
    if (this.#scaled) this.#leaveScaled(this.#scaled);
    if (!this.#onlyIntegers) this.#leaveIntegers();
    if (scaled) for (const values of toDoubles(scaled)) this.#append(values);
    else if (integers) this.#append(integers);
    else {
      this.#doubles.absorb(doubles.chunks);
      this.#length += doubles.count;
    }
  }
}

const NO_RANGE = { unit: 0, lowest: Number.POSITIVE_INFINITY, highest: Number.NEGATIVE_INFINITY };

/** The numbers of a column as plain data. */
export type NumbersSnapshot = ReturnType<NumberColumn['snapshot']>;
