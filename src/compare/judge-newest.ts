import { TIME_PARTS } from '../contract/column-words.ts';
import { quoteText } from '../problems/quote-text.ts';
import { columnsOf, type Edition, type EditionColumn } from './edition.ts';
import { type Finding, isTime } from './finding.ts';
import { FEW_MATCHED, type NewestRecords, type PublishedRecord } from './records.ts';

const PART_OF_TIME = new RegExp(`(?:^|[^\\p{L}])(?:${TIME_PARTS})s?(?:$|[^\\p{L}])`, 'iu');
/** Share of the records that a mistake explains. */
const MOST = 0.8;
/** Share of the numbers that are as before if all were copied. */
const SAME = 0.95;
/** Share of the records of a time that it must have if all times before had all of them. */
const COMPLETE = 0.7;

/**
 * Compares the newest time of an edition, such as a month that was added, with the time before it: whether its numbers were copied from
 * there, are all zero, or are in another unit, and whether it lacks records that all times had until then.
 */
export function judgeNewest(last: Edition, next: Edition, { newest, before }: NewestRecords): Finding[] {
  const time = next.profile.time_span?.column;
  const key = (next.profile.key_columns ?? []).filter((name) => name !== time);
  if (time === undefined || newest.length === 0 || before.length === 0) return [];
  // A year of which some months have passed is no mistake.
  if (key.some((name) => PART_OF_TIME.test(name) || isTime(columnsOf(next).get(name) as EditionColumn))) return [];
  const found = (message: string): Finding[] => [
    {
      code: 'edition-numbers',
      message: `the newest ${quoteText(time)}, ${newest[0]?.[time]}, ${message}`,
      bound: 'numbers',
    },
  ];
  const measures = next.profile.measures.filter((name) => columnsOf(last).has(name));
  const idOf = (record: PublishedRecord): string => JSON.stringify(key.map((name) => record[name]));
  const earlier = new Map(before.map((record) => [idOf(record), record]));
  const pairs = newest.flatMap((record) => {
    const other = earlier.get(idOf(record));
    return other ? [[other, record] as const] : [];
  });
  if (key.length > 0 && wasComplete(last) && before.length >= FEW_MATCHED && newest.length < before.length * COMPLETE) {
    return found(`has ${newest.length} records, and the time before it ${before.length}: records are missing`);
  }
  const numbersOf = (name: string): (readonly [number, number])[] =>
    pairs.flatMap(([was, is]) => {
      const [a, b] = [was[name], is[name]];
      return typeof a === 'number' && typeof b === 'number' ? [[a, b] as const] : [];
    });
  const all = measures.flatMap(numbersOf);
  const isVaried = new Set(all.map(([was]) => was)).size >= FEW_MATCHED;
  if (isVaried && shareOf(all, ([was, is]) => was === is) >= SAME)
    return found('has the numbers of the time before it');
  for (const name of measures) {
    const numbers = numbersOf(name);
    if (numbers.length < FEW_MATCHED) continue;
    const wereZero = shareOf(numbers, ([was]) => was === 0);
    if (wereZero <= 1 - MOST && shareOf(numbers, ([, is]) => is === 0) >= MOST) {
      return found(`has only zeros in ${quoteText(name)}`);
    }
    const powers = numbers.flatMap(([was, is]) => (was * is > 0 ? [Math.round(Math.log10(is / was))] : []));
    const power = [...new Set(powers)].find((it) => shareOf(powers, (other) => other === it) >= MOST) ?? 0;
    if (powers.length < FEW_MATCHED || Math.abs(power) < 2) continue;
    return found(`has about ${10 ** power} times the ${quoteText(name)} of the time before it`);
  }
  return [];
}

function shareOf<T>(values: readonly T[], isSo: (value: T) => boolean): number {
  return values.filter(isSo).length / values.length;
}

/** Whether an edition had every combination of the values by which its records are identified. */
function wasComplete({ schema, profile }: Edition): boolean {
  const columns = new Map(profile.columns.map((column) => [column.name, column]));
  const counts = (profile.key_columns ?? []).map((name) => columns.get(name)?.distinct_count ?? 0);
  return counts.length > 1 && counts.reduce((product, count) => product * count, 1) === schema.row_count;
}
