/** A list of numbers that grows in one array. */
export class Growing<T extends Float64Array | Uint32Array> {
  #values: T;
  #length = 0;

  constructor(empty: T) {
    this.#values = empty;
  }

  get length(): number {
    return this.#length;
  }

  /** Adds `count` numbers, which the caller then sets in the array that is returned. */
  extend(count: number): T {
    const start = this.#length;
    this.#length += count;
    if (this.#length > this.#values.length) {
      const size = Math.max(this.#length, 2 * this.#values.length);
      const values = new (this.#values.constructor as new (length: number) => T)(size);
      values.set(this.#values.subarray(0, start));
      this.#values = values;
    }
    return this.#values.subarray(start, this.#length) as T;
  }

  get values(): T {
    return this.#values.subarray(0, this.#length) as T;
  }
}
