/** Edges of bars that stand above single whole numbers, given these numbers and the one after the last. */
export function singleBins(numbers: readonly number[]): number[] {
  return numbers.map((number) => number - 0.5);
}

/** Whether the edges of bars are those of `singleBins`. The edges of other bins one wide are whole numbers. */
export function areSingleBins([first = 0, second = 0]: readonly number[]): boolean {
  return second - first === 1 && !Number.isInteger(first);
}
