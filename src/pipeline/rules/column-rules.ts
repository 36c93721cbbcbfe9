import { isIsoDate } from '../../contract/date-pattern.ts';
import { patternMatcher } from '../../discover/sidecar/text-pattern.ts';
import type { ColumnProfile, Constraints } from '../../model.ts';
import { canonicalNumber, compareNumbers, notationOf, trimBlanks } from '../../profile/numbers/read-number.ts';
import { momentsOf } from './compare-periods.ts';

/** Whether a value satisfies a rule: a string, or a number in JSON. */
type Test = (value: string) => boolean;

/** A rule for single values of a column. */
interface ColumnRule {
  key: keyof Constraints | 'required';
  /** Null for the rule that no value is null, which is the only rule for nulls. */
  isMet: Test | null;
  /** Whether all values are known to satisfy the rule. If not, they must be read. */
  holds: boolean;
}

/** The rules for single values of a column that the profile does not show to hold: any but `unique`. */
export function openRules(constraints: Constraints, isRequired: boolean, profile: ColumnProfile): ColumnRule[] {
  const { minimum, maximum, minLength, maxLength, pattern, enum: allowed } = constraints;
  const { lengths, distinct } = profile.distribution;
  const decided = (key: ColumnRule['key'], { isMet, known }: { isMet: Test; known?: readonly string[] | null }) => {
    return { key, isMet, holds: distinct.count === 0 || (known ?? valuesOf(profile))?.every(isMet) === true };
  };
  const ofLength = (key: ColumnRule['key'], isMet: (length: number) => boolean): ColumnRule => ({
    key,
    isMet: (value) => isMet([...value].length),
    holds: distinct.count === 0 || (lengths !== null && isMet(lengths.min) && isMet(lengths.max)),
  });
  const all: readonly (ColumnRule | readonly [])[] = [
    isRequired ? { key: 'required', isMet: null, holds: profile.nullCount === 0 } : [],
    minimum === undefined ? [] : decided('minimum', boundTest(1, `${minimum}`, profile)),
    maximum === undefined ? [] : decided('maximum', boundTest(-1, `${maximum}`, profile)),
    minLength === undefined ? [] : ofLength('minLength', (length) => length >= minLength),
    maxLength === undefined ? [] : ofLength('maxLength', (length) => length <= maxLength),
    pattern === undefined ? [] : decided('pattern', { isMet: patternMatcher(pattern) ?? (() => true) }),
    allowed === undefined ? [] : decided('enum', { isMet: memberTest(allowed.map(String), profile.type !== 'object') }),
  ];
  return all.flat().filter(({ holds }) => !holds);
}

/** All distinct values of a text column; null if they are not known, or if the column is numeric: profiles round some numbers. */
export function valuesOf({ type, distribution: { names, top, distinct } }: ColumnProfile): string[] | null {
  if (type !== 'object') return null;
  if (names !== null) return JSON.parse(names) as string[];
  return top && top.length === distinct.count ? top.map(({ value }) => JSON.parse(value) as string) : null;
}

/** Whether a value is one of those that are allowed; numbers are compared as numbers. */
export function memberTest(allowed: readonly string[], isNumeric: boolean): Test {
  const all = new Set(isNumeric ? allowed.filter((it) => notationOf(it) !== null).map(canonicalNumber) : allowed);
  return (value) => all.has(isNumeric ? canonicalNumber(value) : value);
}

/**
 * Tests for an inclusive bound: the least value if `sign` is 1, and the greatest if it is -1. All values are known to pass if those in `known`
 * do. If the bound is a date or another period, so must the values be, and `2020` has all days of that year. If it is a number, the values
 * must be numbers. A bound such as `2020` may be both: the column decides.
 */
function boundTest(sign: 1 | -1, bound: string, { type, distribution: { extremes, format } }: ColumnProfile) {
  const ends = extremes && [extremes.min, extremes.max];
  const isNumeric = type !== 'object';
  if (!isIsoDate(bound) || (isNumeric && YEAR.test(bound))) {
    const isMet: Test = (value) =>
      notationOf(trimBlanks(value)) !== null && compareNumbers(trimBlanks(value), bound) * sign >= 0;
    return { isMet, known: isNumeric ? ends : null };
  }
  const limit = momentsOf(bound);
  const isMet: Test = (value) =>
    isIsoDate(value) && (sign === 1 ? momentsOf(value).end >= limit.start : momentsOf(value).start <= limit.end);
  const isOrdered = format !== null && PERIODS.has(format);
  return { isMet, known: isOrdered && ends ? ends.map((it) => String(JSON.parse(it))) : null };
}

const YEAR = /^\d{4}$/;

/** Formats whose extremes are the first and the last period. */
const PERIODS: ReadonlySet<string> = new Set(['month', 'quarter', 'date', 'datetime']);
