/** Values in the list of the most frequent ones. */
const TOP_VALUES = 10;

/** The most frequent values, those that occur equally often in order. */
export class TopValues<T> {
  readonly #compare: (a: T, b: T) => number;
  readonly values: { value: T; count: number }[] = [];

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare;
  }

  /** Values that occur less often are not listed. */
  get leastCount(): number {
    return this.values.length < TOP_VALUES ? 1 : (this.values.at(-1)?.count ?? 1);
  }

  /** Each value is added once. */
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
