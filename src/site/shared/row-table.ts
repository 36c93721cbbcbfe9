import { exactNumber } from '../../texts/exact-number.ts';
import { intlNumbers } from '../../texts/intl-formats.ts';
import { shorten } from '../../texts/shorten.ts';
import type { RowsData, TextRow } from './rows-data.ts';

/** Strings with more UTF-16 code units than this wrap. */
export const MAX_LINE_LENGTH = 40;

/** Matches a whole web address that has no blanks and no characters that a reader cannot see. */
const ADDRESS = /^https?:\/\/[^\s\p{C}]+$/iu;

/** Makes an element with attributes and children. Null attributes are skipped. */
export type MakeElement<E> = (
  name: 'a' | 'code' | 'small' | 'span' | 'td' | 'th' | 'tr',
  attributes: Readonly<Record<string, string | null>>,
  ...children: readonly (E | string)[]
) => E;

/** The rows to display, and their columns. */
export interface ShownRows {
  /** `number` is the row's place in the file, from 1. */
  rows: readonly { number: number; cells: TextRow }[];
  /** Indexes of the columns to display, in order. */
  columns: readonly number[];
  /** Number of the row to highlight; null for none. */
  chosen: number | null;
}

/**
 * Makes the header row and the rows of a table. Numbers keep all their digits and are right-aligned; long strings wrap and are cut, and web
 * addresses are links.
 */
export function rowTable<E>(make: MakeElement<E>, data: RowsData, shown: ShownRows): { head: E; body: E[] } {
  const { texts, keys } = data;
  const numbers = intlNumbers(data.language);
  const columns = shown.columns.map((at) => data.columns[at] as RowsData['columns'][number]);
  const titles = columns.map(([name, isNumber, unit, title]) => {
    const notes = [title, unit].filter((it) => it !== null).map((it) => make('small', {}, it));
    return make('th', { scope: 'col', class: isNumber ? 'number' : null }, make('code', {}, name), ...notes);
  });
  const written = (value: string | null, isNumber: number): E | string => {
    if (value === null) return make('span', { 'class': 'null', 'role': 'img', 'aria-label': texts.missing }, '–');
    if (isNumber) return isNumber === 2 ? exactNumber(data.language, value) : value;
    const text = shorten(value);
    const isAddress = ADDRESS.test(value) && URL.canParse(value);
    return isAddress ? make('a', { href: value, rel: 'nofollow noopener external' }, text) : text;
  };
  const body = shown.rows.map(({ number, cells }) => {
    const values = columns.map(([name, isNumber, , , labels], place) => {
      const cell = cells[name] ?? null;
      const value = cell !== null && labels && Object.hasOwn(labels, cell) ? (labels[cell] ?? cell) : cell;
      const isLong = !isNumber && value !== null && value.length > MAX_LINE_LENGTH;
      const kind = isNumber ? 'number' : isLong ? 'long' : null;
      const isHeader = place === 0 && keys.length > 0;
      const attributes = { scope: isHeader ? 'row' : null, class: kind, dir: isNumber ? null : 'auto' };
      return make(isHeader ? 'th' : 'td', attributes, written(value, isNumber));
    });
    const own = make('td', { class: 'at' }, numbers.format(number));
    return make('tr', { class: number === shown.chosen ? 'chosen' : null }, own, ...values);
  });
  const corner = make('td', { class: 'at' }, make('span', { class: 'visually-hidden' }, texts.row));
  return { head: make('tr', {}, corner, ...titles), body };
}
