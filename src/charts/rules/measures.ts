import { CUMULATIVE } from '../../contract/column-words.ts';
import type { ProfileColumn } from '../../contract/documents.ts';
import { isTotal, isWhole } from '../../contract/labels/total-labels.ts';
import type { ChartChoice } from '../../model.ts';
import { isMentioned, readableName } from './column-names.ts';
import { isOfTexts, mayBeCodes } from './column-roles.ts';
import type { Table } from './keys.ts';
import { wordIn, wordsOf } from './words.ts';

/** The greatest value of one of two similar measures is at most this many times that of the other. */
export const MAX_RATIO = 10;
/** Measures in one unit, or without units, share an axis if the greatest value of one is at most this many times that of the other. */
const [MAX_RATIO_OF_UNIT, MAX_RATIO_WITHOUT] = [100, 20];
/** Matches the names of running totals, which descriptions may say, too. */
const RUNNING = wordIn(CUMULATIVE);

/** The unit of a measure, or percent if its name says so; null if neither is known. */
export function unitOf({ unit, name }: ProfileColumn): string | null {
  return (
    unit ??
    (/(?<!\d ?)%|(?:^|[ _.-])(?:pct|percent\w*|prozent|pourcentage|porcentaje)(?:$|[ _.-])/i.test(name) ? '%' : null)
  );
}

/** Whether two measures can be read on one axis: the publisher has chosen both, or names and values suggest it, too. */
export function isComparable(first: ProfileColumn, other: ProfileColumn, choice: ChartChoice | null): boolean {
  if (choice?.y !== undefined) return first.unit === other.unit;
  if (unitOf(first) !== unitOf(other)) return false;
  const [own, others] = [first, other].map(({ name }) => /[([].*[)\]]$/.exec(name)?.[0] ?? '');
  if (own !== others && /[%=€$£¥]|\b(?:eur|usd|mrd|mio|mln|bn|index)\b/i.test(`${own} ${others}`)) return false;
  return ratioOf(first, other) <= (first.unit === null ? MAX_RATIO_WITHOUT : MAX_RATIO_OF_UNIT);
}

/** How many times larger the values of one column are than those of another, by their greatest magnitudes; at least 1. */
function ratioOf(...columns: readonly [ProfileColumn, ProfileColumn]): number {
  const greatest = columns.map(({ min, max }) => Math.max(Math.abs(Number(min)), Math.abs(Number(max))) || 1e-300);
  const [a = 1, b = 1] = greatest;
  return Math.max(a / b, b / a);
}

/**
 * Measures in order of relevance: first those mentioned in the first of `texts`, then those mentioned in the next, then those called
 * totals, then those in the unit of most, then all others. What may be codes or years, running totals, and what belongs to things come
 * last, before constant columns.
 */
export function orderedMeasures(table: Table, texts = table.texts): ProfileColumn[] {
  const { measures } = table.roles;
  const unitIn = (it: ProfileColumn): string | undefined => unitOf(it) ?? /[([].*[)\]]$/.exec(it.name)?.[0];
  // Of shares and the number that they are shares of, the shares matter.
  const isMain = (column: ProfileColumn): boolean =>
    unitIn(column) !== undefined &&
    measures.filter((it) => unitIn(it) === unitIn(column)).length * 2 > Math.max(5, measures.length);
  const rank = (column: ProfileColumn): number => {
    if (column.distinct_count < 2) return 4;
    // Running totals begin anew, and say less than what they add up.
    const isRunning = RUNNING.test(`${wordsOf(column.name)} ${column.description}`);
    if (isRunning || isOfTexts(column, table.profile)) return 3;
    const place = texts.findIndex((text) => isMentioned(column, text));
    if (place !== -1) return place;
    // A number of kilometres may be a place on a road, and numbers around 2000 may be years.
    const mayBeYears = column.unit === null && Number(column.min) >= 1800 && Number(column.max) <= 2100;
    const isLast = mayBeYears || mayBeCodes(column, table.profile) || /^(?:km|pk)$/i.test(column.name);
    return isLast ? 3 : isWhole(readableName(column.name)) ? 1.5 : isMain(column) ? 1.8 : 2;
  };
  const ranked = Map.groupBy(measures, rank);
  return [0, 1, 1.5, 1.8, 2, 3, 4].flatMap((place) => ranked.get(place) ?? []);
}

/** Of three or more measures whose names differ in their years alone, the latest; otherwise the given one. */
export function latestOf(measure: ProfileColumn, measures: readonly ProfileColumn[]): ProfileColumn {
  const year = /(?<!\d)(?:19|20)\d\d(?!\d)/;
  const restOf = ({ name }: ProfileColumn): string => name.replace(year, ' ');
  const yearOf = ({ name }: ProfileColumn): number => Number(year.exec(name)?.[0] ?? 0);
  const alike = measures.filter((it) => yearOf(it) > 0 && restOf(it) === restOf(measure));
  return alike.length < 3 ? measure : alike.reduce((last, it) => (yearOf(it) > yearOf(last) ? it : last), measure);
}

/**
 * The measure to show beside another one of the same things: the only other one in its unit, or the only one whose name differs in one
 * word or number, such as `sales_2016` and `sales_2017`. Null if no such measure has a similar size.
 */
export function partnerOf(measure: ProfileColumn, { roles: { measures } }: Table): ProfileColumn | null {
  // A total is no pair with one of its parts.
  const isSum = ({ name }: ProfileColumn): boolean => isTotal(readableName(name));
  const others = measures.filter(
    (other) => other !== measure && other.unit === measure.unit && isSum(other) === isSum(measure),
  );
  const alike = others.filter((other) => isAlike(measure.name, other.name));
  const [only, ...more] = alike.length > 0 || measure.unit === null ? alike : others;
  return only && more.length === 0 && ratioOf(measure, only) <= MAX_RATIO ? only : null;
}

/** Whether two names differ in one word or number, and either share another or both consist of a number. */
function isAlike(first: string, second: string): boolean {
  const wordsIn = (name: string): string[] =>
    readableName(name)
      .toLowerCase()
      .match(/\p{L}+|\p{N}+/gu) ?? [];
  const [a, b] = [wordsIn(first), wordsIn(second)];
  const differing = a.filter((word, index) => word !== b[index]);
  const areNumbers = [a, b].every((words) => words.some((word) => /^\p{N}+$/u.test(word)));
  return a.length === b.length && differing.length === 1 && (a.length > 1 || areNumbers);
}
