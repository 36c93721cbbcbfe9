import type { Place, SuspiciousTexts } from '../../model.ts';
import { QUOTE_MARKS } from '../../problems/quote-marks.ts';
import { isVariant } from './twins.ts';

const OPENING_MARKS = new Set(QUOTE_MARKS.map((marks) => marks.charCodeAt(0)));

interface Count {
  count: number;
  first: Place;
}

/** Counts the texts of a column that suggest a parsing error: padded with blanks, between quote marks, or equal to the column's name. */
export class SuspiciousTextCounter {
  readonly #name: string;
  #texts = 0;
  #padded: Count | null = null;
  #quoted: (Count & { marks: string }) | null = null;
  #names: Count | null = null;
  #hasVariants = false;

  /** `name` is the column's name in the file. */
  constructor(name: string) {
    this.#name = name;
  }

  /** Adds a cell that is neither a number nor null; `value` is the cell without the blanks around it. */
  add(cell: string, value: string, placeOf: () => Place): void {
    this.#texts += 1;
    this.#hasVariants ||= isVariant(cell, value);
    if (cell.length !== value.length) this.#padded = increment(this.#padded, placeOf);
    if (cell === this.#name) this.#names = increment(this.#names, placeOf);
    if (!OPENING_MARKS.has(value.charCodeAt(0)) || value.length < 2) return;
    const marks = QUOTE_MARKS.find(
      ([open, close]) => value.startsWith(open as string) && value.endsWith(close as string),
    );
    if (marks !== undefined) this.#quoted = { marks, ...this.#quoted, ...increment(this.#quoted, placeOf) };
  }

  /** Adds texts that are not suspicious. */
  addCount(count: number): void {
    this.#texts += count;
  }

  snapshot(): SuspiciousSnapshot {
    return { ...this.#counts(), hasVariants: this.#hasVariants };
  }

  /** Adds the texts of the cells that follow. */
  absorb({ texts, padded, quoted, names, hasVariants }: SuspiciousSnapshot): void {
    this.#texts += texts;
    this.#hasVariants ||= hasVariants;
    this.#padded = merge(this.#padded, padded);
    this.#quoted = merge(this.#quoted, quoted);
    this.#names = merge(this.#names, names);
  }

  /** Null if no text is suspicious. */
  get found(): SuspiciousTexts | null {
    return this.#padded || this.#quoted || this.#names ? this.#counts() : null;
  }

  /** Some text has blanks around it, or combining marks. */
  get hasVariants(): boolean {
    return this.#hasVariants;
  }

  #counts(): SuspiciousTexts {
    return { texts: this.#texts, padded: this.#padded, quoted: this.#quoted, names: this.#names };
  }
}

export interface SuspiciousSnapshot extends SuspiciousTexts {
  hasVariants: boolean;
}

function merge<T extends Count>(one: T | null, next: T | null): T | null {
  return one && next ? { ...one, count: one.count + next.count } : (one ?? next);
}

function increment(count: Count | null, placeOf: () => Place): Count {
  return count ? { count: count.count + 1, first: count.first } : { count: 1, first: placeOf() };
}
