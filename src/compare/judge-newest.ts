import { TIME_PARTS } from '../contract/column-words.ts';
import { groupDigits } from '../problems/format-problem.ts';
import { quoteText } from '../problems/quote-text.ts';
import { columnsOf, type Edition, type EditionColumn, keyOf, measuresOf } from './edition.ts';
import { type Finding, isTime, listed } from './finding.ts';
import { FEW_MATCHED, type MatchedRecords, type NewestRecords, type PublishedRecord } from './records.ts';

const PART_OF_TIME = new RegExp(`(?:^|[^\\p{L}])(?:${TIME_PARTS})s?(?:$|[^\\p{L}])`, 'iu');
/** Share of the records that a mistake explains. */
const MOST = 0.8;
/** Share of the numbers that are as before if all were copied. */
const SAME = 0.95;
/** After this number of times with all records, none of them may be missing. */
const MANY_TIMES = 10;
/** This number of zeros is no accident in a column that has few of them. */
const FEW_ZEROS = 4;
/** In a column without zeros, and without smaller numbers than this, no zero is an accident. */
const NO_ZEROS = 10;
/** Most records do not grow by nearly the same factor, if it is between these: totals since an earlier month or quarter do. */
const [LEAST_FACTOR, MOST_FACTOR] = [3, 13];
const FACTOR_SPREAD = 1.25;
/** From this factor on, numbers that grow or shrink so in most records have another unit. */
const UNIT_FACTOR = 30;
const UNIT_SPREAD = 3;

/**
 * Compares each time that is new in an edition, such as a month that was added, with the last time of the last edition: whether its numbers
 * were copied from there, are all zero, or are in another unit, and whether it lacks records that all times had until then.
 */
export function judgeNewest(last: Edition, next: Edition, { later, latest }: NewestRecords): Finding[] {
  const time = next.profile.time_span?.column;
  const key = keyOf(next).filter((name) => name !== time);
  if (time === undefined || latest.length === 0) return [];
  // A year of which some months have passed is no mistake.
  if (key.some((name) => PART_OF_TIME.test(name) || isTime(columnsOf(next).get(name) as EditionColumn))) return [];
  const measures = measuresOf(next).flatMap((name) => columnsOf(last).get(name) ?? []);
  const idOf = (record: PublishedRecord): string => key.map((name) => String(record[name])).join(' / ');
  const before = new Map(latest.map((record) => [idOf(record), record]));
  const since = String(latest[0]?.[time]);
  const isRegular = key.length > 0 && wasComplete(last) && last.schema.row_count / latest.length >= MANY_TIMES;
  for (const [when, records] of Map.groupBy(later, (record) => record[time])) {
    const now = new Map(records.map((record) => [idOf(record), record]));
    const missing = [...before.keys()].filter((id) => !now.has(id));
    const pairs = [...now].flatMap(([id, record]) => {
      const other = before.get(id);
      return other ? [[other, record] as const] : [];
    });
    const fresh = [...now.keys()].filter((id) => !before.has(id));
    const message =
      (isRegular ? lacking(missing, fresh, before.size, since) : null) ?? judgeMeasures(pairs, measures, since);
    if (message === null) continue;
    return [{ code: 'edition-numbers', message: `${quoteText(time)} ${when} ${message}`, bound: 'numbers' }];
  }
  return [];
}

/** Says which records are missing, and which others stand in their place; null if few have been replaced, as by a branch that moved. */
function lacking(missing: readonly string[], fresh: readonly string[], all: number, since: string): string | null {
  if (missing.length === 0 || (fresh.length >= missing.length && missing.length < all / 2)) return null;
  const others = fresh.length > 0 ? `; it has ${listed(fresh)}, which ${since} lacks` : '';
  return `has no record of ${listed(missing)}, as all times until ${since} have${others}`;
}

/** Says what is wrong with the numbers of a time, by the records of the time before it with the same key; null if nothing is. */
function judgeMeasures(pairs: MatchedRecords, measures: readonly EditionColumn[], since: string): string | null {
  const numbersOf = (name: string): (readonly [number, number])[] =>
    pairs.flatMap(([was, is]) => {
      const [a, b] = [was[name], is[name]];
      return typeof a === 'number' && typeof b === 'number' ? [[a, b] as const] : [];
    });
  const all = measures.flatMap(({ name }) => numbersOf(name));
  const isVaried = new Set(all.map(([was]) => was)).size >= FEW_MATCHED;
  if (isVaried && shareOf(all, ([was, is]) => was === is) >= SAME) return `has the numbers of ${since}`;
  for (const { name, stats } of measures) {
    const numbers = numbersOf(name);
    const few = (stats?.q1 ?? 0) > 0 || (stats?.q3 ?? 0) < 0 ? FEW_ZEROS : FEW_MATCHED;
    const wereZero = shareOf(numbers, ([was]) => was === 0);
    const zeros = numbers.filter(([, is]) => is === 0).length;
    if (numbers.length >= few && wereZero <= 1 - MOST && zeros >= numbers.length * MOST) {
      return `has ${zeros === numbers.length ? 'only' : zeros} zeros in ${quoteText(name)}`;
    }
    if (zeros >= FEW_ZEROS && (stats?.min ?? 0) >= NO_ZEROS) {
      return `has ${zeros} zeros in ${quoteText(name)}, which had no number below ${stats?.min}`;
    }
    const factors = numbers.flatMap(([was, is]) => (was * is > 0 ? [is / was] : [])).sort((a, b) => a - b);
    const factor = factors[Math.floor(factors.length / 2)] ?? 1;
    const areAlike = (spread: number): boolean =>
      shareOf(factors, (it) => it < factor * spread && factor < it * spread) >= MOST;
    const isGrowth =
      factors.length < FEW_ZEROS || factor < LEAST_FACTOR || factor > MOST_FACTOR || !areAlike(FACTOR_SPREAD);
    const isUnit =
      factors.length >= FEW_MATCHED && Math.max(factor, 1 / factor) >= UNIT_FACTOR && areAlike(UNIT_SPREAD);
    if (isGrowth && !isUnit) continue;
    const times =
      factor >= 1 ? `${groupDigits(Math.round(factor))} times` : `a ${groupDigits(Math.round(1 / factor))}th of`;
    return `has about ${times} the ${quoteText(name)} of ${since}: another unit, or a total since an earlier time?`;
  }
  return null;
}

function shareOf<T>(values: readonly T[], isSo: (value: T) => boolean): number {
  return values.filter(isSo).length / values.length;
}

/** Whether an edition had every combination of the values by which its records are identified. */
function wasComplete(edition: Edition): boolean {
  const columns = new Map(edition.profile.columns.map((column) => [column.name, column]));
  const counts = keyOf(edition).map((name) => columns.get(name)?.distinct_count ?? 0);
  return counts.length > 1 && counts.reduce((product, count) => product * count, 1) === edition.schema.row_count;
}
