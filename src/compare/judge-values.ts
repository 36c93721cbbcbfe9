import { formatCount } from '../problems/format-problem.ts';
import { quoteText } from '../problems/quote-text.ts';
import { prepareNames, suggest } from '../suggestions/suggest.ts';
import type { Edition, EditionColumn } from './edition.ts';
import { type Finding, isTime, type SharedColumn } from './finding.ts';

type Entity = string | number;

/** From this share of the records on, a value of any column that groups them is missed. */
const LARGE_SHARE = 0.05;
const FEW_RECORDS = 5;
/** Values that occur less often than this on average are those of a list. */
const FEW_TIMES = 2;
/** A value that loses a larger share of its records has lost them by mistake. */
const MOST_LOST = 0.5;
const SHOWN = 5;

/**
 * Reports columns with more than `bound` values that are gone: of those that identify records, such as the canton of a table by canton and
 * month, any value counts, also one that has lost half of its records; of others that group records, the frequent ones. A value that a
 * similar new one replaces was corrected.
 */
export function goneValues(last: Edition, shared: readonly SharedColumn[], bound: number): Finding[] {
  const { key_columns: keys, dimensions } = last.profile;
  return shared.flatMap(([name, before, now]): Finding[] => {
    if (!dimensions.includes(name) || isTime(before) || name === last.profile.time_span?.column) return [];
    const [was, is] = [allValues(before), allValues(now)];
    if (!was || !is) return [];
    // In a list, where most values occur once, some come and go.
    const isEntity = keys?.includes(name) === true && last.schema.row_count >= was.length * FEW_TIMES;
    const known = new Set(was);
    const fresh = prepareNames(is.filter((value) => !known.has(value)).map(String));
    const present = new Set(is);
    const least = Math.max(FEW_RECORDS, last.schema.row_count * LARGE_SHARE);
    const gone = was.filter((value) => {
      if (present.has(value) || suggest(String(value), fresh).length > 0) return false;
      return isEntity || (countOf(before, value) ?? 0) >= least;
    });
    const fewer = isEntity ? was.filter((value) => hasLost(value, before, now)) : [];
    if (gone.length + fewer.length <= bound) return [];
    const listed = (values: readonly Entity[]): string =>
      `${values
        .slice(0, SHOWN)
        .map((value) => (typeof value === 'string' ? quoteText(value) : value))
        .join(', ')}${values.length > SHOWN ? ', …' : ''}`;
    const parts = [
      ...(gone.length > 0
        ? [
            `${formatCount(gone.length, 'value')} of ${quoteText(name)} from the last edition ${gone.length === 1 ? 'is' : 'are'} missing: ${listed(gone)}`,
          ]
        : []),
      ...(fewer.length > 0
        ? [
            `${listed(fewer)} of ${quoteText(name)} ${fewer.length === 1 ? 'has' : 'have'} less than half of the records that the last edition has`,
          ]
        : []),
    ];
    return [{ code: 'edition-values', message: parts.join('; '), bound: 'goneValues' }];
  });
}

/** All distinct values of a column; null if its profile does not list them. */
function allValues({ names, top_values: top, distinct_count: count }: EditionColumn): readonly Entity[] | null {
  if (names) return names;
  return top && top.length === count ? top.flatMap(({ value }) => value ?? []) : null;
}

function countOf({ top_values: top }: EditionColumn, value: Entity): number | undefined {
  return top?.find((it) => it.value === value)?.count;
}

/** Whether a value that both editions list with its count has lost more than half of its records. */
function hasLost(value: Entity, before: EditionColumn, now: EditionColumn): boolean {
  const [was, is] = [countOf(before, value), countOf(now, value)];
  return was !== undefined && is !== undefined && was >= FEW_RECORDS && is < was * MOST_LOST;
}
