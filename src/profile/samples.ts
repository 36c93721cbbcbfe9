const MAX_SAMPLES = 5;

/** The first five distinct values of a column. Values with the same key count as equal. */
export class Samples {
  readonly values: string[] = [];
  readonly #keyOf: (value: string) => string;

  constructor(keyOf: (value: string) => string = (value) => value) {
    this.#keyOf = keyOf;
  }

  get isFull(): boolean {
    return this.values.length >= MAX_SAMPLES;
  }

  add(value: string): void {
    if (this.isFull || this.values.includes(value)) return;
    const key = this.#keyOf(value);
    if (!this.values.some((it) => this.#keyOf(it) === key)) this.values.push(value);
  }
}
