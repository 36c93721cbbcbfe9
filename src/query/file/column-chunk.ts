import type { Dictionary } from './dictionary.ts';

/** The values of a column in one row group: as doubles, with NaN for null, or as codes of the column's dictionary, with 0 for null. */
export class ColumnChunk {
  readonly dictionary: Dictionary;
  #numbers: Float64Array | null;
  #codes: Uint32Array | null;

  constructor(dictionary: Dictionary, values: Float64Array | Uint32Array) {
    this.dictionary = dictionary;
    this.#numbers = values instanceof Float64Array ? values : null;
    this.#codes = values instanceof Float64Array ? null : values;
  }

  /** Whether the codes are there already. */
  get isCoded(): boolean {
    return this.#codes !== null;
  }

  /** Doubles; bigints are rounded. Only for columns of numbers. */
  get numbers(): Float64Array {
    if (this.#numbers) return this.#numbers;
    const codes = this.codes;
    const { numbers } = this.dictionary;
    const found = new Float64Array(codes.length);
    for (let at = 0; at < codes.length; at += 1) found[at] = numbers[codes[at] as number] as number;
    this.#numbers = found;
    return found;
  }

  get codes(): Uint32Array {
    if (this.#codes) return this.#codes;
    const { dictionary, numbers } = this;
    const codes = new Uint32Array(numbers.length);
    for (let at = 0; at < numbers.length; at += 1) {
      const number = numbers[at] as number;
      if (!Number.isNaN(number)) codes[at] = dictionary.codeOf(number);
    }
    this.#codes = codes;
    return codes;
  }

  /** Size in memory, in bytes. */
  get bytes(): number {
    return (this.#numbers?.byteLength ?? 0) + (this.#codes?.byteLength ?? 0);
  }
}
