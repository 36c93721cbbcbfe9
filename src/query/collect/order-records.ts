import type { LoadedGroup } from '../file/row-group.ts';
import type { TableColumn } from '../file/table-column.ts';
import type { SortKey } from '../question.ts';
import { Growing } from './growing.ts';

/** Collects the numbers of the records that match, with their sort keys, and then puts a part of them in order. */
export class RecordOrder {
  readonly #keys: readonly { key: SortKey; column: TableColumn; values: Growing<Float64Array>; isCoded: boolean }[];
  readonly #numbers = new Growing(new Uint32Array(0));

  constructor(sort: readonly SortKey[], columns: ReadonlyMap<string, TableColumn>) {
    this.#keys = sort.map((key) => {
      const column = columns.get(key.column) as TableColumn;
      const isCoded = column.type === 'object' || column.isBig;
      return { key, column, values: new Growing(new Float64Array(0)), isCoded };
    });
  }

  /** Adds the records of a row group at these positions in the group. */
  add(group: LoadedGroup, positions: Uint32Array): void {
    const numbers = this.#numbers.extend(positions.length);
    for (let at = 0; at < positions.length; at += 1) numbers[at] = group.first + (positions[at] as number);
    for (const { column, values, isCoded } of this.#keys) {
      const chunk = group.read(column.name);
      const from = isCoded ? chunk.codes : chunk.numbers;
      const into = values.extend(positions.length);
      for (let at = 0; at < positions.length; at += 1) into[at] = from[positions[at] as number] as number;
    }
  }

  /** Numbers of the records from `offset` up to, but not including, `offset + limit` in the order of the keys. */
  slice(offset: number, limit: number): number[] {
    const numbers = this.#numbers.values;
    if (this.#keys.length === 0) return Array.from(numbers.subarray(offset, offset + limit));
    const order = inOrder(
      numbers.map((_, at) => at),
      offset,
      limit,
      this.#comparator(),
    );
    return Array.from(order, (at) => numbers[at] as number);
  }

  /** Compares two records by their keys, nulls last, and then by their positions. Never returns 0 for different records. */
  #comparator(): (a: number, b: number) => number {
    const keys = this.#keys.map(({ key, column, values: { values }, isCoded }) => {
      // Codes are in the order in which values were found. The dictionary may have grown since a group was read, so ranks come last.
      const { ranks } = column.dictionary;
      const compared = isCoded ? values.map((code) => (code === 0 ? Number.NaN : (ranks[code] as number))) : values;
      return { compared, sign: key.descending ? -1 : 1 };
    });
    return (a, b) => {
      for (const { compared, sign } of keys) {
        const [x, y] = [compared[a] as number, compared[b] as number];
        if (x < y) return -sign;
        if (x > y) return sign;
        if (x === y) continue;
        const nulls = Number(Number.isNaN(x)) - Number(Number.isNaN(y));
        if (nulls !== 0) return nulls;
      }
      return a - b;
    };
  }
}

/** Sorts `order` in place as far as needed, and returns what comes from `offset` up to, but not including, `offset + limit`. */
export function inOrder(
  order: Uint32Array,
  offset: number,
  limit: number,
  compare: (a: number, b: number) => number,
): Uint32Array {
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
function select(
  order: Uint32Array,
  first: number,
  last: number,
  k: number,
  compare: (a: number, b: number) => number,
): void {
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
