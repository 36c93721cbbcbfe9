/* The unnamed first column of row numbers or row names that programs such as R and pandas write. */

import { looksLikeNumber, looksLikeYear } from '../../../contract/value-shapes.ts';
import type { ColumnRename, FileFormat, RecordBlock } from '../../../model.ts';
import { type Problem, problem } from '../../../problems/problem.ts';
import { fix, INDEX_NAME } from '../../../problems/sidecar-patch.ts';
import { isSparse, type Row } from '../../records/row-predicates.ts';

/** Number of rows below the column names to search for the name of the first column. */
const MAX_HEADER_ROWS = 3;

/** A rename for the first column if it alone is unnamed, seems to identify the rows, and is not renamed by the description; else null. */
export function nameIndexColumn(names: readonly string[], rest: RecordBlock, format: FileFormat): ColumnRename | null {
  const [from = '', ...others] = names;
  const isOnlyNameless = from.trim() === '' && others.length > 0 && others.every((name) => name.trim() !== '');
  if (!isOnlyNameless || format.rename?.some(({ column }) => column === 1)) return null;
  const keys = rest.records.filter((row) => row.length === names.length).map((row) => (row[0] as string).trim());
  const areKeys = keys.length > 0 && !keys.includes('') && new Set(keys).size === keys.length;
  if (!areKeys || new Set(others).size < others.length || rowOfIndexName(rest) >= 0) return null;
  const isNamed = format.header !== null || isHeader(names, rest);
  return isNamed ? { column: 1, from, to: freeName(INDEX_NAME, new Set(names)) } : null;
}

/**
 * The problem if a row below the other names seems to contain only the name of the first column, as pandas writes it; null otherwise. The
 * fix makes that row the last of the header.
 */
export function findIndexName([first]: Row, rest: RecordBlock, format: FileFormat, file: string): Problem | null {
  const row = first?.trim() === '' ? rowOfIndexName(rest) : -1;
  if (row < 0) return null;
  const entry = { csv: { header: (typeof format.header === 'number' ? format.header : 1) + row + 1 } };
  return problem(
    'header-rows',
    { file, place: rest.placeOf(row, 0) },
    'this row only names the first column, which has no name above: it looks like part of the header',
    'If it is a record, name the first column in the header.',
    [fix(entry, 'If it is part of the header')],
  );
}

/** Index of a row that may consist of just the name of the first column; -1 without such a row. */
function rowOfIndexName({ records }: RecordBlock): number {
  const row = records.slice(0, MAX_HEADER_ROWS).findIndex((it) => it.length > 1 && isSparse(it));
  const next = records[row + 1];
  return next && next.length > 1 && !isSparse(next) ? row : -1;
}

/**
 * Whether the first row is certainly a header: a name has only numbers below it, or an unnamed column numbers the rows, from 0 or 1. Names
 * of column groups do not count, since they have text below them.
 */
export function isHeader(names: readonly string[], rest: RecordBlock): boolean {
  return names.some((name, cell) => {
    if (name.trim() === '') {
      const first = rest.records[0]?.[cell];
      const isNumber = (row: Row, index: number): boolean =>
        row.length === 1 || row[cell] === `${Number(first) + index}`;
      return (first === '0' || first === '1') && rest.records.every(isNumber);
    }
    const values = rest.records.flatMap((row) => row[cell]?.trim() || []);
    const mayBeName = /\p{L}/u.test(name) || (looksLikeYear(name) && !values.some(looksLikeYear));
    return mayBeName && values.length > 0 && values.every(looksLikeNumber);
  });
}

/** A name not yet taken: the wanted one, or the wanted one followed by a number. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  let count = 2;
  while (taken.has(`${wanted} ${count}`)) count += 1;
  return `${wanted} ${count}`;
}
