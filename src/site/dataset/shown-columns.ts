import type { ProfileDocument } from '../../contract/documents.ts';
import { columnOrder } from '../shared/rows-data.ts';

/** Maximum number of columns that a table of rows shows initially. */
export const MAX_SHOWN_COLUMNS = 8;

/**
 * Chooses the columns of a table of rows, in this order of preference: key columns, some measures, dimensions, further measures, other
 * columns, and columns without values. In each of these groups, columns with fewer nulls are preferred. Returns the indexes of the key
 * columns, of all columns in the table's order, and of the columns shown initially.
 */
export function chooseColumns(profile: ProfileDocument<string>) {
  const { columns, dimensions, measures } = profile;
  const names = columns.map(({ name }) => name);
  const key = profile.key_columns ?? [];
  const keys = key.map((name) => names.indexOf(name));
  const order = columnOrder(keys, columns.length);
  if (order.length <= MAX_SHOWN_COLUMNS) return { keys, order, shown: order };
  const ranks = [new Set(key), new Set(dimensions), new Set(measures)];
  const nulls = columns.map(({ null_share }) => Number(null_share ?? 1));
  const rankOf = (at: number): number => {
    if (nulls[at] === 1) return ranks.length + 1;
    const rank = ranks.findIndex((set) => set.has(names[at] as string));
    return rank < 0 ? ranks.length : rank;
  };
  const best = order.toSorted((a, b) => rankOf(a) - rankOf(b) || (nulls[a] as number) - (nulls[b] as number) || a - b);
  // Reserves space for measures, since dimensions could otherwise take all of it.
  const measured = best.filter((at) => rankOf(at) === 2).slice(0, MAX_SHOWN_COLUMNS / 2);
  const wanted = new Set([...best.filter((at) => rankOf(at) === 0), ...measured, ...best]);
  const chosen = new Set([...wanted].slice(0, MAX_SHOWN_COLUMNS));
  return { keys, order, shown: order.filter((at) => chosen.has(at)) };
}
