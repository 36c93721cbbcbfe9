import type { Place } from '../../model.ts';

/** One point, before exactly three digits. */
const WITH_POINT = /^[+-]?[1-9][0-9]{0,2}\.[0-9]{3}$/;
/** Too short to need a point. */
const SHORT = /^[+-]?(?:0|[1-9][0-9]{0,2})$/;

/**
 * Finds out whether the points in a column of numbers may separate thousands: each number has at most three digits, or a single point
 * before its last three.
 */
export class ThousandsPoints {
  #isPossible = true;
  #count = 0;
  #first: Place | null = null;

  /** Adds a plain number. */
  add(number: string, placeOf: () => Place): void {
    if (!this.#isPossible || SHORT.test(number)) return;
    if (!WITH_POINT.test(number)) {
      this.#isPossible = false;
      return;
    }
    this.#count += 1;
    this.#first ??= placeOf();
  }

  /** Adds numbers with such a point, after the first; only while `isPossible` holds. */
  addCount(count: number): void {
    this.#count += count;
  }

  snapshot(): PointsSnapshot {
    return { isPossible: this.#isPossible, count: this.#count, first: this.#first };
  }

  /** Adds the numbers of the cells that follow. */
  absorb({ isPossible, count, first }: PointsSnapshot): void {
    this.#isPossible &&= isPossible;
    this.#count += count;
    this.#first ??= first;
  }

  /** False after the first number that rules thousands out. */
  get isPossible(): boolean {
    return this.#isPossible;
  }

  /** How many numbers have such a point, and the place of the first; null if none has one, or some number rules thousands out. */
  get found(): { count: number; first: Place } | null {
    return this.#isPossible && this.#first ? { count: this.#count, first: this.#first } : null;
  }
}

export interface PointsSnapshot {
  isPossible: boolean;
  count: number;
  first: Place | null;
}
