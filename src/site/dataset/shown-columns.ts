import type { ProfileDocument } from '../../contract/documents.ts';
import type { ExactNumber } from '../exact-json.ts';
import { columnOrder } from '../shared/rows-data.ts';

/** Maximum columns that a table of rows shows at first. */
export const MAX_SHOWN_COLUMNS = 8;

/** Which columns a table of rows has, as indexes in the order of the file. */
export interface ColumnChoice {
  /** The columns of the key, of which the first names its row; empty if no key was found. */
  keys: readonly number[];
  /** All columns, in the order of `columnOrder`. */
  order: readonly number[];
  /** The columns shown at first, in the same order. */
  shown: readonly number[];
}

/**
 * Chooses the columns of a table of rows: those of the key, then those by which records can be grouped, then measures, then the fuller
 * ones; columns without values last of all.
 */
export function chooseColumns(profile: ProfileDocument<ExactNumber>): ColumnChoice {
  const { columns, dimensions, measures } = profile;
  const names = columns.map(({ name }) => name);
  const key = profile.key_columns ?? [];
  const keys = key.map((name) => names.indexOf(name));
  const order = columnOrder(keys, columns.length);
  if (order.length <= MAX_SHOWN_COLUMNS) return { keys, order, shown: order };
  const ranks = [new Set(key), new Set(dimensions), new Set(measures)];
  const nulls = columns.map(({ null_share }) => Number(null_share?.digits ?? 1));
  const rankOf = (at: number): number => {
    if (nulls[at] === 1) return ranks.length + 1;
    const rank = ranks.findIndex((set) => set.has(names[at] as string));
    return rank < 0 ? ranks.length : rank;
  };
  const best = order.toSorted((a, b) => rankOf(a) - rankOf(b) || (nulls[a] as number) - (nulls[b] as number) || a - b);
  // Groups alone would show nothing of what was measured.
  const measured = best.filter((at) => rankOf(at) === 2).slice(0, MAX_SHOWN_COLUMNS / 2);
  const wanted = new Set([...best.filter((at) => rankOf(at) === 0), ...measured, ...best]);
  const chosen = new Set([...wanted].slice(0, MAX_SHOWN_COLUMNS));
  return { keys, order, shown: order.filter((at) => chosen.has(at)) };
}
