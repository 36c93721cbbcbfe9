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
