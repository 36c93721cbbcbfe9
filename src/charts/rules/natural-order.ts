import { monthOf, quarterOf, weekdayOf } from './read-times.ts';

/** Maximum number of bars whose names have an order of their own; more are drawn as columns above numbers, up to `CATEGORIES_KEPT`. */
export const MAX_ORDERED = 25;
/** Names with the same words before their numbers, such as `Decile 3`, count as ordered up to this many; more are mere names, such as `Plot 16`. */
const MAX_NUMBERED = 15;

/** A number in a name, possibly with separators between its thousands. */
const NUMBER = /\d+(?:[ ,.'’\u00A0\u202F]\d{3})*(?:\.\d+)?/g;
const SEPARATORS = /[ ,'’\u00A0\u202F]|\.(?=\d{3}(?:\D|$))/g;
/** What may precede the number of a name in an ordered list of ranges or sizes: a sign, such as `$` or `<`, but no word. */
export const STARTS_WITH_NUMBER = /^[^\p{L}\d]{0,3}\d/u;

/**
 * Ranks of names that have an order of their own, of whatever the values are: months, weekdays and quarters, whole numbers nearly without
 * omissions, ranges such as ages, and names whose first numbers ascend in the given order, such as `1-9 employees`. In these, the
 * first and the last may begin with words (`under 5`) or have no number. Null if the names have no such order.
 */
export function naturalOrder(names: readonly string[]): number[] | null {
  const inOrder = [...names.keys()];
  for (const [read, size] of [
    [monthOf, 12],
    [weekdayOf, 7],
    [quarterOf, 4],
  ] as const) {
    const numbers = names.flatMap((name) => read(name) ?? []);
    if (numbers.length < names.length) continue;
    const isTurn = numbers.every((number, index) => index === 0 || number === ((numbers[index - 1] ?? 0) % size) + 1);
    return isTurn ? inOrder : numbers;
  }
  const found = names.map((name) => (name.match(NUMBER) ?? []).map((text) => Number(text.replace(SEPARATORS, ''))));
  const firsts = found.flatMap(([first]) => first ?? []);
  if (names.every((name) => /^\d{1,9}$/.test(name))) {
    return Math.max(...firsts) - Math.min(...firsts) < 2 * names.length ? firsts : null;
  }
  const starting = names.filter((name) => STARTS_WITH_NUMBER.test(name)).length;
  const isListed = starting > 0 && starting >= names.length - 2 && found.slice(1, -1).every(({ length }) => length > 0);
  const areAscending = firsts.every((first, index) => first >= (firsts[index - 1] ?? first));
  // Of `under 5` and `5-9`, the first numbers are the same.
  if (isListed && areAscending && new Set(firsts).size >= firsts.length - 2) return inOrder;
  const prefixes = new Set(names.map((name) => name.split(/\d/, 1)[0]));
  const isNumbered = prefixes.size === 1 && firsts.length === names.length && names.length <= MAX_NUMBERED;
  if (isNumbered && firsts.every((first, index) => first - index === firsts[0])) return inOrder;
  return rangeRanks(found);
}

/** Ranks of ranges by their lower bounds, if they do not overlap and at most two names, such as `85+`, are not ranges; otherwise null. */
function rangeRanks(found: readonly (readonly number[])[]): number[] | null {
  const ranges = found.filter(({ length }) => length === 2).sort(([a = 0], [b = 0]) => a - b);
  if (ranges.length < 2 || ranges.length < found.length - 2) return null;
  const isApart = ranges.every(([from = 0, to = 0], at) => from < to && from >= (ranges[at - 1]?.[1] ?? from));
  return isApart ? found.map(([first = Number.MAX_VALUE]) => first) : null;
}
