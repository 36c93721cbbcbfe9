import type { ProfileDocument } from '../../contract/documents.ts';
import { MAX_LINE_LENGTH, type ShownRows } from '../shared/row-table.ts';
import { columnOrder } from '../shared/rows-data.ts';

/** Maximum number of columns that a table of rows shows initially. */
export const MAX_SHOWN_COLUMNS = 8;
/** Number of columns that are shown even if they are wider than `MAX_WIDTH` together. */
const MIN_SHOWN_COLUMNS = 4;
/** Width of the table beside the downloads on a screen of 1280 pixels, of the space between columns, and of a name, in characters. */
const [MAX_WIDTH, SPACE, MAX_NAME] = [112, 3, 26];
/** Matches a name that is a year, such as `2019`, `X2019` or `2019 [YR2019]`. */
const YEAR = /^\D?([12]\d{3})(?!\d)/;

/**
 * Chooses the columns of a table of rows, in this order of preference: key columns, some measures, dimensions, further measures, other
 * columns, and columns without values. In each of these groups, the latest of columns for years are preferred, and of others those with
 * fewer nulls. Returns the indexes of the key columns, of all columns in the table's order, and of the columns shown initially, which are
 * as many as fit with the values of `rows`.
 */
export function chooseColumns(profile: ProfileDocument<string>, rows: ShownRows['rows']) {
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
  const weightOf = (at: number): number => -Number(YEAR.exec(names[at] as string)?.[1] ?? -(nulls[at] as number));
  const best = order.toSorted((a, b) => rankOf(a) - rankOf(b) || weightOf(a) - weightOf(b) || a - b);
  // Reserves space for measures, since dimensions could otherwise take all of it.
  const measured = best.filter((at) => rankOf(at) === 2).slice(0, MAX_SHOWN_COLUMNS / 2);
  // A dimension says what the rows are about, so one comes before the other measures.
  const about = best.filter((at) => dimensions.includes(names[at] as string)).slice(0, 1);
  const ofKey = best.filter((at) => rankOf(at) === 0);
  const wanted = new Set([...ofKey, ...measured.slice(0, 1), ...about, ...measured, ...best]);
  let width = 0;
  const fitting = [...wanted].slice(0, MAX_SHOWN_COLUMNS).filter((at, place) => {
    const name = names[at] as string;
    const lengths = rows.map(({ cells }) => `${cells[name] ?? ''}`.length);
    width += SPACE + Math.max(Math.min(MAX_NAME, name.length), Math.min(MAX_LINE_LENGTH, Math.max(...lengths)));
    return place < MIN_SHOWN_COLUMNS || width <= MAX_WIDTH;
  });
  const chosen = new Set(fitting);
  return { keys, order, shown: order.filter((at) => chosen.has(at)) };
}
