/** What a page of rows shows, as its address says it. */
export interface RowsState {
  /** Number of a row on the page, from 1; null for the sample. */
  row: number | null;
  /** Names of the columns, in their order; `all` of them, or null for the usual ones. */
  columns: readonly string[] | 'all' | null;
}

const ALL = '*';

/** Reads a query such as `?row=201&columns=year,value`. Anything else in it is left aside. */
export function readAddress(search: string): RowsState {
  const query = new URLSearchParams(search);
  const row = query.get('row') ?? '';
  const columns = query.get('columns');
  return {
    row: /^[1-9]\d{0,15}$/.test(row) ? Number(row) : null,
    columns: columns === null || columns === '' ? null : columns === ALL ? 'all' : columns.split(',').map(decode),
  };
}

/** Writes what is shown into a query, which keeps its other parameters; empty if nothing is left. */
export function writeAddress(search: string, { row, columns }: RowsState): string {
  const query = new URLSearchParams(search);
  query.delete('row');
  query.delete('columns');
  if (row !== null) query.set('row', String(row));
  // Commas between names need no escape in a query (RFC 3986, section 3.4), and read better without.
  const names = columns === null ? '' : columns === 'all' ? ALL : columns.map(encode).join(',');
  const list = names && `columns=${names.split(',').map(encodeURIComponent).join(',')}`;
  const text = [query.toString(), list].filter(Boolean).join('&');
  return text && `?${text}`;
}

/** A name without the characters that mean something in the list of names. */
function encode(name: string): string {
  return name.replace(/[%,*]/g, (it) => `%${it.charCodeAt(0).toString(16).toUpperCase()}`);
}

function decode(name: string): string {
  return name.replace(/%(25|2C|2A)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
