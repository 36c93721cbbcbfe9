import type { EditionBounds } from '../model.ts';
import { quoteText } from '../problems/quote-text.ts';
import type { Edition } from './edition.ts';
import { columnsOf } from './edition.ts';
import { type Finding, isTime, percent } from './finding.ts';

/** A record as it is published. */
export type PublishedRecord = Readonly<Record<string, unknown>>;

/** Records of the last edition, and those of the new one with the same key; undefined for a record whose key is missing. */
export type RecordPairs = readonly (readonly [was: PublishedRecord, is: PublishedRecord | undefined])[];

/** Fewer pairs than this say little. */
const FEW_PAIRS = 10;
/** If no time is among the columns that identify records, each edition may have the values of another time, which differ this much more. */
const OTHER_TIMES = 5;

/**
 * Compares a sample of records by their keys. Reports columns in which most values have moved by more than the bound, as a share of the
 * larger one, and an edition that lacks most of the records, unless they are older than all of its own.
 */
export function judgeRecords(
  pairs: RecordPairs,
  last: Edition,
  next: Edition,
  { revised, minRows }: Required<Pick<EditionBounds, 'revised' | 'minRows'>>,
): Finding[] {
  const key = last.profile.key_columns ?? [];
  const shared = pairs.flatMap(([was, is]) => (is ? [[was, is] as const] : []));
  const time = last.profile.time_span?.column;
  const isOlder = (record: PublishedRecord): boolean => {
    const from = next.profile.time_span;
    const value = time === undefined ? undefined : record[time];
    return from?.from != null && typeof value === typeof from.from && (value as string | number) < from.from;
  };
  const missing = pairs.filter(([was, is]) => !is && !isOlder(was));
  if (pairs.length >= FEW_PAIRS && missing.length > pairs.length / 2 && minRows > 0) {
    const message = `${percent(missing.length / pairs.length)} of the records of the last edition, identified by ${key.map(quoteText).join(' and ')}, are missing`;
    return [{ code: 'edition-values', message, bound: 'minRows' }];
  }
  if (shared.length < FEW_PAIRS) return [];
  const [before, now] = [columnsOf(last), columnsOf(next)];
  const isTimed = key.some((name) => (before.get(name) ? isTime(before.get(name) as never) : false));
  const most = isTimed ? revised : Math.min(1, revised * OTHER_TIMES);
  return [...before].flatMap(([name, column]): Finding[] => {
    if (key.includes(name) || column.type === 'object' || now.get(name)?.type === 'object') return [];
    const moves = shared.flatMap(([was, is]) => moveOf(was[name], is[name]) ?? []).sort((a, b) => a - b);
    const middle = moves[Math.floor(moves.length / 2)];
    if (moves.length < FEW_PAIRS || middle === undefined || middle <= most) return [];
    const message = `most values of ${quoteText(name)} in the same records have moved by ${percent(middle)} or more, and at most ${percent(most)} are expected`;
    return [{ code: 'edition-numbers', message, bound: 'revised' }];
  });
}

/** How far a number has moved, as a share of the larger one, from 0 to 1 or more; null if either is none. */
function moveOf(was: unknown, is: unknown): number | null {
  if (typeof was !== 'number' || typeof is !== 'number') return null;
  return was === is ? 0 : Math.abs(was - is) / Math.max(Math.abs(was), Math.abs(is));
}
