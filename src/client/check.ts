import type { ColumnSchema } from '../contract/documents.ts';

/** Returns what is wrong with a value in a response, after its place there: `.links.self must …, not …`. Undefined if nothing is. */
export type Check = (value: unknown) => string | undefined;

/** Longest quotation of a value in a message, in characters. */
const MAX_QUOTED = 80;

/** A value as JSON, which is cut if it is long. JSON has no bigints, so they are texts within others. */
export function quoted(value: unknown): string {
  const digits = (_: string, it: unknown): unknown => (typeof it === 'bigint' ? String(it) : it);
  const json = (/number|bigint/.test(typeof value) ? String(value) : JSON.stringify(value, digits)) ?? 'missing';
  return json.length > MAX_QUOTED ? `${json.slice(0, MAX_QUOTED)}…` : json;
}

/** Checks a condition. `expected` names it in the words that follow "must". */
export function must(expected: string, holds: (value: unknown) => boolean): Check {
  return (value) => (holds(value) ? undefined : ` must ${expected}, not ${quoted(value)}`);
}

/** Checks that a value is a number, or its digits. */
export function be(number: number): Check {
  return must(`be ${number}`, (value) => String(value) === String(number));
}

// An object of another frame, or without a prototype, is not an instance of `Object`.
export const OBJECT = must('be an object', (value) => Object(value) === value);
const LIST = must('be a list', Array.isArray);
export const TEXT = must('be text', (value) => typeof value === 'string');
export const NUMBER = must('be a number', (value) => typeof value === 'number');
/** Checks that a value is a whole number within bounds, both inclusive. */
export function whole(min: number, max: number = Number.MAX_SAFE_INTEGER): Check {
  const isWithin = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  return must(`be a whole number from ${min} to ${max}`, isWithin);
}
export const COUNT = whole(0);

function nullable(check: Check): Check {
  return (value) => (value === null ? undefined : check(value));
}

/** Checks cells of columns of each type. Where numbers are read as strings, all columns have the cells of `object`. */
export const CELLS: Readonly<Record<ColumnSchema['type'], Check>> = {
  int64: nullable(whole(Number.MIN_SAFE_INTEGER)),
  float64: nullable(NUMBER),
  object: nullable(TEXT),
};

/** Checks members of an object, by name. The object may have others too. */
export function object(members: Readonly<Record<string, Check>>): Check {
  const checks = Object.entries(members);
  return (value) => {
    const wrong = OBJECT(value);
    if (wrong) return wrong;
    for (const [name, check] of checks) {
      // A missing member may be inherited, such as `constructor`: no check passes a method or a prototype.
      const wrong = check((value as Record<string, unknown>)[name]);
      if (wrong) return `.${name}${wrong}`;
    }
    return undefined;
  };
}

/** Checks the elements of an array. */
export function list(check: Check): Check {
  return (value) => {
    const wrong = LIST(value);
    if (wrong) return wrong;
    for (const [at, element] of (value as unknown[]).entries()) {
      const wrong = check(element);
      if (wrong) return `[${at}]${wrong}`;
    }
    return undefined;
  };
}

/** Checks a record, which must have the given columns and no others. */
export function record(columns: readonly (readonly [name: string, check: Check])[]): Check {
  // Unlike an object literal, this also has a column named `__proto__`.
  const cells = Object.fromEntries(columns);
  const hasColumns = must(
    `have the columns ${quoted(columns.map(([name]) => name))}`,
    (keys) =>
      (keys as string[]).length === columns.length && (keys as string[]).every((key) => Object.hasOwn(cells, key)),
  );
  const hasCells = object(cells);
  return (value) => OBJECT(value) ?? hasColumns(Object.keys(value as object)) ?? hasCells(value);
}

/** Returns a value that passes a check. Otherwise throws the error for words that say where it differs, what must be there, and what is. */
export function checked<T>(value: unknown, check: Check, errorOf: (what: string) => Error = Error): T {
  const wrong = check(value);
  if (wrong === undefined) return value as T;
  throw errorOf(wrong.replace(/^\W/, ''));
}
