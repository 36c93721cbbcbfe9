import { compareNumbers } from './read-number.ts';

/** Small, since a table may have a hundred thousand columns. */
const FIRST_CAPACITY = 16;
const NONE = new Float64Array(0);

/**
 * The numbers of a column, kept compactly: doubles, or 64-bit integers from the first integer on that a double cannot
 * hold. Knows the exact smallest and largest number as the source wrote them.
 */
export class NumberColumn {
  #doubles = NONE;
  #integers: BigInt64Array | null = null;
  #length = 0;
  #min = '';
  #max = '';
  #minValue = Number.POSITIVE_INFINITY;
  #maxValue = Number.NEGATIVE_INFINITY;

  get length(): number {
    return this.#length;
  }
  /** The smallest number, as the source wrote it; empty when there is none. Of equal numbers, the first. */
  get min(): string {
    return this.#min;
  }
  get max(): string {
    return this.#max;
  }

  /** Adds a plain number; `isInteger` says that it is one within 64 bits. */
  add(number: string, isInteger: boolean): void {
    const value = Number(number);
    if (this.#integers && !isInteger) this.#leaveIntegers();
    if (isInteger && !this.#integers && !Number.isSafeInteger(value) && this.#onlyIntegers) this.#enterIntegers();
    if (!isInteger) {
      this.#onlyIntegers = false;
      this.#places = Math.max(this.#places, placesOf(number));
    }
    this.#grow();
    if (this.#integers) this.#integers[this.#length] = BigInt(number.replace(/^\+/, ''));
    else this.#doubles[this.#length] = value;
    this.#length += 1;
    if (value < this.#minValue || (value === this.#minValue && compareNumbers(number, this.#min) < 0)) {
      this.#min = number;
      this.#minValue = value;
    }
    if (value > this.#maxValue || (value === this.#maxValue && compareNumbers(number, this.#max) > 0)) {
      this.#max = number;
      this.#maxValue = value;
    }
  }
  #onlyIntegers = true;
  #places = 0;

  /** Decimal places of the number that has the most; infinite when one is written with an exponent. */
  get places(): number {
    return this.#places;
  }
  /** The numbers as doubles, in the order in which they came, when doubles hold them as well as they can be held. */
  get doubles(): Float64Array | null {
    return this.#integers ? null : this.#doubles.subarray(0, this.#length);
  }
  /** The numbers as integers, when some are beyond what a double holds exactly and all are integers. */
  get integers(): BigInt64Array | null {
    return this.#integers?.subarray(0, this.#length) ?? null;
  }

  #grow(): void {
    const capacity = this.#integers?.length ?? this.#doubles.length;
    if (this.#length < capacity) return;
    const next = Math.max(FIRST_CAPACITY, capacity * 2);
    if (this.#integers) {
      const larger = new BigInt64Array(next);
      larger.set(this.#integers);
      this.#integers = larger;
    } else {
      const larger = new Float64Array(next);
      larger.set(this.#doubles);
      this.#doubles = larger;
    }
  }

  #enterIntegers(): void {
    this.#integers = new BigInt64Array(this.#doubles.length);
    for (let index = 0; index < this.#length; index += 1) {
      this.#integers[index] = BigInt(this.#doubles[index] as number);
    }
    this.#doubles = NONE;
  }

  #leaveIntegers(): void {
    if (!this.#integers) return;
    this.#doubles = Float64Array.from(this.#integers, Number);
    this.#integers = null;
  }
}

/** Decimal places of a number that is no plain integer. */
function placesOf(number: string): number {
  const hasExponent = number.includes('e') || number.includes('E');
  return hasExponent ? Number.POSITIVE_INFINITY : number.length - number.indexOf('.') - 1;
}
