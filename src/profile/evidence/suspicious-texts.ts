import type { Place, SuspiciousTexts } from '../../model.ts';
import { QUOTE_MARKS } from '../../problems/quote-marks.ts';

const OPENING = new Set(QUOTE_MARKS.map((marks) => marks.charCodeAt(0)));

interface Count {
  count: number;
  first: Place;
}

/** Counts the texts of a column that look as if reading had gone wrong. */
export class SuspiciousTextCounter {
  readonly #name: string;
  #texts = 0;
  #padded: Count | null = null;
  #quoted: (Count & { marks: string }) | null = null;
  #names: Count | null = null;

  /** `name` is the column's name in the file. */
  constructor(name: string) {
    this.#name = name;
  }

  /** Takes a cell with a text that is neither a number nor a null; `value` is the cell without blanks around it. */
  add(cell: string, value: string, placeOf: () => Place): void {
    this.#texts += 1;
    if (cell.length !== value.length) this.#padded = another(this.#padded, placeOf);
    if (cell === this.#name) this.#names = another(this.#names, placeOf);
    if (!OPENING.has(value.charCodeAt(0)) || value.length < 2) return;
    const marks = QUOTE_MARKS.find(
      ([open, close]) => value.startsWith(open as string) && value.endsWith(close as string),
    );
    if (marks !== undefined) this.#quoted = { marks, ...this.#quoted, ...another(this.#quoted, placeOf) };
  }

  /** Takes so many texts in which there is nothing odd. */
  addPlain(times: number): void {
    this.#texts += times;
  }

  /** What was found, as plain data. */
  snapshot(): SuspiciousSnapshot {
    return { texts: this.#texts, padded: this.#padded, quoted: this.#quoted, names: this.#names };
  }

  /** Adds what was found in the texts that follow. */
  absorb({ texts, padded, quoted, names }: SuspiciousSnapshot): void {
    this.#texts += texts;
    this.#padded = bothOf(this.#padded, padded);
    this.#quoted = bothOf(this.#quoted, quoted);
    this.#names = bothOf(this.#names, names);
  }

  get found(): SuspiciousTexts | null {
    if (!this.#padded && !this.#quoted && !this.#names) return null;
    return { texts: this.#texts, padded: this.#padded, quoted: this.#quoted, names: this.#names };
  }
}

export type SuspiciousSnapshot = SuspiciousTexts;

function bothOf<T extends Count>(one: T | null, next: T | null): T | null {
  return one && next ? { ...one, count: one.count + next.count } : (one ?? next);
}

function another(count: Count | null, placeOf: () => Place): Count {
  return count ? { count: count.count + 1, first: count.first } : { count: 1, first: placeOf() };
}
