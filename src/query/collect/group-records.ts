import { compare, type Found } from '../file/dictionary.ts';
import type { LoadedGroup } from '../file/row-group.ts';
import type { TableColumn } from '../file/table-column.ts';
import type { Answer, AnswerValue, GroupQuestion, Measure } from '../question.ts';
import { Growing } from './growing.ts';
import { inOrder } from './order-records.ts';

/** Distance between the codes of two columns in one key: more than any column has, and small enough for keys to be exact doubles. */
const CODES = 2 ** 26;
/** Largest number of pairs of values that are numbered in an array. */
const MAX_PAIRS = 2 ** 22;

/** Collects the records that match in groups, and then computes the measures of each group. */
export class RecordGroups {
  readonly #question: GroupQuestion;
  readonly #by: readonly TableColumn[];
  readonly #measured: ReadonlyMap<string, { column: TableColumn; values: Growing<Float64Array>; isCoded: boolean }>;
  /** Number of the group of each record that was added. */
  readonly #groups = new Growing(new Uint32Array(0));
  /** Numbers of groups, counted from 1, by the codes of their values. */
  readonly #ids = new Map<number, number>();

  constructor(question: GroupQuestion, columns: ReadonlyMap<string, TableColumn>) {
    this.#question = question;
    this.#by = question.by.map((name) => columns.get(name) as TableColumn);
    const names = new Set(question.measures.flatMap((it) => (it.measure === 'count' ? [] : it.column)));
    this.#measured = new Map(
      Array.from(names, (name) => {
        const column = columns.get(name) as TableColumn;
        const isCoded = column.type === 'object' || column.isBig;
        return [name, { column, values: new Growing(new Float64Array(0)), isCoded }];
      }),
    );
  }

  /** Adds the records of a row group at these positions in the group. */
  add(group: LoadedGroup, positions: Uint32Array): void {
    const [first = new Uint32Array(0), second = new Uint32Array(group.count)] = this.#by.map(
      ({ name }) => group.read(name).codes,
    );
    const [, width = 1] = this.#by.map(({ dictionary }) => dictionary.values.length);
    const pairs = width * (this.#by[0] as TableColumn).dictionary.values.length;
    // A map takes several times as long, so each pair of values in this row group is looked up there once.
    const known = pairs <= MAX_PAIRS ? new Uint32Array(pairs) : null;
    const groups = this.#groups.extend(positions.length);
    for (let at = 0; at < positions.length; at += 1) {
      const position = positions[at] as number;
      const x = first[position] as number;
      const y = second[position] as number;
      let id = known ? (known[x * width + y] as number) : 0;
      if (id === 0) {
        id = this.#idOf(x + y * CODES);
        if (known) known[x * width + y] = id;
      }
      groups[at] = id - 1;
    }
    for (const [name, { values, isCoded }] of this.#measured) {
      const chunk = group.read(name);
      const from = isCoded ? chunk.codes : chunk.numbers;
      const into = values.extend(positions.length);
      for (let at = 0; at < positions.length; at += 1) into[at] = from[positions[at] as number] as number;
    }
  }

  #idOf(key: number): number {
    const id = this.#ids.get(key) ?? this.#ids.size + 1;
    if (id > this.#ids.size) this.#ids.set(key, id);
    return id;
  }

  answer(): NonNullable<Answer['groups']> {
    const { measures, sort, limit = Number.POSITIVE_INFINITY } = this.#question;
    const total = this.#ids.size;
    const codes = Array.from(this.#ids.keys(), (key) => [key % CODES, Math.floor(key / CODES)]);
    const groups = this.#groups.values;
    const counts = new Uint32Array(total);
    for (let at = 0; at < groups.length; at += 1)
      counts[groups[at] as number] = (counts[groups[at] as number] as number) + 1;
    const starts = new Uint32Array(total + 1);
    for (let id = 0; id < total; id += 1) starts[id + 1] = (starts[id] as number) + (counts[id] as number);
    const values = measures.map((measure) =>
      measure.measure === 'count' ? Array.from(counts) : this.#measure(measure, starts),
    );
    const sorted = sort && values[sort.measure];
    const ranks = this.#by.map(({ dictionary }) => dictionary.ranks);
    const ids = inOrder(
      counts.map((_, id) => id),
      0,
      limit,
      (a, b) => {
        const bySort = sorted ? compareNullable(sorted[a], sorted[b], !sort.ascending) : 0;
        if (bySort !== 0) return bySort;
        for (let at = 0; at < ranks.length; at += 1) {
          const [x, y] = [codes[a]?.[at] as number, codes[b]?.[at] as number];
          // The code of null is 0, and nulls come last.
          if (x !== y) return x === 0 ? 1 : y === 0 ? -1 : (ranks[at]?.[x] as number) - (ranks[at]?.[y] as number);
        }
        return 0;
      },
    );
    return {
      groups: Array.from(ids, (id) => ({
        by: this.#by.map(({ dictionary }, at) => answerOf(dictionary.values[codes[id]?.[at] as number] ?? null)),
        values: values.map((ofMeasure) => ofMeasure[id] ?? null),
      })),
      total,
    };
  }

  /** Computes a measure of all groups. Values of group `id` come to stand from `starts[id]` up to, but not including, `starts[id + 1]`. */
  #measure({ measure, column: name }: Exclude<Measure, { measure: 'count' }>, starts: Uint32Array): AnswerValue[] {
    const measured = this.#measured.get(name);
    if (!measured) return [];
    const {
      column,
      values: { values },
      isCoded,
    } = measured;
    const { dictionary, type } = column;
    const groups = this.#groups.values;
    // Codes are replaced by ranks, which are in the order of the values.
    const ranks = isCoded ? dictionary.ranks : null;
    const ofRank = isCoded ? valuesByRank(column) : null;
    const sorted = new Float64Array(values.length);
    const next = starts.slice();
    for (let at = 0; at < values.length; at += 1) {
      const id = groups[at] as number;
      const value = values[at] as number;
      sorted[next[id] as number] = ranks ? (value === 0 ? Number.NaN : (ranks[value] as number)) : value;
      next[id] = (next[id] as number) + 1;
    }
    const valueFor = (value: number): Found => (ofRank ? (ofRank[value] as Found) : value);
    return Array.from({ length: starts.length - 1 }, (_, id): AnswerValue => {
      const all = sorted.subarray(starts[id], starts[id + 1]);
      if (measure === 'sum' || measure === 'mean') {
        const { sum, count } = type === 'int64' ? exactSum(all, valueFor) : compensatedSum(all);
        if (count === 0) return null;
        return measure === 'sum' ? answerOf(sum) : Number(sum) / count;
      }
      // A sorted Float64Array has NaN, which stands for null, at its end.
      all.sort();
      const there = all.subarray(0, countOf(all));
      if (measure === 'distinct') return distinctIn(there);
      if (there.length === 0) return null;
      if (measure === 'min') return answerOf(valueFor(there[0] as number));
      if (measure === 'max') return answerOf(valueFor(there[there.length - 1] as number));
      const middle = (there.length - 1) / 2;
      const [low, high] = [there[Math.floor(middle)], there[Math.ceil(middle)]].map((it) => valueFor(it as number));
      return low === high ? Number(low) : Number(low) / 2 + Number(high) / 2;
    });
  }
}

/** The values of a column by their ranks. */
function valuesByRank({ dictionary: { values, ranks } }: TableColumn): (Found | null)[] {
  const byRank = new Array<Found | null>(values.length).fill(null);
  for (const [code, value] of values.entries()) byRank[ranks[code] as number] = value;
  return byRank;
}

/** Number of values that are not NaN, in a sorted array. */
function countOf(sorted: Float64Array): number {
  let count = sorted.length;
  while (count > 0 && Number.isNaN(sorted[count - 1])) count -= 1;
  return count;
}

function distinctIn(sorted: Float64Array): number {
  let distinct = 0;
  for (let at = 0; at < sorted.length; at += 1) if (at === 0 || sorted[at] !== sorted[at - 1]) distinct += 1;
  return distinct;
}

/** Sums whole numbers exactly. */
function exactSum(values: Float64Array, valueFor: (value: number) => Found): { sum: bigint; count: number } {
  let [sum, part, count] = [0n, 0, 0];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    count += 1;
    const whole = valueFor(value);
    // Most sums fit into a double, which is much faster than a bigint.
    if (typeof whole === 'number' && Number.isSafeInteger(part + whole)) part += whole;
    else sum += BigInt(whole);
  }
  return { sum: sum + BigInt(part), count };
}

/**
 * Sums doubles with Neumaier's compensation (A. Neumaier, Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen, 1974), so
 * that the error does not grow with the number of values.
 */
function compensatedSum(values: Float64Array): { sum: number; count: number } {
  let [sum, lost, count] = [0, 0, 0];
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] as number;
    if (Number.isNaN(value)) continue;
    count += 1;
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  // Of an infinite sum, nothing is lost.
  return { sum: Number.isFinite(lost) ? sum + lost : sum, count };
}

function compareNullable(a: AnswerValue | undefined, b: AnswerValue | undefined, descending: boolean): number {
  const [x, y] = [a ?? null, b ?? null];
  if (x === null || y === null) return Number(x === null) - Number(y === null);
  return descending ? compare(y, x) : compare(x, y);
}

/** A value as answers give it: whole numbers beyond ±(2^53 - 1) stay bigints. */
export function answerOf(value: Found | null): AnswerValue {
  return typeof value === 'bigint' && BigInt.asIntN(54, value) === value && Number.isSafeInteger(Number(value))
    ? Number(value)
    : value;
}
