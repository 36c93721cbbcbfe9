import type { TextRow } from '../../shared/rows-data.ts';
import { element } from '../element.ts';

/** Rows as CSV (RFC 4180) with a header row. Numbers keep all their digits. An empty string becomes `""`; null becomes an empty field. */
export function rowsCsv(columns: readonly string[], rows: readonly TextRow[]): string {
  const lines = rows.map((row) => columns.map((name) => row[name] ?? null));
  return cellsCsv(columns, lines);
}

/** Lines of cells as CSV, like `rowsCsv`. */
export function cellsCsv(header: readonly string[], lines: readonly (readonly (string | null)[])[]): string {
  // In a table with one column, null is also written as `""`, since many readers skip empty lines.
  return [header, ...lines]
    .map((cells) => cells.map(field))
    .map((line) => `${line.length === 1 && line[0] === '' ? '""' : line.join(',')}\r\n`)
    .join('');
}

function field(text: string | null): string {
  if (text === null) return '';
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Lets the browser save a CSV file. */
export function saveCsv(name: string, csv: string): void {
  const href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  element('a', { href, download: name }).click();
  // Browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
