const TOP_VALUES = 10;

/** The most frequent values, in descending order of count; those with equal counts are in ascending order. */
export class TopValues<T> {
  readonly #compare: (a: T, b: T) => number;
  readonly values: { value: T; count: number }[] = [];

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare;
  }

  /** Minimum count of a value that can still be listed. */
  get leastCount(): number {
    return this.values.length < TOP_VALUES ? 1 : (this.values.at(-1)?.count ?? 1);
  }

  /** Adds a value with its total count. Each value may be added only once. */
  add(value: T, count: number): void {
    const { values } = this;
    if (values.length === TOP_VALUES && !this.#isBefore({ value, count }, values.at(-1))) return;
    let at = values.length;
    while (at > 0 && this.#isBefore({ value, count }, values[at - 1])) at -= 1;
    values.splice(at, 0, { value, count });
    if (values.length > TOP_VALUES) values.pop();
  }

  #isBefore(a: { value: T; count: number }, b: { value: T; count: number } | undefined): boolean {
    if (!b || a.count !== b.count) return !b || a.count > b.count;
    return this.#compare(a.value, b.value) < 0;
  }
}
