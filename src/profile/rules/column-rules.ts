import { patternMatcher } from '../../contract/columns/text-pattern.ts';
import { isIsoDate } from '../../contract/date-pattern.ts';
import type { ColumnProfile, Constraints } from '../../model.ts';
import { canonicalNumber, compareNumbers, notationOf, trimBlanks } from '../numbers/read-number.ts';
import { momentsOf } from './compare-periods.ts';

/** A rule for single values of a column. */
export interface ColumnRule {
  key: keyof Constraints;
  /** Whether a value satisfies the rule: a string, or a number in JSON. */
  isMet(value: string): boolean;
  /** Whether all values are known to satisfy the rule. If not, they must be read. */
  holds: boolean;
}

/** The rules for single values of a column: all but `unique`. */
export function columnRules(constraints: Constraints, profile: ColumnProfile): ColumnRule[] {
  const { minimum, maximum, minLength, maxLength, pattern, enum: allowed } = constraints;
  const isNumeric = profile.type !== 'object';
  const { lengths, distinct } = profile.distribution;
  const all: (ColumnRule | false)[] = [
    minimum !== undefined && boundRule('minimum', minimum, profile),
    maximum !== undefined && boundRule('maximum', maximum, profile),
    minLength !== undefined && {
      key: 'minLength',
      isMet: (value) => value.length >= minLength && [...value].length >= minLength,
      holds: lengths !== null && lengths.min >= minLength,
    },
    maxLength !== undefined && {
      key: 'maxLength',
      isMet: (value) => value.length <= maxLength || [...value].length <= maxLength,
      holds: lengths !== null && lengths.max <= maxLength,
    },
    pattern !== undefined && decided('pattern', patternMatcher(pattern) ?? (() => true), valuesOf(profile)),
    allowed !== undefined && decided('enum', memberTest(allowed, isNumeric), valuesOf(profile)),
  ];
  return all.filter((it) => it !== false).map((it) => ({ ...it, holds: it.holds || distinct.count === 0 }));
}

/** A rule that holds if all of the known values satisfy it. */
function decided(key: ColumnRule['key'], isMet: ColumnRule['isMet'], known: readonly string[] | null): ColumnRule {
  return { key, isMet, holds: known?.every(isMet) === true };
}

/** All distinct values of a text column; null if they are not known, or if the column is numeric: profiles round some numbers. */
export function valuesOf({ type, distribution: { names, top, distinct } }: ColumnProfile): string[] | null {
  if (type !== 'object') return null;
  if (names !== null) return JSON.parse(names) as string[];
  return top && top.length === distinct.count ? top.map(({ value }) => JSON.parse(value) as string) : null;
}

/** Whether a value is one of those that are allowed; numbers are compared as numbers. */
function memberTest(allowed: readonly string[], isNumeric: boolean): ColumnRule['isMet'] {
  if (!isNumeric) {
    const texts = new Set(allowed);
    return (value) => texts.has(value);
  }
  const numbers = new Set(allowed.filter((it) => notationOf(it) !== null).map(canonicalNumber));
  return (value) => numbers.has(canonicalNumber(value));
}

/**
 * A rule with an inclusive bound. If the bound is a date or another period, so must the values be, and `2020` has all days of that year. If
 * it is a number, the values must be numbers. A bound such as `2020` may be both: the column decides.
 */
function boundRule(key: 'minimum' | 'maximum', bound: string, profile: ColumnProfile): ColumnRule {
  const { type, distribution } = profile;
  const { extremes, format } = distribution;
  const sign = key === 'minimum' ? 1 : -1;
  if (!isIsoDate(bound) || (type !== 'object' && YEAR.test(bound))) {
    const isMet = (value: string): boolean =>
      notationOf(trimBlanks(value)) !== null && compareNumbers(trimBlanks(value), bound) * sign >= 0;
    return decided(key, isMet, type === 'object' || !extremes ? null : [extremes.min, extremes.max]);
  }
  const limit = momentsOf(bound);
  const isMet = (value: string): boolean => {
    if (!isIsoDate(value)) return false;
    const { start, end } = momentsOf(value);
    return key === 'minimum' ? end >= limit.start : start <= limit.end;
  };
  const isOrdered = format !== null && PERIODS.has(format) && extremes;
  return decided(key, isMet, isOrdered ? [extremes.min, extremes.max].map((it) => String(JSON.parse(it))) : null);
}

const YEAR = /^\d{4}$/;

/** Formats whose extremes are the first and the last period. */
const PERIODS: ReadonlySet<string> = new Set(['month', 'quarter', 'date', 'datetime']);
