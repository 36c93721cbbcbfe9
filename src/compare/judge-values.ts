import { formatCount } from '../problems/format-problem.ts';
import { quoteText } from '../problems/quote-text.ts';
import { type Edition, type EditionColumn, keyOf } from './edition.ts';
import { type Finding, isTime, listed, type SharedColumn } from './finding.ts';
import { hasLostLetters } from './judge-cells.ts';
import type { RecordPairs } from './records.ts';

type Entity = string | number;

/** From this share of the records on, a value of any column that groups them is missed. */
const LARGE_SHARE = 0.05;
const FEW_RECORDS = 5;
/** Values that occur less often than this on average are those of a list. */
const FEW_TIMES = 2;
/** Largest share of the values that get other names at once. */
const FEW_RENAMED = 0.25;

/**
 * Reports columns with more than `bound` values that are gone: of those that identify records, such as the canton of a table by canton and
 * month, any value counts; of others that group records, those that were frequent, or whose records are all missing from the sample `pairs`.
 * A few values that as many new ones replace were renamed or corrected, unless letters were lost.
 */
export function goneValues(
  last: Edition,
  shared: readonly SharedColumn[],
  pairs: RecordPairs,
  bound: number,
): Finding[] {
  const [keys, { dimensions }] = [keyOf(last), last.profile];
  return shared.flatMap(([name, before, now]): Finding[] => {
    if (!dimensions.includes(name) || isTime(before) || name === last.profile.time_span?.column) return [];
    const fates = fatesOf(name, pairs);
    const [known, is] = [allValues(before), allValues(now)];
    if (!is && before.type !== now.type) return [];
    const was = known ?? [...fates.keys()];
    // In a list, where most values occur once, some come and go.
    const isEntity = keys.includes(name) && last.schema.row_count >= before.distinct_count * FEW_TIMES;
    const former = new Set(was);
    const fresh = (is ?? []).filter((value) => !former.has(value));
    const present = is && new Set(is);
    const isDamaged = (value: Entity): boolean => fresh.some((other) => hasLostLetters(String(value), String(other)));
    const least = Math.max(FEW_RECORDS, last.schema.row_count * LARGE_SHARE);
    const gone = was.filter((value) => {
      const fate = fates.get(value);
      if (present?.has(value) || (fate?.kept ?? 0) > 0) return false;
      if (isDamaged(value)) return true;
      const isLost = fate !== undefined && fate.lost >= FEW_RECORDS;
      return isLost || (present !== null && (isEntity || (countOf(before, value) ?? 0) >= least));
    });
    // As many new values with as many rows as before: they have other names.
    const isRenamed =
      gone.length === fresh.length &&
      !gone.some(isDamaged) &&
      gone.length <= was.length * FEW_RENAMED &&
      before.distinct_count === now.distinct_count;
    const lost = isRenamed ? [] : gone;
    if (lost.length <= bound) return [];
    const message = `${formatCount(lost.length, 'value')} of ${quoteText(name)} from the last edition ${lost.length === 1 ? 'is' : 'are'} missing: ${listed(lost)}`;
    return [{ code: 'edition-values', message, bound: 'goneValues' }];
  });
}

/** For each value of a column in a sample, how many of its records both editions have, and how many only the last one. */
function fatesOf(name: string, pairs: RecordPairs): Map<Entity, { kept: number; lost: number }> {
  const fates = new Map<Entity, { kept: number; lost: number }>();
  for (const [was, is] of pairs) {
    const value = was[name];
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const fate = fates.get(value) ?? { kept: 0, lost: 0 };
    fates.set(value, is ? { ...fate, kept: fate.kept + 1 } : { ...fate, lost: fate.lost + 1 });
  }
  return fates;
}

/** All distinct values of a column; null if its profile does not list them. */
function allValues({ names, top_values: top, distinct_count: count }: EditionColumn): readonly Entity[] | null {
  if (names) return names;
  return top && top.length === count ? top.flatMap(({ value }) => value ?? []) : null;
}

function countOf({ top_values: top }: EditionColumn, value: Entity): number | undefined {
  return top?.find((it) => it.value === value)?.count;
}
