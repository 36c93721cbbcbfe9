/** A clean table: its header and its rows. */
export type Table = readonly (readonly string[])[];

/** Some cells have delimiters, quotes or letters beyond ASCII. */
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

/** Cells in ASCII that need no quotes. */
export const PLAIN: Table = [
  ['id', 'fruit', 'price', 'day', 'note'],
  ['11', 'apple', '1.50', '2020-01-03', 'red'],
  ['12', 'pear', '2.25', '2020-01-04', 'soft'],
  ['13', 'plum', '0.75', '2020-01-05', 'blue'],
  ['14', 'fig', '4.00', '2020-01-06', 'dried'],
  ['15', 'kiwi', '3.10', '2020-01-07', 'green'],
];

/** Two columns, one of them with numbers. */
export const PAIRS: Table = [
  ['fruit', 'price'],
  ['apple', '1.50'],
  ['pear', '2.25'],
  ['plum', '0.75'],
  ['fig', '4.00'],
  ['kiwi', '3.10'],
];

/** Texts in the first column and in one other. */
export const PLACES: Table = [
  ['place', 'colour', 'people', 'area'],
  ['Rome', 'red', '2873', '1285.3'],
  ['Oslo', 'blue', '709', '454.1'],
  ['Bern', 'red', '134', '51.6'],
  ['Riga', '', '605', '304.0'],
];

/** Only texts. */
export const WORDS: Table = [
  ['place', 'colour', 'land'],
  ['Rome', 'red', 'Italy'],
  ['Oslo', 'blue', 'Norway'],
  ['Bern', 'red', 'Switzerland'],
  ['Riga', '', 'Latvia'],
];

/** How a table is written; a missing property has its usual value. */
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

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]\d+)?$/;

/** The published records of a table: a column is numeric if all its values are; an empty cell is null. */
export function recordsOf([header = [], ...rows]: Table): Record<string, unknown>[] {
  const isNumber = header.map((_, cell) => rows.every((row) => row[cell] === '' || NUMBER.test(row[cell] as string)));
  const value = (text: string, cell: number): unknown => (text === '' ? null : isNumber[cell] ? Number(text) : text);
  return rows.map((row) => Object.fromEntries(header.map((name, cell) => [name, value(row[cell] as string, cell)])));
}

/** A file, and the right outcome of reading it. */
export interface Polluted {
  kind: string;
  file: string | Uint8Array;
  /** The table in it. */
  table: Table;
  /** One of these errors must be reported; if empty, the file must be read exactly. */
  codes: readonly string[];
  /** Hints that must be reported if the file is read. */
  doubts?: readonly string[];
  /** The table as read, if the file's words differ from their probable meaning; then there is a hint. */
  readAs?: Table;
  /** Keys that the `csv` of the sidecar has already, from an earlier edition of the file. */
  declared?: Record<string, unknown>;
  /** The data package that describes the file, `economy/x.csv`, in place of a sidecar. */
  packaged?: object;
  /** The `csv` entry of the sidecar with which the file is read exactly, if there is one right reading. */
  fix?: Record<string, unknown>;
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
