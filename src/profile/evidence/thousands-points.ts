import type { Place } from '../../model.ts';
import type { Found } from '../inspected-column.ts';

/** One point, before exactly three digits. */
const WITH_POINT = /^[+-]?[1-9][0-9]{0,2}\.[0-9]{3}$/;
/** Too short to need a point. */
const SHORT = /^[+-]?(?:0|[1-9][0-9]{0,2})$/;

/**
 * Finds out whether the points in a column of numbers may separate thousands: each number has at most three digits, or a single point
 * before its last three.
 */
export class ThousandsPoints {
  /** Some number has a point that can only separate decimals. */
  #hasDecimals = false;
  /** Some number has no point, although it is long enough for one. */
  #hasLong = false;
  #count = 0;
  #first: Place | null = null;

  /** Adds a plain number. */
  add(number: string, placeOf: () => Place): void {
    if (this.#hasDecimals || (this.#hasLong && !number.includes('.')) || SHORT.test(number)) return;
    if (WITH_POINT.test(number)) {
      this.#count += 1;
      this.#first ??= placeOf();
    } else if (number.includes('.')) this.#hasDecimals = true;
    else this.#hasLong = true;
  }

  /** Adds numbers with such a point, after the first; only while `isPossible` holds. */
  addCount(count: number): void {
    this.#count += count;
  }

  snapshot(): PointsSnapshot {
    return { hasDecimals: this.#hasDecimals, hasLong: this.#hasLong, count: this.#count, first: this.#first };
  }

  /** Adds the numbers of the cells that follow. */
  absorb({ hasDecimals, hasLong, count, first }: PointsSnapshot): void {
    this.#hasDecimals ||= hasDecimals;
    this.#hasLong ||= hasLong;
    this.#count += count;
    this.#first ??= first;
  }

  /** False after the first number that rules thousands out. */
  get isPossible(): boolean {
    return !this.#hasDecimals && !this.#hasLong;
  }

  /** How many numbers have such a point, and the place of the first; null if none has one, or some number rules thousands out. */
  get found(): Found | null {
    return this.isPossible && this.#first ? { count: this.#count, first: this.#first } : null;
  }

  /** The column shows that its points separate decimals. `isNumeric` says that it has only numbers. */
  areDecimals(isNumeric: boolean): boolean {
    return this.#hasDecimals || (isNumeric && this.#hasLong && this.#first !== null);
  }
}

export interface PointsSnapshot {
  hasDecimals: boolean;
  hasLong: boolean;
  count: number;
  first: Place | null;
}
