import type { LoadedGroup, TableColumn } from '../file/table-layout.ts';
import type { SortKey } from '../question.ts';
import { columnValues, joined } from './collector.ts';

type Comparator = (a: number, b: number) => number;

/** Collects the numbers of the records that match, with their sort keys, and then puts a part of them in order. */
export function recordOrder(sort: readonly SortKey[], columns: ReadonlyMap<string, TableColumn>) {
  const keys = sort.map(({ column, descending }) => {
    return { values: columnValues(columns.get(column) as TableColumn), sign: descending ? -1 : 1 };
  });
  const parts: Uint32Array<ArrayBuffer>[] = [];
  /** Compares two records by their keys, nulls last, and then by their positions. Never returns 0 for different records. */
  const comparator = (): Comparator => {
    const compared = keys.map(({ values, sign }) => ({ numbers: values.comparable, sign }));
    return (a, b) => {
      for (const { numbers, sign } of compared) {
        const [x, y] = [numbers[a] as number, numbers[b] as number];
        if (x < y) return -sign;
        if (x > y) return sign;
        if (x === y) continue;
        const nulls = Number(Number.isNaN(x)) - Number(Number.isNaN(y));
        if (nulls !== 0) return nulls;
      }
      return a - b;
    };
  };
  return {
    columns: sort.map(({ column }) => column),
    add(group: LoadedGroup, positions: Uint32Array): void {
      const numbers = positions.slice();
      for (let at = 0; at < numbers.length; at += 1) numbers[at] = (numbers[at] as number) + group.first;
      parts.push(numbers);
      for (const { values } of keys) values.add(group, positions);
    },
    /** Numbers of the records from `offset` up to, but not including, `offset + limit` in the order of the keys. */
    slice(offset: number, limit: number): number[] {
      const numbers = new Uint32Array(joined(parts));
      if (keys.length === 0) return Array.from(numbers.subarray(offset, offset + limit));
      const positions = numbers.map((_, at) => at);
      return Array.from(inOrder(positions, offset, limit, comparator()), (at) => numbers[at] as number);
    },
  };
}

/** Sorts `order` in place as far as needed, and returns what comes from `offset` up to, but not including, `offset + limit`. */
export function inOrder(order: Uint32Array, offset: number, limit: number, compare: Comparator): Uint32Array {
  const [start, end] = [Math.min(offset, order.length), Math.min(offset + limit, order.length)];
  // Only the part that is asked for is sorted; what comes before and after it only has to be on the right side.
  if (start > 0 && start < order.length) select(order, 0, order.length - 1, start, compare);
  if (end > start && end < order.length) select(order, start, order.length - 1, end, compare);
  return order.subarray(start, end).sort(compare);
}

/**
 * Partly sorts `order` between `first` and `last`, both inclusive, so that the element at `k` is the one that sorting would put there, and
 * none before it is greater (Hoare's selection). Pivots are random, so that no order of records makes it slow.
 */
function select(order: Uint32Array, first: number, last: number, k: number, compare: Comparator): void {
  let [left, right] = [first, last];
  while (left < right) {
    const pivot = order[left + Math.floor(Math.random() * (right - left + 1))] as number;
    let [i, j] = [left, right];
    while (i <= j) {
      while (compare(order[i] as number, pivot) < 0) i += 1;
      while (compare(order[j] as number, pivot) > 0) j -= 1;
      if (i > j) break;
      [order[i], order[j]] = [order[j] as number, order[i] as number];
      i += 1;
      j -= 1;
    }
    if (k <= j) right = j;
    else if (k >= i) left = i;
    else return;
  }
}
