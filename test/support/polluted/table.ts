/** A clean table: its header and its rows. */
export type Table = readonly (readonly string[])[];

/** Cells with delimiters, quotes and letters beyond ASCII. */
export const RICH: Table = [
  ['id', 'fruit', 'price', 'day', 'note'],
  ['11', 'apple', '1.50', '2020-01-03', 'red, and green'],
  ['12', 'pear', '2.25', '2020-01-04', 'soft'],
  ['13', 'plum', '0.75', '2020-01-05', 'says "blue"'],
  ['14', 'fig', '4.00', '2020-01-06', 'dried, mostly'],
  ['15', 'kiwi', '3.10', '2020-01-07', 'green'],
  ['16', 'date', '5.95', '2020-01-08', 'sweet; very'],
  ['17', 'açaí', '9.99', '2020-01-09', 'frozen'],
];

/** Cells that need no quotes, in ASCII. */
export const PLAIN: Table = [
  ['id', 'fruit', 'price', 'day', 'note'],
  ['11', 'apple', '1.50', '2020-01-03', 'red'],
  ['12', 'pear', '2.25', '2020-01-04', 'soft'],
  ['13', 'plum', '0.75', '2020-01-05', 'blue'],
  ['14', 'fig', '4.00', '2020-01-06', 'dried'],
  ['15', 'kiwi', '3.10', '2020-01-07', 'green'],
];

/** Two columns, of which one has numbers. */
export const PAIRS: Table = [
  ['fruit', 'price'],
  ['apple', '1.50'],
  ['pear', '2.25'],
  ['plum', '0.75'],
  ['fig', '4.00'],
  ['kiwi', '3.10'],
];

/** A text in the first column, and in some others. */
export const PLACES: Table = [
  ['place', 'colour', 'people', 'area'],
  ['Rome', 'red', '2873', '1285.3'],
  ['Oslo', 'blue', '709', '454.1'],
  ['Bern', 'red', '134', '51.6'],
  ['Riga', '', '605', '304.0'],
];

/** Texts alone. */
export const WORDS: Table = [
  ['place', 'colour', 'land'],
  ['Rome', 'red', 'Italy'],
  ['Oslo', 'blue', 'Norway'],
  ['Bern', 'red', 'Switzerland'],
  ['Riga', '', 'Latvia'],
];

/** How a table is written where that is not the usual way. */
export interface Writing {
  delimiter?: string;
  quote?: string;
  escape?: string;
  newline?: string;
}

function cellText(cell: string, { delimiter = ',', quote = '"', escape: mark = quote }: Writing): string {
  const isPlain = ![delimiter, quote, '\n', '\r'].some((special) => cell.includes(special));
  if (isPlain) return cell;
  const marked = mark === quote ? cell : cell.replaceAll(mark, mark + mark);
  return quote + marked.replaceAll(quote, mark + quote) + quote;
}

export function linesOf(table: Table, how: Writing = {}): string[] {
  return table.map((row) => row.map((cell) => cellText(cell, how)).join(how.delimiter ?? ','));
}

export function write(table: Table, how: Writing = {}): string {
  const newline = how.newline ?? '\n';
  return linesOf(table, how).join(newline) + newline;
}

/** A table as a file in which every cell is quoted. */
export function writeQuoted(table: Table, quote = '"', mark = quote, delimiter = ','): string {
  const quoted = (cell: string): string => quote + cell.replaceAll(quote, mark + quote) + quote;
  return `${table.map((row) => row.map(quoted).join(delimiter)).join('\n')}\n`;
}

/** A table as a file with one of its lines changed. */
export function withLine(table: Table, index: number, change: (line: string) => string): string {
  const lines = linesOf(table);
  lines[index] = change(lines[index] as string);
  return `${lines.join('\n')}\n`;
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** What is published of a table: numbers where all cells of a column are, null where a cell is empty. */
export function recordsOf([header = [], ...rows]: Table): Record<string, unknown>[] {
  const isNumber = header.map((_, cell) => rows.every((row) => row[cell] === '' || NUMBER.test(row[cell] as string)));
  const value = (text: string, cell: number): unknown => (text === '' ? null : isNumber[cell] ? Number(text) : text);
  return rows.map((row) => Object.fromEntries(header.map((name, cell) => [name, value(row[cell] as string, cell)])));
}

/** A file, and what is right for it. */
export interface Polluted {
  kind: string;
  file: string | Uint8Array;
  /** What stands in it. */
  table: Table;
  /** Codes of errors that are right for it, of which one must be told; none where it must be read exactly. */
  codes: readonly string[];
  /** Hints that must be told where it is read. */
  doubts?: readonly string[];
  /** What is read of it, where that is what the file says and not what it likely means; then there is a doubt. */
  readAs?: Table;
  /** The entry of the sidecar with which it is read exactly, where it has one right reading. */
  cure?: Record<string, unknown>;
}

export const RAGGED = [
  'row-too-short',
  'row-too-long',
  'footer-found',
  'quote-stray',
  'quote-unclosed',
  'column-unnamed',
  'column-duplicate',
  'delimiter-doubtful',
];

export const QUOTES = [
  'quote-stray',
  'quote-unclosed',
  'row-too-short',
  'row-too-long',
  'footer-found',
  'quote-doubtful',
];
