/** The values that are not null, each with its index. */
export function valuesIn(values: readonly (number | null)[]): { value: number; index: number }[] {
  return values.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
}

/** The points with the least and the greatest value, in this order, each the first of its value; empty without points. */
export function extremes<Point extends { value: number }>(
  points: readonly Point[],
): [least: Point, greatest: Point] | [] {
  const [first] = points;
  if (!first) return [];
  return [
    points.reduce((a, b) => (b.value < a.value ? b : a), first),
    points.reduce((a, b) => (b.value > a.value ? b : a), first),
  ];
}

/** Items in ascending order of their keys, which are given in the order of the items. */
export function sortedBy<Item>(items: readonly Item[], keys: readonly number[]): Item[] {
  return [...items.keys()].sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0)).map((at) => items[at] as Item);
}

/** Minimum ratio of the greatest to the least value of an axis that shows orders of magnitude. */
const MIN_RATIO = 100;

/** Whether values are positive, of different orders of magnitude, and mostly so small that they would be crowded at one end of a linear axis. */
export function spansMagnitudes(values: readonly number[]): boolean {
  const sorted = Float64Array.from(values).sort();
  const [least = 0, greatest = 0] = [sorted[0], sorted.at(-1)];
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return least > 0 && greatest / least >= MIN_RATIO && middle - least < (greatest - least) / 5;
}
