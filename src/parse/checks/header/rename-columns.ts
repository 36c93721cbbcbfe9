import type { ColumnRename, Place } from '../../../model.ts';
import { type Problem, problem, type Report, reportFew } from '../../../problems/problem.ts';
import type { Row } from '../../records/row-predicates.ts';

export type HeaderPlace = { file: string; place: Place };
/** Finds the place of a header cell by its index. */
export type FindCell = (cell: number) => HeaderPlace;

/** A name made up for a column that has no name or shares one with another column. */
export interface MadeUpName extends ColumnRename {
  /** The name in the header, which another column shares; empty if the header has none. */
  from: string;
  place: Place;
}

const HELP =
  'Check the meaning of the columns in this edition. Then correct "rename" under "csv" in the sidecar, or remove the entry.';

/**
 * The column names of a file after the renames declared in its description. If the header lacks an expected name, or has a cell where
 * none is expected, reports that and returns null, since the meaning of columns may have changed. `width` is the most common number of
 * cells in a row.
 */
export function renameColumns(
  names: Row,
  renames: readonly ColumnRename[],
  width: number,
  at: FindCell,
  report: Report,
): Row | null {
  const changedAt = (cell: number, message: string): Problem => problem('header-changed', at(cell), message, HELP);
  const columns = [...names];
  // Names without a header cell are inserted from left to right, since each position counts the names inserted to its left.
  const inOrder = renames.toSorted((a, b) => a.column - b.column);
  const inserted = inOrder.filter(({ from }) => from === null);
  const beyond = inserted.filter(({ column }, index) => column > names.length + index + 1);
  reportFew(beyond, report, ({ column }) =>
    changedAt(names.length, `the sidecar inserts column ${column}, but the header has only ${names.length} names`),
  );
  if (beyond.length > 0) return null;
  const [first] = inserted;
  if (first !== undefined && width === names.length) {
    const message = `the sidecar expects the header to have no cell for column ${first.column}, but it has as many cells as the rows`;
    report(changedAt(first.column - 1, message));
    return null;
  }
  for (const { column, to } of inserted) columns.splice(column - 1, 0, to);
  const changed = inOrder.filter(({ column, from }) => from !== null && columns[column - 1] !== from);
  reportFew(changed, report, ({ column, from }) => {
    const name = columns[column - 1];
    const expected = from === '' ? 'have no name' : `be named "${from}"`;
    const found = name === undefined ? `there are only ${columns.length} columns` : `it is named "${name}"`;
    const message = `the sidecar expects column ${column} to ${expected}, but ${found}`;
    return changedAt(headerCellOf(column, inserted), message);
  });
  if (changed.length > 0) return null;
  for (const { column, to } of inOrder) columns[column - 1] = to;
  return columns;
}

/** The names in `renames` that look made up: a repeated header name followed by a number, or `column N` for a column without a name. */
export function madeUpNames(names: Row, renames: readonly ColumnRename[], at: FindCell): MadeUpName[] {
  const inserted = renames.filter(({ from }) => from === null);
  return renames.flatMap(({ column, from, to }) => {
    if (from === null) return [];
    const isRepeated = names.indexOf(from) !== names.lastIndexOf(from);
    const isNumbered = to.startsWith(`${from} `) && /^[0-9]+$/.test(to.slice(from.length + 1));
    const isMadeUp = from.trim() === '' ? to === `column ${column}` : isRepeated && isNumbered;
    return isMadeUp ? [{ column, from, to, place: at(headerCellOf(column, inserted)).place }] : [];
  });
}

/** Index of the header cell of a column. Inserted columns have no header cell. */
function headerCellOf(column: number, inserted: readonly ColumnRename[]): number {
  return column - 1 - inserted.filter((it) => it.column < column).length;
}
