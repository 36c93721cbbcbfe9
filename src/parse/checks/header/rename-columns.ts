import type { ColumnRename, Place } from '../../../model.ts';
import { type Problem, problem, type Report, reportFew } from '../../../problems/problem.ts';

/** A name that a column has only so that it has one of its own. */
export interface MadeUpName {
  /** Position of the column, from 1. */
  column: number;
  /** The name in the header, which another column has too; empty if the header has none. */
  from: string;
  to: string;
  /** Place of the name in the header. */
  place: Place;
}

const HELP =
  'Check what the columns of this edition mean. Then correct "rename" in the "csv" of the sidecar, or remove its entry.';

/**
 * The names of a file's columns after the renames that its description declares. If the header does not have an expected name in its
 * place, or has a cell where none is expected, reports each such place and returns null: the columns may have changed their meaning.
 * `width` is the number of cells that most rows have.
 */
export function renameColumns(
  names: readonly string[],
  renames: readonly ColumnRename[],
  width: number,
  at: { file: string; placeOf: (cell: number) => Place },
  report: Report,
): readonly string[] | null {
  const changedAt = (cell: number, message: string): Problem =>
    problem('header-changed', { file: at.file, place: at.placeOf(cell) }, message, HELP);
  const columns = [...names];
  // What the header has no cell for must be inserted from left to right, so that each position is that of the rows.
  const inOrder = renames.toSorted((a, b) => a.column - b.column);
  const inserted = inOrder.filter(({ from }) => from === null);
  const beyond = inserted.filter(({ column }, index) => column > names.length + index + 1);
  reportFew(beyond, report, ({ column }) =>
    changedAt(
      names.length,
      `the sidecar inserts column ${column}, but there are only ${names.length} names in the header`,
    ),
  );
  const [first] = inserted;
  const isWhole = first !== undefined && beyond.length === 0 && width === names.length;
  if (isWhole) {
    report(
      changedAt(
        first.column - 1,
        `the sidecar expects the header to have no cell for column ${first.column}, but it has as many cells as the rows`,
      ),
    );
  }
  if (beyond.length > 0 || isWhole) return null;
  for (const { column, to } of inserted) columns.splice(column - 1, 0, to);
  const changed = inOrder.filter(({ column, from }) => from !== null && columns[column - 1] !== from);
  reportFew(changed, report, ({ column, from }) => {
    const name = columns[column - 1];
    const shift = inserted.filter((it) => it.column < column).length;
    return changedAt(
      column - 1 - shift,
      `the sidecar expects column ${column} to ${from === '' ? 'have no name' : `be named "${from}"`}, but ${name === undefined ? `there are only ${columns.length} columns` : `it is named "${name}"`}`,
    );
  });
  if (changed.length > 0) return null;
  for (const { column, to } of inOrder) columns[column - 1] = to;
  return columns;
}

/**
 * The names that look as if they were made up, among those that the description gives: a repeated name of the header with a number after
 * it, or the position of a column without a name.
 */
export function madeUpNames(
  names: readonly string[],
  renames: readonly ColumnRename[],
  placeOf: (cell: number) => Place,
): MadeUpName[] {
  const inserted = renames.filter(({ from }) => from === null);
  return renames.flatMap(({ column, from, to }) => {
    if (from === null) return [];
    const isRepeated = names.indexOf(from) !== names.lastIndexOf(from);
    const isMadeUp = from.trim() === '' ? to === `column ${column}` : isRepeated && isNumbered(to, from);
    const shift = inserted.filter((it) => it.column < column).length;
    return isMadeUp ? [{ column, from, to, place: placeOf(column - 1 - shift) }] : [];
  });
}

/** Whether a text is another one with a blank and a number after it. */
function isNumbered(text: string, stem: string): boolean {
  return text.startsWith(`${stem} `) && /^[0-9]+$/.test(text.slice(stem.length + 1));
}
