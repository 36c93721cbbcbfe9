import { compare } from '../file/compare-texts.ts';
import type { Found } from '../file/dictionary.ts';
import type { LoadedGroup, TableColumn } from '../file/table-layout.ts';
import type { Answer, AnswerValue, GroupQuestion, Measure } from '../question.ts';
import { type ColumnValues, columnValues, joined } from './collector.ts';
import { inOrder } from './order-records.ts';

/** Distance between the codes of two columns in one key: more than any column has, and small enough for keys to be exact doubles. */
const CODES = 2 ** 26;
/** Numbers that are kept of each group for a measure. */
const STATE = 3;
/** Largest number of pairs of values that are numbered in an array. */
const MAX_PAIRS = 2 ** 22;

/** Collects the records that match in groups, and then computes the measures of each group. */
export function recordGroups(question: GroupQuestion, columns: ReadonlyMap<string, TableColumn>) {
  const { measures, sort, limit = Number.POSITIVE_INFINITY } = question;
  const by = question.by.map((name) => columns.get(name) as TableColumn);
  /** For each measure, what computes it while records are added, unless it needs the values of a group in order. */
  const runningMeasures = measures.map((it) => runningMeasure(it, columns));
  const names = measures.flatMap(({ column }, at) => (runningMeasures[at] ? [] : (column ?? [])));
  /** Columns of the other measures, and the number of the group of each record that was added. */
  const measured = new Map(names.map((name) => [name, columnValues(columns.get(name) as TableColumn)]));
  const groupsOfParts: Uint32Array<ArrayBuffer>[] = [];
  /** Numbers of groups, counted from 1, by the codes of their values. */
  const ids = new Map<number, number>();
  const add = (group: LoadedGroup, positions: Uint32Array): void => {
    const none = new Uint32Array(group.count);
    const [first = none, second = none] = by.map(({ name }) => group.read(name).codes);
    const [height = 1, width = 1] = by.map(({ dictionary }) => dictionary.values.length);
    const pairs = width * height;
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
        id = ids.get(key) ?? ids.size + 1;
        if (id > ids.size) ids.set(key, id);
        if (known) known[x * width + y] = id;
      }
      groups[at] = id - 1;
    }
    for (const running of runningMeasures) running?.add(group, positions, groups, ids.size);
    if (measured.size > 0) groupsOfParts.push(groups);
    for (const values of measured.values()) values.add(group, positions);
  };
  const answer = (): NonNullable<Answer['groups']> => {
    const total = ids.size;
    const codes = Array.from(ids.keys(), (key) => [key % CODES, Math.floor(key / CODES)]);
    const groups = new Uint32Array(joined(groupsOfParts));
    const values = measures.map((it, at): readonly AnswerValue[] => {
      const own = measured.get(it.column ?? '') as ColumnValues;
      return runningMeasures[at]?.answer(total) ?? measure(it.measure, own, groups, total);
    });
    const sorted = sort && values[sort.measure];
    const ranks = by.map(({ dictionary }) => dictionary.ranks);
    const order = new Uint32Array(total).map((_, id) => id);
    const first = inOrder(order, 0, limit, (a, b) => {
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
      groups: Array.from(first, (id) => ({
        by: by.map(({ dictionary }, at) => answerOf(dictionary.values[codes[id]?.[at] as number] ?? null)),
        values: values.map((ofMeasure) => ofMeasure[id] ?? null),
      })),
      total,
    };
  };
  return { columns: [...question.by, ...measures.flatMap(({ column }) => column ?? [])], add, answer };
}

/** Computes a measure of each group while records are added. Null if that takes all values, or their codes. */
function runningMeasure(it: Measure, columns: ReadonlyMap<string, TableColumn>) {
  const kind = it.measure;
  const column = it.column === undefined ? null : (columns.get(it.column) as TableColumn);
  if (kind === 'median' || kind === 'distinct' || column?.type === 'object' || column?.isBig) return null;
  /**
   * For each group: its sum, least or greatest value; what the sum has lost by rounding (A. Neumaier, Rundungsfehleranalyse einiger
   * Verfahren zur Summation endlicher Summen, 1974), so that the error does not grow with the number of values; and this number.
   */
  let states = new Float64Array(0);
  return {
    /** Adds the records at these positions in a row group, whose groups are given. There are `total` groups so far. */
    add(group: LoadedGroup, positions: Uint32Array, groups: Uint32Array, total: number): void {
      const known = states;
      if (known.length < STATE * total) states = new Float64Array(2 * STATE * total);
      if (known !== states) states.set(known);
      if (column) addNumbers(states, group.read(column.name).numbers, positions, groups, kind);
      else addRecords(states, groups);
    },
    answer: (total: number): AnswerValue[] =>
      Array.from({ length: total }, (_, id) => {
        const [value = 0, lost = 0, count = 0] = states.subarray(STATE * id, STATE * (id + 1));
        if (kind === 'count') return count;
        if (count === 0) return null;
        // Of an infinite sum, nothing is lost. Whole numbers are added up without any error.
        const sum =
          column?.type === 'int64' ? BigInt(value) + BigInt(lost) : value + (Number.isFinite(lost) ? lost : 0);
        return kind === 'mean' ? Number(sum) / count : answerOf(sum);
      }),
  };
}

function addRecords(states: Float64Array, groups: Uint32Array): void {
  for (let at = 0; at < groups.length; at += 1) {
    const count = STATE * (groups[at] as number) + 2;
    states[count] = (states[count] as number) + 1;
  }
}

function addNumbers(
  states: Float64Array,
  numbers: Float64Array,
  positions: Uint32Array,
  groups: Uint32Array,
  kind: Measure['measure'],
): void {
  for (let at = 0; at < groups.length; at += 1) {
    const value = numbers[positions[at] as number] as number;
    if (Number.isNaN(value)) continue;
    const state = STATE * (groups[at] as number);
    const before = states[state] as number;
    const count = states[state + 2] as number;
    states[state + 2] = count + 1;
    if (kind === 'sum' || kind === 'mean') {
      const next = before + value;
      const lost = Math.abs(before) >= Math.abs(value) ? before - next + value : value - next + before;
      states[state + 1] = (states[state + 1] as number) + lost;
      states[state] = next;
    } else if (count === 0 || (kind === 'min' ? value < before : value > before)) states[state] = value;
  }
}

/** Computes a measure of each group from the values and groups of all records. */
function measure(
  kind: Measure['measure'],
  { column, isCoded, comparable }: ColumnValues,
  groups: Uint32Array,
  total: number,
): AnswerValue[] {
  const { dictionary } = column;
  const byRank = isCoded ? dictionary.values.slice() : [];
  for (const code of byRank.keys()) byRank[dictionary.ranks[code] as number] = dictionary.values[code] as Found;
  const valueFor = (value: number): Found => (isCoded ? (byRank[value] as Found) : value);
  /** The values that are not null, group by group: those of each group come to stand before its end. */
  const values = new Float64Array(comparable.length);
  const [counts, ends] = [new Uint32Array(total), new Uint32Array(total)];
  for (const id of groups) counts[id] = (counts[id] as number) + 1;
  for (let id = 1; id < total; id += 1) ends[id] = (ends[id - 1] as number) + (counts[id - 1] as number);
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
      const sum = all.reduce((sum, value) => sum + BigInt(valueFor(value)), 0n);
      return kind === 'sum' ? answerOf(sum) : Number(sum) / length;
    }
    all.sort();
    if (kind === 'min') return answerOf(valueFor(all[0] as number));
    if (kind === 'max') return answerOf(valueFor(all[length - 1] as number));
    const middle = (length - 1) / 2;
    const [low, high] = [all[Math.floor(middle)], all[Math.ceil(middle)]].map((it) => valueFor(it as number));
    // -0 and 0 are one value.
    return low === high ? Number(low) + 0 : Number(low) / 2 + Number(high) / 2;
  });
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
