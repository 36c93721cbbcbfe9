import { decode, encode, parameter } from '../asking/address-text.ts';

const ALL = '*';
const ASKING = ['where', 'sort', 'group', 'measure'];

/** Reads a query such as `?row=215&columns=year,value` or `?rows=201`. Ignores other parameters. */
export function readAddress(search: string) {
  const query = new URLSearchParams(search);
  const columns = query.get('columns') || null;
  return {
    /** Number of the requested row, from 1; null if none was requested. */
    row: readNumber(query.get('row')),
    /** Number of the page's first row, from 1; null if it is not given. Ignored unless `row` is null. */
    rows: readNumber(query.get('rows')),
    /** Names of the displayed columns in order, `all` for every column, or null for the default columns. */
    columns: columns === ALL ? ('all' as const) : (columns?.split(',').map(decode) ?? null),
    /** Parameters that ask for other rows, another order or groups; an empty string asks for nothing. */
    asked: search
      .replace(/^\?/, '')
      .split('&')
      .filter((parameter) => ASKING.includes(parameter.split('=')[0] ?? ''))
      .join('&'),
  };
}

/** Writes the state to a query and keeps its other parameters. Returns an empty string if no parameters remain. */
export function writeAddress(search: string, { row, rows, columns, asked }: ReturnType<typeof readAddress>): string {
  const query = new URLSearchParams(search);
  for (const name of ['row', 'rows', 'columns', ...ASKING]) query.delete(name);
  if (row !== null) query.set('row', String(row));
  else if (rows !== null) query.set('rows', String(rows));
  const names = columns === null ? '' : columns === 'all' ? ALL : columns.map((name) => encode(name)).join(',');
  const list = names && parameter('columns', names);
  const text = [query.toString(), asked, list].filter(Boolean).join('&');
  return text && `?${text}`;
}

function readNumber(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
}
