import type { PublishedStatistics } from '../contract/documents.ts';
import type { EditionBounds } from '../model.ts';
import { quoteText } from '../problems/quote-text.ts';
import { type Edition, measuresOf } from './edition.ts';
import { type Finding, isTime, plain, type SharedColumn } from './finding.ts';

/** The five-number summary of a column (Tukey 1977): minimum, quartiles and maximum. */
type Summary = readonly [min: number, q1: number, median: number, q3: number, max: number];

/** With fewer values than this, a summary says little. */
const FEW_VALUES = 10;

/**
 * Reports numeric columns whose medians or extremes moved beyond the bound, columns that have one value now, and numbers that stand at other
 * times. `isMatched` says whether most records were found by their keys: if not, texts may be those of other records.
 */
export function judgeNumbers(
  last: Edition,
  next: Edition,
  shared: readonly SharedColumn[],
  isMatched: boolean,
  { moved, numbers }: Required<Pick<EditionBounds, 'moved' | 'numbers'>>,
): Finding[] {
  return [
    ...shared.flatMap((column) => {
      const constant = numbers ? constantNow(column, isMatched) : [];
      return constant.length > 0 ? constant : (movedBeyond(column, moved) ?? []);
    }),
    ...(numbers ? sameNumbersOtherTimes(last, next, shared) : []),
  ];
}

function summaryOf(stats: PublishedStatistics | null): Summary | null {
  if (!stats) return null;
  const values = [stats.min, stats.q1, stats.median, stats.q3, stats.max];
  return values.every((value) => value !== null) ? (values as unknown as Summary) : null;
}

const found = (bound: keyof EditionBounds, message: string): Finding => ({ code: 'edition-numbers', message, bound });

/** The spread of tightly clustered values counts as at least this share of their median. */
const LEAST_SPREAD = 0.05;

/** A highest value of at most this many times the last one is no mistake. */
const NEAR = 3;

/** Whether the median moved by more than `moved` times the interquartile range, or an extreme by more than `moved` times the range. */
function movedBeyond([name, was, is]: SharedColumn, moved: number): Finding | null {
  const [before, now] = [summaryOf(was.stats), summaryOf(is.stats)];
  if (!before || !now || isTime(was) || isTime(is)) return null;
  const spreads = [before, now].map(([, q1, median, q3]) => Math.max(q3 - q1, Math.abs(median) * LEAST_SPREAD));
  const spread = Math.min(...spreads) || Math.max(...spreads);
  const by = Math.abs(now[2] - before[2]);
  // Of values that are often the same, such as zeros, the median says little.
  if (before[1] !== before[2] && before[2] !== before[3] && by > moved * spread) {
    return found(
      'moved',
      `the median of ${quoteText(name)} is ${plain(now[2])}, and ${plain(before[2])} in the last edition: it moved by ${plain(by / spread, 3)} times the interquartile range; at most ${moved} times are expected`,
    );
  }
  const range = before[4] - before[0];
  const beyond = Math.max(now[4] - before[4], before[0] - now[0]);
  const isHighest = now[4] - before[4] === beyond;
  // The range of values that are nearly equal says little.
  const isNear = isHighest && now[4] <= before[4] * NEAR;
  if (range === 0 || beyond <= moved * range || isNear) return null;
  const [word, end, start] = isHighest ? ['highest', now[4], before[4]] : ['lowest', now[0], before[0]];
  return found(
    'moved',
    `the ${word} value of ${quoteText(name)} is ${end}, and ${start} in the last edition: it moved by ${plain(beyond / range, 3)} times the range of the values; at most ${moved} times are expected`,
  );
}

/** Reports a column that has one value in all records, and had many. The date of an export is such a column. */
function constantNow([name, before, now]: SharedColumn, isMatched: boolean): Finding[] {
  if (before.distinct_count < FEW_VALUES || now.distinct_count !== 1 || isTime(before)) return [];
  const [top] = now.top_values ?? [];
  if (before.type === 'object' && (!isMatched || /\d/.test(String(top?.value)))) return [];
  const value = top ? `: ${typeof top.value === 'string' ? quoteText(top.value) : top.value}` : '';
  const message = `the column ${quoteText(name)} has one value in all records${value}, and ${before.distinct_count} different ones in the last edition`;
  return [found('numbers', message)];
}

/** Reports an edition with the numbers of the last one, whose times are all others. */
function sameNumbersOtherTimes(last: Edition, next: Edition, shared: readonly SharedColumn[]): Finding[] {
  const [before, now] = [last.profile.time_span, next.profile.time_span];
  if (!before || !now || before.column !== now.column || before.from === now.from || before.to === now.to) return [];
  const measures = measuresOf(last);
  const measured = shared.filter(([name]) => measures.includes(name));
  const areSame = measured.every(([, a, b]) => JSON.stringify(a.stats) === JSON.stringify(b.stats));
  if (!areSame || !measured.some(([, column]) => column.distinct_count >= FEW_VALUES)) return [];
  return [
    found(
      'numbers',
      `all numbers are those of the last edition, but ${quoteText(now.column)} is from ${now.from} to ${now.to}, and was from ${before.from} to ${before.to}`,
    ),
  ];
}
