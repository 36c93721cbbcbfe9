import { shorten } from '../../../texts/sentences.ts';
import { MAX_LINE_LENGTH, type RowsData } from '../../shared/rows-data.ts';
import { element } from '../element.ts';
import type { TextRow } from './row-source.ts';

/** The rows to display, and their columns. */
export interface ShownRows {
  rows: readonly TextRow[];
  /** Number of the first row, from 1. */
  first: number;
  /** Indexes of the columns to display, in order. */
  columns: readonly number[];
  /** Number of the row to highlight, from 1; null for none. */
  chosen: number | null;
}

/** Replaces a table's header and rows, with the same markup as in `Rows.astro`. */
export function fillTable(table: HTMLTableElement, data: RowsData, { rows, first, columns, chosen }: ShownRows): void {
  const { texts, keys, language } = data;
  const numbers = new Intl.NumberFormat(language);
  const classOf = (at: number): string | null => (data.columns[at]?.[1] ? 'number' : null);
  const head = element(
    'tr',
    {},
    element('td', { class: 'at' }, element('span', { class: 'visually-hidden' }, texts.row)),
  );
  for (const at of columns) {
    const [name, , unit, title] = data.columns[at] as RowsData['columns'][number];
    const notes = [title, unit].filter((it) => it !== null).map((it) => element('small', {}, it));
    head.append(element('th', { scope: 'col', class: classOf(at) }, element('code', {}, name), ...notes));
  }
  const body = rows.map((row, place) => {
    const number = first + place;
    const line = element('tr', { class: number === chosen ? 'chosen' : null });
    line.append(element('td', { class: 'at' }, numbers.format(number)));
    for (const [position, at] of columns.entries()) {
      const value = row[data.columns[at]?.[0] ?? ''] ?? null;
      const isHeader = position === 0 && keys.length > 0;
      const kind = value !== null && !data.columns[at]?.[1] && value.length > MAX_LINE_LENGTH ? 'long' : classOf(at);
      const cell = isHeader ? element('th', { scope: 'row', class: kind }) : element('td', { class: kind });
      cell.append(value === null ? missingDash(texts.missing) : shorten(value));
      line.append(cell);
    }
    return line;
  });
  table.tHead?.replaceChildren(head);
  table.tBodies[0]?.replaceChildren(...body);
}

function missingDash(missing: string): HTMLElement {
  return element('span', { 'class': 'null', 'role': 'img', 'aria-label': missing }, '–');
}
