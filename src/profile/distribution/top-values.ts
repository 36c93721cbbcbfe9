const TOP_VALUES = 10;

/**
 * The most frequent of `length` different values, in descending order of count; those with equal counts are in ascending order. A count of
 * 0 stands for no value. There may be 100,000 counts for ten values, so nothing is allocated for those that are too low.
 */
export function topValues<T>(
  length: number,
  countAt: (index: number) => number,
  valueAt: (index: number) => T,
  compare: (a: T, b: T) => number,
): { value: T; count: number }[] {
  const top: { value: T; count: number }[] = [];
  for (let index = 0; index < length; index += 1) {
    const count = countAt(index);
    if (count < (top[TOP_VALUES - 1]?.count ?? 1)) continue;
    const value = valueAt(index);
    const isAfter = (it: (typeof top)[number]) =>
      it.count === count ? compare(it.value, value) < 0 : it.count > count;
    top.splice(top.findLastIndex(isAfter) + 1, 0, { value, count });
    if (top.length > TOP_VALUES) top.pop();
  }
  return top;
}
