/* The column of row numbers or names of rows that programs such as R and pandas write without a name. */

import { looksLikeNumber, looksLikeYear } from '../../../contract/plain-number.ts';
import type { ColumnRename, FileFormat, Place, RecordBlock } from '../../../model.ts';
import { type Problem, problem } from '../../../problems/problem.ts';
import { cure, INDEX_NAME } from '../../../problems/sidecar-patch.ts';
import { isSparse } from '../row-predicates.ts';

/** Rows whose quotes are inspected. */
const MOST_ROWS = 100;
/** Rows below the first that may belong to the header. */
const MOST_HEADER_ROWS = 3;

/**
 * The name for a first column that the header has an empty cell for, or none (`from` is null); null if its values are not those of an index, or
 * if the first row may be a record. `format` has the delimiter that was detected; `start` is the place of the header.
 */
export function nameIndexColumn(
  names: readonly string[],
  rest: RecordBlock,
  format: FileFormat,
  start: Place,
): ColumnRename | null {
  const [first = '', ...others] = names;
  if (others.length === 0 || format.rename?.some(({ column }) => column === 1)) return null;
  const isNameless = first.trim() === '';
  const width = names.length + (isNameless ? 0 : 1);
  const keys = rest.records.filter((row) => row.length === width).map((row) => (row[0] as string).trim());
  if (new Set(keys).size < keys.length || keys.includes('') || keys.length === 0) return null;
  const rename = { column: 1, to: freeName(INDEX_NAME, new Set(names)) };
  if (!isNameless) return isOneShort(names, rest, format, start) ? { ...rename, from: null } : null;
  if (others.some((name) => name.trim() === '') || new Set(others).size < others.length) return null;
  if (rowOfIndexName(rest) >= 0) return null;
  return format.header !== null || isHeader(names, rest) ? { ...rename, from: first } : null;
}

/**
 * Whether each row has one cell more than the header because R left out the name of the first column, and not because another name is missing,
 * or a number has a comma: R quotes all names and texts, those of rows too even if they are numbers, and leaves other numbers without quotes.
 */
function isOneShort(
  names: readonly string[],
  rest: RecordBlock,
  { quote, delimiter }: FileFormat,
  start: Place,
): boolean {
  const rows = rest.records.slice(0, MOST_ROWS).filter((row) => row.length > 1);
  if (quote === '' || rows.some(({ length }) => length !== names.length + 1)) return false;
  if (rows.every((row) => row.at(-1)?.trim() === '') || (delimiter === ',' && mayHaveCommas(rows))) return false;
  const lines = rows.map((row) => rest.placeOf(rest.records.indexOf(row), 0).excerpt);
  // Excerpts show tabs as blanks, and end within a cell if the line is longer.
  const border = delimiter === '\t' ? ' ' : (delimiter as string);
  const [unquoted = [], ...cells] = [start.excerpt, ...lines].map((line) => {
    const plain = line.split(quote).filter((_, at) => at % 2 === 0);
    return plain
      .join('')
      .split(border)
      .slice(0, line.endsWith('…') ? -1 : undefined);
  });
  const areQuoted = [start.excerpt, ...lines].every((line) => line.startsWith(quote)) && unquoted.join('') === '';
  return areQuoted && /\d/.test(cells.join()) && cells.flat().every((cell) => R_VALUE.test(cell));
}

/** What R writes without quotes. */
const R_VALUE = /^(?:-?[\d.,]+(?:e[+-]\d+)?|NA|NaN|-?Inf|TRUE|FALSE)?$/;

/** Whether two neighbouring cells of each row may be one number: of decimals if no other has a point, or of thousands. */
function mayHaveCommas(rows: readonly (readonly string[])[]): boolean {
  const hasPoint = rows.some((row) => row.some((cell) => /^-?\d*\.\d+$/.test(cell)));
  const end = hasPoint ? /^\d{3}$/ : /^\d+$/;
  return rows.every((row) => row.some((cell, at) => at > 0 && /^-?\d+$/.test(cell) && end.test(row[at + 1] ?? '')));
}

/**
 * The problem to report if the name of the first column stands alone in a row below the other names, as pandas writes it; else null. The header
 * then takes up all rows up to that one.
 */
export function findIndexName(
  [first]: readonly string[],
  rest: RecordBlock,
  format: FileFormat,
  file: string,
): Problem | null {
  const row = first?.trim() === '' ? rowOfIndexName(rest) : -1;
  if (row < 0) return null;
  const entry = { csv: { header: (typeof format.header === 'number' ? format.header : 1) + row + 1 } };
  return problem(
    'header-rows',
    { file, place: rest.placeOf(row, 0) },
    'this row has only a name for the first column, which has none above: it looks like a part of the header',
    'If it is a record, name the first column in the header.',
    [cure(entry, 'If it is')],
  );
}

/** Index of a row that may have the name of the first column alone; -1 if there is none. */
function rowOfIndexName({ records }: RecordBlock): number {
  const row = records.slice(0, MOST_HEADER_ROWS).findIndex((it) => it.length > 1 && isSparse(it));
  const next = records[row + 1];
  return next && next.length > 1 && !isSparse(next) ? row : -1;
}

/**
 * Whether the first row certainly is a header: a name stands above numbers only, or a column without a name numbers the rows. A row of
 * names for groups of columns is above texts.
 */
export function isHeader(names: readonly string[], rest: RecordBlock): boolean {
  return names.some((name, cell) => {
    if (name.trim() === '') return isIndex(rest, cell);
    const values = rest.records.flatMap((row) => row[cell]?.trim() || []);
    const mayBeName = /\p{L}/u.test(name) || (looksLikeYear(name) && !values.some(looksLikeYear));
    return mayBeName && values.length > 0 && values.every(looksLikeNumber);
  });
}

/** Whether a column has the numbers of the rows, from 0 or 1 on. */
export function isIndex({ records }: Pick<RecordBlock, 'records'>, cell: number): boolean {
  const first = records[0]?.[cell];
  const start = first === '0' || first === '1' ? Number(first) : null;
  return start !== null && records.every((row, index) => row.length === 1 || row[cell] === String(start + index));
}

/** A name that is not taken: the wanted one, or one with a number after it. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  let count = 2;
  while (taken.has(`${wanted} ${count}`)) count += 1;
  return `${wanted} ${count}`;
}
