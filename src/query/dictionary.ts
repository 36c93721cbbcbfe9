import { compareTexts } from './compare-texts.ts';

/** A value of a column that is not null. */
export type Found = string | number | bigint;

/** Distinct values of a column, with codes from 1 on in the order in which they are found. Code 0 is null. */
export class Dictionary {
  /** The values by their codes. */
  readonly values: (Found | null)[] = [null];
  readonly #codes = new Map<Found, number>();
  #ranks = new Uint32Array(0);
  #numbers = new Float64Array(0);

  /** Code of a value. -0 and 0 are one value. */
  codeOf(value: Found): number {
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    const code = this.values.length;
    // A map has one key for both zeros, so the value must not depend on which of them came first.
    this.values.push(value === 0 ? 0 : value);
    this.#codes.set(value, code);
    return code;
  }

  /** For each code, the rank of its value among all values found so far, ascending from 1; texts by code points. 0 for null. */
  get ranks(): Uint32Array {
    const { values } = this;
    if (this.#ranks.length === values.length) return this.#ranks;
    const codes = Array.from(values, (_, code) => code).slice(1);
    codes.sort((a, b) => compare(values[a] as Found, values[b] as Found));
    this.#ranks = new Uint32Array(values.length);
    for (const [rank, code] of codes.entries()) this.#ranks[code] = rank + 1;
    return this.#ranks;
  }

  /** For each code, its value as a double; NaN for null. */
  get numbers(): Float64Array {
    if (this.#numbers.length !== this.values.length) {
      this.#numbers = Float64Array.from(this.values, (value) => (value === null ? Number.NaN : Number(value)));
    }
    return this.#numbers;
  }
}

/** Compares two values of one column. Throws nothing: a column has values of one kind, except that numbers may be bigints. */
export function compare(a: Found, b: Found): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  return a < b ? -1 : a > b ? 1 : 0;
}
