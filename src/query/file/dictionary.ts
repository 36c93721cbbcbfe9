import { compare } from './compare-texts.ts';

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
    // Pairs of a value's prefix and its code are sorted as one integer each, and with a comparator only where prefixes are equal.
    const pairs = new BigUint64Array(values.length);
    const halves = new Uint32Array(pairs.buffer);
    for (let code = 1; code < values.length; code += 1) halves.set([code, prefixOf(values[code] as Found)], 2 * code);
    pairs.subarray(1).sort();
    const codes = new Uint32Array(values.length).map((_, at) => halves[2 * at] as number);
    for (let [from, to] = [1, 2]; to <= codes.length; to += 1) {
      if (to < codes.length && halves[2 * to + 1] === halves[2 * from + 1]) continue;
      if (to > from + 1) codes.subarray(from, to).sort((a, b) => compare(values[a] as Found, values[b] as Found));
      from = to;
    }
    this.#ranks = new Uint32Array(values.length);
    for (let rank = 1; rank < codes.length; rank += 1) this.#ranks[codes[rank] as number] = rank;
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

/** The first four characters of a text as an integer, in the order of texts: up to the first beyond U+00FE, which is 255. 0 for numbers. */
function prefixOf(value: Found): number {
  let prefix = 0;
  if (typeof value !== 'string') return prefix;
  for (let [at, isIn] = [0, true]; at < 4; at += 1) {
    const unit = isIn && at < value.length ? Math.min(255, value.charCodeAt(at)) : 0;
    isIn &&= unit < 255;
    prefix = prefix * 256 + unit;
  }
  return prefix;
}
