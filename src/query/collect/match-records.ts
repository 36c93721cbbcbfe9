import { compareBytes, compareTexts, encoded, fold } from '../file/compare-texts.ts';
import type { Dictionary, Found } from '../file/dictionary.ts';
import type { Bounds, LoadedGroup, RowGroup } from '../file/row-group.ts';
import type { TableColumn } from '../file/table-column.ts';
import type { Comparison, Condition, Operand } from '../question.ts';

/** A condition that was prepared for one table. */
export interface Matcher {
  /** Names of the columns that it reads. */
  columns: ReadonlySet<string>;
  /** False if the bounds of a row group's columns show that no record there matches. */
  mayMatch(group: RowGroup): boolean;
  /** For each record of a row group, 1 if it matches, otherwise 0. */
  match(group: LoadedGroup): Uint8Array;
}

/** Prepares a condition, whose columns and operands must have been checked. */
export function matcherOf(condition: Condition, columns: ReadonlyMap<string, TableColumn>): Matcher {
  if ('all' in condition) return allOf(condition.all.map((part) => matcherOf(part, columns)));
  if ('any' in condition) return anyOf(condition.any.map((part) => matcherOf(part, columns)));
  return matcherOfColumn(condition, columns.get(condition.column) as TableColumn);
}

/** Matches records for which all matchers hold. */
export function allOf(parts: readonly Matcher[]): Matcher {
  return {
    columns: new Set(parts.flatMap((part) => [...part.columns])),
    mayMatch: (group) => parts.every((part) => part.mayMatch(group)),
    match: (group) => combined(group, parts, 1),
  };
}

function anyOf(parts: readonly Matcher[]): Matcher {
  return {
    columns: new Set(parts.flatMap((part) => [...part.columns])),
    mayMatch: (group) => parts.some((part) => part.mayMatch(group)),
    match: (group) => combined(group, parts, 0),
  };
}

/** Begins with `initial` for each record and changes it where a part says otherwise. */
function combined(group: LoadedGroup, parts: readonly Matcher[], initial: 0 | 1): Uint8Array {
  const [first, ...others] = parts;
  if (!first) return new Uint8Array(group.count).fill(initial);
  const mask = first.match(group);
  for (const part of others) {
    const other = part.match(group);
    for (let at = 0; at < mask.length; at += 1) if (other[at] !== initial) mask[at] = 1 - initial;
  }
  return mask;
}

function matcherOfColumn(comparison: Comparison, { name, index, isBig, dictionary }: TableColumn): Matcher {
  const columns = new Set([name]);
  const prepared = prepare(comparison, isBig);
  if (!prepared) {
    const wanted = comparison.is === 'null' ? 1 : 0;
    return {
      columns,
      mayMatch: ({ chunks, count }) => chunks[index]?.nulls !== (wanted === 1 ? 0 : count),
      match: (group) => nullsOf(group, name, wanted),
    };
  }
  const { test, mayBe } = prepared;
  const known = new KnownCodes(dictionary, test);
  return {
    columns,
    mayMatch: ({ chunks }) => mayBe(chunks[index]?.bounds ?? null),
    match(group) {
      const chunk = group.read(name);
      const mask = new Uint8Array(group.count);
      if (chunk.isCoded) {
        const { codes } = chunk;
        const matches = known.table();
        for (let at = 0; at < mask.length; at += 1) mask[at] = matches[codes[at] as number] as number;
      } else {
        const { numbers } = chunk;
        for (let at = 0; at < mask.length; at += 1) if (test(numbers[at] as number)) mask[at] = 1;
      }
      return mask;
    },
  };
}

function nullsOf(group: LoadedGroup, name: string, wanted: number): Uint8Array {
  const chunk = group.read(name);
  const mask = new Uint8Array(group.count);
  for (let at = 0; at < mask.length; at += 1) {
    const isNull = chunk.isCoded ? chunk.codes[at] === 0 : Number.isNaN(chunk.numbers[at]);
    if (isNull === (wanted === 1)) mask[at] = 1;
  }
  return mask;
}

/** Which values of a dictionary pass a test, so that each distinct value is tested once. */
class KnownCodes {
  readonly #dictionary: Dictionary;
  readonly #test: (value: Found) => boolean;
  #table = new Uint8Array(1);

  constructor(dictionary: Dictionary, test: (value: Found) => boolean) {
    this.#dictionary = dictionary;
    this.#test = test;
  }

  /** For each code, 1 if its value passes, otherwise 0. */
  table(): Uint8Array {
    const { values } = this.#dictionary;
    if (this.#table.length < values.length) {
      const table = new Uint8Array(values.length);
      table.set(this.#table);
      for (let code = this.#table.length; code < table.length; code += 1) {
        if (this.#test(values[code] as Found)) table[code] = 1;
      }
      this.#table = table;
    }
    return this.#table;
  }
}

/** A test of values that are not null, and whether any value within bounds may pass it. */
interface Prepared {
  /** False for NaN. */
  test(value: Found): boolean;
  /** `bounds` are null if all values are null. */
  mayBe(bounds: Bounds | null): boolean;
}

function prepare(comparison: Comparison, isBig: boolean): Prepared | null {
  switch (comparison.is) {
    case 'null':
    case 'not null':
      return null;
    case 'in': {
      const values = comparison.values.map((value) => operandOf(value, isBig));
      const set = new Set<Found>(values);
      return { test: (value) => set.has(value), mayBe: within((bounds) => values.some((it) => contains(bounds, it))) };
    }
    case 'between': {
      const [from, to] = [operandOf(comparison.from, isBig), operandOf(comparison.to, isBig)];
      const [low, high] = [ordered('>=', from), ordered('<=', to)];
      return { test: (value) => low.test(value) && high.test(value), mayBe: (it) => low.mayBe(it) && high.mayBe(it) };
    }
    case 'contains':
    case 'begins with': {
      const { is, value, fold: folds = false } = comparison;
      const wanted = folds ? fold(value) : value;
      const plain = (text: string): string => (folds ? fold(text) : text);
      if (is === 'contains') return { test: (it) => plain(it as string).includes(wanted), mayBe: within(() => true) };
      const prefix = encoded(wanted) as Uint8Array;
      const mayBegin = ({ least, greatest }: Bounds): boolean =>
        compareBytes((least as Uint8Array).subarray(0, prefix.length), prefix) <= 0 &&
        compareBytes(greatest, prefix) >= 0;
      return { test: (it) => plain(it as string).startsWith(wanted), mayBe: within((it) => folds || mayBegin(it)) };
    }
    default:
      return ordered(comparison.is, operandOf(comparison.value, isBig));
  }
}

function within(mayBe: (bounds: Bounds) => boolean): Prepared['mayBe'] {
  return (bounds) => bounds !== null && mayBe(bounds);
}

function contains({ least, greatest }: Bounds, value: Operand): boolean {
  const operand = encoded(value);
  return compareBytes(least, operand) <= 0 && compareBytes(greatest, operand) >= 0;
}

/** Prepares a comparison with one operand. JavaScript compares numbers and bigints exactly. */
function ordered(is: '=' | '!=' | '<' | '<=' | '>' | '>=', value: Operand): Prepared {
  const operand = encoded(value);
  const isText = typeof value === 'string';
  const texts =
    (holds: (order: number) => boolean): Prepared['test'] =>
    (it) =>
      holds(compareTexts(it as string, value as string));
  switch (is) {
    case '=':
      return { test: (it) => it === value, mayBe: within((it) => contains(it, value)) };
    case '!=':
      return {
        test: (it) => it !== value && !Number.isNaN(it),
        mayBe: within(
          ({ least, greatest }) => compareBytes(least, operand) !== 0 || compareBytes(greatest, operand) !== 0,
        ),
      };
    case '<':
      return {
        test: isText ? texts((order) => order < 0) : (it) => (it as number) < (value as number),
        mayBe: within(({ least }) => compareBytes(least, operand) < 0),
      };
    case '<=':
      return {
        test: isText ? texts((order) => order <= 0) : (it) => (it as number) <= (value as number),
        mayBe: within(({ least }) => compareBytes(least, operand) <= 0),
      };
    case '>':
      return {
        test: isText ? texts((order) => order > 0) : (it) => (it as number) > (value as number),
        mayBe: within(({ greatest }) => compareBytes(greatest, operand) > 0),
      };
    case '>=':
      return {
        test: isText ? texts((order) => order >= 0) : (it) => (it as number) >= (value as number),
        mayBe: within(({ greatest }) => compareBytes(greatest, operand) >= 0),
      };
  }
}

/** The operand in the type in which the column's values are read, if that has the same number: bigints, or doubles. */
function operandOf(value: Operand, isBig: boolean): Operand {
  if (isBig) return Number.isInteger(value) ? BigInt(value) : value;
  return typeof value === 'bigint' && BigInt(Number(value)) === value ? Number(value) : value;
}
