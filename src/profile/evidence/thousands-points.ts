import type { Place } from '../../model.ts';

const GROUPED = /^[+-]?[1-9][0-9]{0,2}\.[0-9]{3}$/;
const SHORT = /^[+-]?(?:0|[1-9][0-9]{0,2})$/;

/** Watches the numbers of a column for points that may separate thousands: each has three digits behind it, and none is missing. */
export class ThousandsPoints {
  #isPossible = true;
  #count = 0;
  #first: Place | null = null;

  /** Takes a plain number. */
  add(number: string, placeOf: () => Place): void {
    if (!this.#isPossible || SHORT.test(number)) return;
    if (!GROUPED.test(number)) {
      this.#isPossible = false;
      return;
    }
    this.#count += 1;
    this.#first ??= placeOf();
  }

  /** Takes so many more numbers with such a point, while none speaks against it. */
  addKnown(times: number): void {
    this.#count += times;
  }

  /** What was found, as plain data. */
  snapshot(): PointsSnapshot {
    return { isPossible: this.#isPossible, count: this.#count, first: this.#first };
  }

  /** Adds what was found in the numbers that follow. */
  absorb({ isPossible, count, first }: PointsSnapshot): void {
    this.#isPossible &&= isPossible;
    this.#count += count;
    this.#first ??= first;
  }

  /** False from the first number on that speaks against it. */
  get isPossible(): boolean {
    return this.#isPossible;
  }

  /** How many numbers have such a point, and the first; null when there is none, or another that speaks against it. */
  get found(): { count: number; first: Place } | null {
    return this.#isPossible && this.#first ? { count: this.#count, first: this.#first } : null;
  }
}

export interface PointsSnapshot {
  isPossible: boolean;
  count: number;
  first: Place | null;
}
