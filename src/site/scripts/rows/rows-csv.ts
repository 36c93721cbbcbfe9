import type { TextRow } from './row-source.ts';

/**
 * Rows as CSV (RFC 4180) with a header, and with the digits of the source. A null is an empty field, and an empty text is in quotes, as in
 * the published file.
 */
export function rowsCsv(columns: readonly string[], rows: readonly TextRow[]): string {
  const lines = [
    columns.map(field),
    ...rows.map((row) =>
      columns.map((name) => {
        const value = row[name] ?? null;
        return value === null ? '' : field(value);
      }),
    ),
  ];
  // A lone null would be an empty line, which readers skip.
  return lines.map((line) => `${line.length === 1 && line[0] === '' ? '""' : line.join(',')}\r\n`).join('');
}

function field(text: string): string {
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
