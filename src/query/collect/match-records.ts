import { compare, encoded, fold } from '../file/compare-texts.ts';
import type { Found } from '../file/dictionary.ts';
import type { Bounds, ChunkPlace, LoadedGroup, RowGroup, TableColumn } from '../file/table-layout.ts';
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
  const matchers = (parts: readonly Condition[]): Matcher[] => parts.map((part) => matcherOf(part, columns));
  if ('all' in condition) return combined('every', matchers(condition.all));
  if ('any' in condition) return combined('some', matchers(condition.any));
  return matcherOfColumn(condition, columns.get(condition.column) as TableColumn);
}

/** Matches records for which all matchers hold, or any of them. */
export function combined(how: 'every' | 'some', parts: readonly Matcher[]): Matcher {
  const initial = how === 'every' ? 1 : 0;
  return {
    columns: new Set(parts.flatMap((part) => [...part.columns])),
    mayMatch: (group) => parts[how]((part) => part.mayMatch(group)),
    match(group) {
      const [first, ...others] = parts;
      if (!first) return new Uint8Array(group.count).fill(initial);
      const mask = first.match(group);
      for (const part of others) {
        const other = part.match(group);
        for (let at = 0; at < mask.length; at += 1) if (other[at] !== initial) mask[at] = 1 - initial;
      }
      return mask;
    },
  };
}

function matcherOfColumn(comparison: Comparison, { name, index, isBig, dictionary }: TableColumn): Matcher {
  const { test, mayBe } = prepare(comparison, isBig);
  /** For each code, 1 if its value passes, so that each distinct value is tested once. */
  let known = Uint8Array.of(Number(comparison.is === 'null'));
  const knownCodes = (): Uint8Array => {
    const { values } = dictionary;
    const { length } = known;
    if (length === values.length) return known;
    const before = known;
    known = new Uint8Array(values.length);
    known.set(before);
    for (let code = length; code < values.length; code += 1) if (test(values[code] as Found)) known[code] = 1;
    return known;
  };
  return {
    columns: new Set([name]),
    mayMatch: ({ chunks }) => mayBe(chunks[index] as ChunkPlace),
    match(group) {
      const chunk = group.read(name);
      const mask = new Uint8Array(group.count);
      if (chunk.isCoded) {
        const { codes } = chunk;
        const matches = knownCodes();
        for (let at = 0; at < mask.length; at += 1) mask[at] = matches[codes[at] as number] as number;
      } else {
        const { numbers } = chunk;
        for (let at = 0; at < mask.length; at += 1) if (test(numbers[at] as number)) mask[at] = 1;
      }
      return mask;
    },
  };
}

/** A test of values, and whether any value of a column chunk may pass it. */
interface Prepared {
  /** Nulls among doubles are NaN, which passes no test but that for nulls. */
  test(value: Found): boolean;
  mayBe(chunk: Pick<ChunkPlace, 'bounds' | 'nulls'>): boolean;
}

function prepare(comparison: Comparison, isBig: boolean): Prepared {
  switch (comparison.is) {
    case 'null':
      return { test: Number.isNaN, mayBe: ({ nulls }) => nulls > 0 };
    case 'not null':
      return { test: (value) => !Number.isNaN(value), mayBe: within(() => true) };
    case 'in': {
      const values = comparison.values.map((value) => operandOf(value, isBig));
      const [set, parts] = [new Set<Found>(values), values.map((value) => ordered('=', value))];
      return { test: (value) => set.has(value), mayBe: (chunk) => parts.some((part) => part.mayBe(chunk)) };
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
        compare((least as Uint8Array).subarray(0, prefix.length), prefix) <= 0 && compare(greatest, prefix) >= 0;
      return { test: (it) => plain(it as string).startsWith(wanted), mayBe: within((it) => folds || mayBegin(it)) };
    }
    default:
      return ordered(comparison.is, operandOf(comparison.value, isBig));
  }
}

/** Bounds are null if all values are. */
function within(mayBe: (bounds: Bounds) => boolean): Prepared['mayBe'] {
  return ({ bounds }) => bounds !== null && mayBe(bounds);
}

/** For each comparison, makes the test for an operand. JavaScript compares numbers and bigints exactly. */
const TESTS: Readonly<Record<'=' | '!=' | '<' | '<=' | '>' | '>=', (value: Found) => Prepared['test']>> = {
  '=': (value) => (it) => it === value,
  '!=': (value) => (it) => it !== value && !Number.isNaN(it),
  '<': (value) => (it) => it < value,
  '<=': (value) => (it) => it <= value,
  '>': (value) => (it) => it > value,
  '>=': (value) => (it) => it >= value,
};

function ordered(is: keyof typeof TESTS, value: Operand): Prepared {
  const operand = encoded(value);
  const [test, holds] = [TESTS[is](value), TESTS[is](0)];
  return {
    test: typeof value === 'string' && /[<>]/.test(is) ? (it) => holds(compare(it, value)) : test,
    mayBe: within(({ least, greatest }) => {
      const [low, high] = [compare(least, operand), compare(greatest, operand)];
      // Apart from equality, a value between the bounds passes only if one of them does.
      return is === '=' ? low <= 0 && high >= 0 : holds(low) || holds(high);
    }),
  };
}

/** The operand in the type in which the column's values are read, if that has the same number: bigints, or doubles. */
function operandOf(value: Operand, isBig: boolean): Operand {
  if (isBig) return Number.isInteger(value) ? BigInt(value) : value;
  return typeof value === 'bigint' && BigInt(Number(value)) === value ? Number(value) : value;
}
