import { compare, type Found } from '../file/dictionary.ts';
import type { LoadedGroup } from '../file/row-group.ts';
import type { TableColumn } from '../file/table-column.ts';
import type { Answer, AnswerValue, GroupQuestion, Measure } from '../question.ts';
import { type Collector, ColumnValues, joined } from './collector.ts';
import { inOrder } from './order-records.ts';

/** Distance between the codes of two columns in one key: more than any column has, and small enough for keys to be exact doubles. */
const CODES = 2 ** 26;
/** Largest number of pairs of values that are numbered in an array. */
const MAX_PAIRS = 2 ** 22;

/** Collects the records that match in groups, and then computes the measures of each group. */
export class RecordGroups implements Collector {
  readonly columns: readonly string[];
  readonly #question: GroupQuestion;
  readonly #by: readonly TableColumn[];
  readonly #measured: ReadonlyMap<string, ColumnValues>;
  /** Number of the group of each record that was added. */
  readonly #groups: Uint32Array[] = [];
  /** Numbers of groups, counted from 1, by the codes of their values. */
  readonly #ids = new Map<number, number>();

  constructor(question: GroupQuestion, columns: ReadonlyMap<string, TableColumn>) {
    const names = question.measures.flatMap(({ column }) => column ?? []);
    this.columns = [...question.by, ...names];
    this.#question = question;
    this.#by = question.by.map((name) => columns.get(name) as TableColumn);
    this.#measured = new Map(names.map((name) => [name, new ColumnValues(columns.get(name) as TableColumn)]));
  }

  add(group: LoadedGroup, positions: Uint32Array): void {
    const [first = new Uint32Array(0), second = new Uint32Array(group.count)] = this.#by.map(
      ({ name }) => group.read(name).codes,
    );
    const [, width = 1] = this.#by.map(({ dictionary }) => dictionary.values.length);
    const pairs = width * (this.#by[0] as TableColumn).dictionary.values.length;
    // A map takes several times as long, so each pair of values in this row group is looked up there once.
    const known = pairs <= MAX_PAIRS ? new Uint32Array(pairs) : null;
    const groups = new Uint32Array(positions.length);
    for (let at = 0; at < positions.length; at += 1) {
      const position = positions[at] as number;
      const x = first[position] as number;
      const y = second[position] as number;
      let id = known ? (known[x * width + y] as number) : 0;
      if (id === 0) {
        const key = x + y * CODES;
        id = this.#ids.get(key) ?? this.#ids.size + 1;
        if (id > this.#ids.size) this.#ids.set(key, id);
        if (known) known[x * width + y] = id;
      }
      groups[at] = id - 1;
    }
    this.#groups.push(groups);
    for (const values of this.#measured.values()) values.add(group, positions);
  }

  answer(): NonNullable<Answer['groups']> {
    const { measures, sort, limit = Number.POSITIVE_INFINITY } = this.#question;
    const total = this.#ids.size;
    const codes = Array.from(this.#ids.keys(), (key) => [key % CODES, Math.floor(key / CODES)]);
    const groups = joined(this.#groups, Uint32Array);
    const counts = new Uint32Array(total);
    for (let at = 0; at < groups.length; at += 1)
      counts[groups[at] as number] = (counts[groups[at] as number] as number) + 1;
    const values = measures.map((it): readonly AnswerValue[] => {
      if (it.column === undefined) return Array.from(counts);
      return measure(it.measure, this.#measured.get(it.column) as ColumnValues, groups, counts);
    });
    const sorted = sort && values[sort.measure];
    const ranks = this.#by.map(({ dictionary }) => dictionary.ranks);
    const order = counts.map((_, id) => id);
    const ids = inOrder(order, 0, limit, (a, b) => {
      const bySort = sorted ? compareNullable(sorted[a], sorted[b], !sort.ascending) : 0;
      if (bySort !== 0) return bySort;
      for (let at = 0; at < ranks.length; at += 1) {
        const [x, y] = [codes[a]?.[at] as number, codes[b]?.[at] as number];
        // The code of null is 0, and nulls come last.
        if (x !== y) return x === 0 ? 1 : y === 0 ? -1 : (ranks[at]?.[x] as number) - (ranks[at]?.[y] as number);
      }
      return 0;
    });
    return {
      groups: Array.from(ids, (id) => ({
        by: this.#by.map(({ dictionary }, at) => answerOf(dictionary.values[codes[id]?.[at] as number] ?? null)),
        values: values.map((ofMeasure) => ofMeasure[id] ?? null),
      })),
      total,
    };
  }
}

/** Computes a measure of each group from the values and groups of all records, and the number of records in each group. */
function measure(
  kind: Measure['measure'],
  { column, isCoded, comparable }: ColumnValues,
  groups: Uint32Array,
  counts: Uint32Array,
): AnswerValue[] {
  const { dictionary } = column;
  const byRank = isCoded ? dictionary.values.slice() : [];
  for (const code of byRank.keys()) byRank[dictionary.ranks[code] as number] = dictionary.values[code] as Found;
  const valueFor = (value: number): Found => (isCoded ? (byRank[value] as Found) : value);
  /** The values that are not null, group by group: those of each group come to stand before its end. */
  const values = new Float64Array(comparable.length);
  const ends = new Uint32Array(counts.length);
  for (let id = 1; id < ends.length; id += 1) ends[id] = (ends[id - 1] as number) + (counts[id - 1] as number);
  const starts = ends.slice();
  for (let at = 0; at < groups.length; at += 1) {
    const value = comparable[at] as number;
    if (Number.isNaN(value)) continue;
    const id = groups[at] as number;
    values[ends[id] as number] = value;
    ends[id] = (ends[id] as number) + 1;
  }
  return Array.from(starts, (start, id): AnswerValue => {
    const all = values.subarray(start, ends[id]);
    const { length } = all;
    if (kind === 'count') return length;
    if (kind === 'distinct') return all.sort().reduce((count, value, at) => count + Number(value !== all[at - 1]), 0);
    if (length === 0) return null;
    if (kind === 'sum' || kind === 'mean') {
      const sum = column.type === 'int64' ? exactSum(all, valueFor) : compensatedSum(all);
      return kind === 'sum' ? answerOf(sum) : Number(sum) / length;
    }
    all.sort();
    if (kind === 'min') return answerOf(valueFor(all[0] as number));
    if (kind === 'max') return answerOf(valueFor(all[length - 1] as number));
    const middle = (length - 1) / 2;
    const [low, high] = [all[Math.floor(middle)], all[Math.ceil(middle)]].map((it) => valueFor(it as number));
    return low === high ? Number(low) : Number(low) / 2 + Number(high) / 2;
  });
}

/** Sums whole numbers exactly. */
function exactSum(values: Float64Array, valueFor: (value: number) => Found): bigint {
  let [sum, part] = [0n, 0];
  for (const value of values) {
    const whole = valueFor(value);
    // Most sums fit into a double, which is much faster than a bigint.
    if (typeof whole === 'number' && Number.isSafeInteger(part + whole)) part += whole;
    else sum += BigInt(whole);
  }
  return sum + BigInt(part);
}

/**
 * Sums doubles with Neumaier's compensation (A. Neumaier, Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen, 1974), so
 * that the error does not grow with the number of values.
 */
function compensatedSum(values: Float64Array): number {
  let [sum, lost] = [0, 0];
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] as number;
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  // Of an infinite sum, nothing is lost.
  return Number.isFinite(lost) ? sum + lost : sum;
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
