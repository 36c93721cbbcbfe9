import type { EditionBounds } from '../model.ts';
import { quoteText } from '../problems/quote-text.ts';
import { columnsOf, type Edition, keyOf } from './edition.ts';
import { type Finding, isTime, percent } from './finding.ts';
import { judgeCells } from './judge-cells.ts';
import { FEW_MATCHED, matchedRecords, type PublishedRecord, type RecordPairs } from './records.ts';

/** If no time is among the columns that identify records, each edition may have the values of another time, which differ this much more. */
const OTHER_TIMES = 5;

/**
 * Compares a sample of records by their keys. Reports an edition that lacks more of them than the bound, unless they are older than all of
 * its own; columns whose values a mistake explains; and others in which most numbers have moved by more than the bound, as a share of
 * the larger one.
 */
export function judgeRecords(
  pairs: RecordPairs,
  last: Edition,
  next: Edition,
  { revised, goneRecords, numbers }: Required<Pick<EditionBounds, 'revised' | 'goneRecords' | 'numbers'>>,
): Finding[] {
  const key = keyOf(last);
  const isOlder = olderThan(next);
  const missing = pairs.filter(([was, is]) => !is && !isOlder(was));
  const [before, now] = [columnsOf(last), columnsOf(next)];
  const isSameKey = key.every((name) => before.get(name)?.type === now.get(name)?.type);
  if (pairs.length >= FEW_MATCHED && missing.length > pairs.length * goneRecords && isSameKey) {
    const names = key.map(quoteText).join(' and ');
    const message = `${percent(missing.length / pairs.length)} of the records of the last edition, by ${names}, are missing`;
    return [{ code: 'edition-values', message, bound: 'goneRecords' }];
  }
  const matched = matchedRecords(pairs);
  if (matched.length < FEW_MATCHED) return [];
  const shared = [...before.keys()].filter((name) => now.has(name) && !key.includes(name));
  const isSameAltogether = (name: string): boolean => {
    const [was, is] = [before.get(name), now.get(name)];
    return (
      was?.stats != null &&
      last.schema.row_count === next.schema.row_count &&
      JSON.stringify(summed(was)) === JSON.stringify(summed(is))
    );
  };
  const numbering = key.length === 1 ? before.get(key[0] as string) : undefined;
  const isNumbered = numbering?.type === 'int64' && numbering.min === 1 && numbering.max === last.schema.row_count;
  const explained = numbers ? judgeCells(matched, shared, isSameAltogether, isNumbered) : [];
  if (explained.length > 0) return explained;
  const isTimed = key.some((name) => isTime(before.get(name) as never));
  const most = isTimed ? revised : Math.min(1, revised * OTHER_TIMES);
  return shared.flatMap((name): Finding[] => {
    const moves = matched.flatMap(([was, is]) => moveOf(was[name], is[name]) ?? []).sort((a, b) => a - b);
    const middle = moves[Math.floor(moves.length / 2)];
    if (moves.length < FEW_MATCHED || middle === undefined || middle <= most) return [];
    const message = `most values of ${quoteText(name)} in the same records have moved by ${percent(middle)} or more; at most ${percent(most)} are expected`;
    return [{ code: 'edition-numbers', message, bound: 'revised' }];
  });
}

/** Whether a record of the last edition is older than all of the next one, as of a table that has the last months only. */
export function olderThan({ profile }: Edition): (record: PublishedRecord) => boolean {
  const span = profile.time_span;
  return (record) => {
    const value = span ? record[span.column] : null;
    if (!span || value == null || span.from === null || typeof value !== typeof span.from) return false;
    return (value as string | number) < span.from;
  };
}

/** What a column has, whatever the order of its values. */
function summed(column: ReturnType<typeof columnsOf> extends ReadonlyMap<string, infer C> ? C | undefined : never) {
  const { distinct_count, null_count, lengths, min, max, stats } = column ?? {};
  return [distinct_count, null_count, lengths, min, max, stats?.min, stats?.q1, stats?.median, stats?.q3, stats?.max];
}

/** How far a number has moved, as a share of the larger one, from 0 to 2; null if either is no number. */
function moveOf(was: unknown, is: unknown): number | null {
  if (typeof was !== 'number' || typeof is !== 'number') return null;
  return was === is ? 0 : Math.abs(was - is) / Math.max(Math.abs(was), Math.abs(is));
}
