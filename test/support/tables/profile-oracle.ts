/*
 * What a profile must say of a column, computed from its published values in the plainest way. It shares nothing with the code under test.
 */

import { type Digits, parseKeepingDigits } from './parse-keeping-digits.ts';

/** A column of a profile, its numbers as they are written. */
export interface WrittenColumn {
  name: string;
  type: string;
  format: string | null;
  min: Digits | string | null;
  max: Digits | string | null;
  null_share: Digits | null;
  distinct_count: Digits;
  is_distinct_count_exact: boolean;
  is_unique: boolean | null;
  order: string | null;
  top_values: { value: Digits | string; count: Digits }[] | null;
  names: string[] | null;
  histogram: { edges: Digits[]; counts: Digits[] } | null;
  lengths: { min: Digits; max: Digits; mean: Digits } | null;
}

export interface WrittenProfile {
  row_count: Digits;
  key_columns: string[] | null;
  columns: WrittenColumn[];
}

export function readProfile(text: string): WrittenProfile {
  return parseKeepingDigits(text) as WrittenProfile;
}

const MAX_DISTINCT = 65_536;

/** What is wrong with a column of a profile; `tokens` are the column's values in all records, as JSON. */
export function faultsOf(column: WrittenColumn, tokens: readonly string[]): string[] {
  const faults: string[] = [];
  const check = (what: string, found: unknown, expected: unknown): void => {
    const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
    if (left !== right) faults.push(`${column.name}: ${what} is ${left}, not ${right}`);
  };
  const values = tokens.filter((token) => token !== 'null');
  const share = tokens.length === 0 ? null : (tokens.length - values.length) / tokens.length;
  check('null_share', column.null_share === null ? null : Number(column.null_share.text), share);
  const compare = column.type === 'object' ? compareTexts : comparisonOf(values);
  const sorted = [...values].sort(compare);
  const groups: { value: string; count: number }[] = [];
  for (const value of sorted) {
    const last = groups.at(-1);
    if (last && compare(last.value, value) === 0) last.count += 1;
    else groups.push({ value, count: 1 });
  }
  const steps = values.slice(1).map((value, index) => compare(values[index] as string, value));
  const order = steps.every((step) => step <= 0)
    ? 'ascending'
    : steps.every((step) => step >= 0)
      ? 'descending'
      : 'none';
  const isStrict = order !== 'none' && steps.every((step) => step !== 0);
  check('order', column.order, values.length === 0 ? null : order);
  const isKnown = groups.length <= MAX_DISTINCT;
  if (column.is_distinct_count_exact) check('distinct_count', Number(column.distinct_count.text), groups.length);
  else if (Number(column.distinct_count.text) > groups.length)
    check('distinct_count', column.distinct_count.text, groups.length);
  check('is_distinct_count_exact', column.is_distinct_count_exact, isKnown || isStrict);
  if (column.is_unique !== null) check('is_unique', column.is_unique, groups.length === values.length);
  if (isKnown) check('is_unique is known', column.is_unique !== null, values.length > 0);
  if (isKnown) {
    // Sorting is stable, so groups of one size stay in the order of their values.
    const top = groups.sort((a, b) => b.count - a.count).slice(0, 10);
    check(
      'top_values',
      column.top_values?.map(({ count }) => Number(count.text)),
      top.map(({ count }) => count),
    );
    for (const [index, { value }] of (column.top_values ?? []).entries()) {
      const expected = top[index]?.value ?? '';
      if (compare(tokenOf(value), expected) !== 0) check(`top_values[${index}]`, tokenOf(value), expected);
    }
  } else check('top_values', column.top_values, null);
  const texts = sorted.filter((token, at) => token !== sorted[at - 1]).map((token) => JSON.parse(token) as string);
  const areNames =
    column.type === 'object' &&
    (column.format === null || column.format === 'code') &&
    texts.every((text) => [...text].length <= 60) &&
    texts.length > 0 &&
    texts.length <= 300;
  check('names', column.names, areNames ? texts : null);
  if (column.type === 'object') {
    const lengths = values.map((token) => [...(JSON.parse(token) as string)].length);
    const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    const [shortest, longest] = [
      lengths.reduce((a, b) => Math.min(a, b), Infinity),
      lengths.reduce((a, b) => Math.max(a, b), 0),
    ];
    const { min, max, mean: written } = column.lengths ?? {};
    const found = column.lengths && [min?.text, max?.text, written?.text].map(Number);
    check('lengths', found, values.length === 0 ? null : [shortest, longest, mean]);
    check('histogram', column.histogram, null);
    return faults;
  }
  for (const [what, found, expected] of [
    ['min', column.min, sorted[0]],
    ['max', column.max, sorted.at(-1)],
  ] as const) {
    if (found === null ? expected !== undefined : compare(tokenOf(found), expected ?? '') !== 0)
      check(what, found, expected);
  }
  if (!column.histogram) check('histogram', column.histogram, values.length === 0 ? null : 'there');
  else faults.push(...faultsOfHistogram(column.name, column.histogram, sorted, compare));
  return faults;
}

function faultsOfHistogram(
  name: string,
  { edges, counts }: NonNullable<WrittenColumn['histogram']>,
  sorted: readonly string[],
  compare: (a: string, b: string) => number,
): string[] {
  const texts = edges.map(({ text }) => text);
  const faults: string[] = [];
  if (edges.length !== counts.length + 1 || counts.length > 20)
    faults.push(`${name}: ${counts.length} bins, ${edges.length} edges`);
  if (texts.some((edge, index) => index > 0 && compare(texts[index - 1] as string, edge) >= 0))
    faults.push(`${name}: edges ${texts}`);
  for (const [bin, count] of counts.entries()) {
    const [low, high] = [texts[bin] as string, texts[bin + 1] as string];
    const isLast = bin === counts.length - 1;
    const inside = sorted.filter(
      (value) => compare(value, low) >= 0 && (isLast ? compare(value, high) <= 0 : compare(value, high) < 0),
    );
    if (inside.length !== Number(count.text))
      faults.push(`${name}: ${count.text} in bin ${low} to ${high}, not ${inside.length}`);
  }
  const all = counts.reduce((sum, { text }) => sum + Number(text), 0);
  if (all !== sorted.length) faults.push(`${name}: ${all} in all bins, not ${sorted.length}`);
  return faults;
}

function tokenOf(value: Digits | string): string {
  return typeof value === 'string' ? JSON.stringify(value) : value.text;
}

function compareTexts(a: string, b: string): number {
  return Buffer.compare(Buffer.from(JSON.parse(a) as string), Buffer.from(JSON.parse(b) as string));
}

/** Numbers are compared exactly if they are integers, or multiples of one power of ten within 2^53 of it; otherwise as doubles. */
function comparisonOf(values: readonly string[]): (a: string, b: string) => number {
  const places = values.reduce((most, value) => Math.max(most, placesOf(value)), 0);
  const areIntegers = values.every((value) => /^-?[0-9]+$/.test(value));
  const isSafe = (units: bigint): boolean => units <= 2n ** 53n - 1n && units >= 1n - 2n ** 53n;
  const isExact =
    areIntegers ||
    (places <= 22 &&
      values.every(
        (value) => !/e/i.test(value) && isSafe(unitsOf(value, placesOf(value))) && isSafe(unitsOf(value, places)),
      ));
  if (!isExact) return (a, b) => Number(a) - Number(b);
  const cache = new Map<string, bigint>();
  // An edge may have fewer places than its numbers, and never more than one further.
  const units = (text: string): bigint => {
    const known = cache.get(text) ?? unitsOf(text, places + 1);
    cache.set(text, known);
    return known;
  };
  return (a, b) => (units(a) < units(b) ? -1 : units(a) > units(b) ? 1 : 0);
}

function placesOf(number: string): number {
  return number.includes('.') ? number.length - number.indexOf('.') - 1 : 0;
}

function unitsOf(number: string, places: number): bigint {
  const [whole = '', fraction = ''] = number.split('.');
  return BigInt(whole + fraction.padEnd(places, '0').slice(0, Math.max(places, fraction.length)));
}
