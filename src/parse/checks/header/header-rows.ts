/* Headers of several rows: the parts of the names, a ruler below them, and the numbers of the columns. */

import { looksLikeYear } from '../../../contract/plain-number.ts';
import type { FileFormat, RecordBlock } from '../../../model.ts';
import { type Problem, problem } from '../../../problems/problem.ts';
import { cure } from '../../../problems/sidecar-patch.ts';
import { isTitle } from '../row-predicates.ts';

type Row = readonly string[];

/** Fewest columns whose numbers are not values by chance, and fewest texts below one of them. */
const FEWEST_NUMBERED = 3;

/**
 * The names of columns, whose parts in several rows are joined with a blank. The name of a group stands above its first column alone, and holds
 * for those to the right that have a name below it. Rulers, and the numbers of the columns, are no part of names.
 */
export function joinHeaderRows([first = [], ...lower]: readonly Row[]): Row {
  const rows = [first, ...lower.filter((row) => !isRuler(row) && !numbersColumns(row))];
  const last = rows.at(-1) as Row;
  const groups = rows.slice(0, -1).map((row) => {
    // Names that are written above each of their columns hold for no others.
    if (row.some((part, cell) => part.trim() !== '' && part === row[cell + 1])) return row;
    let group = '';
    return row.map((part, cell) => {
      if (part.trim() !== '' || !last[cell]?.trim()) group = part;
      return group;
    });
  });
  if (groups.length === 0) return first;
  return first.map((_, cell) =>
    [...groups, last].flatMap((row) => (row[cell]?.trim() ? [row[cell] as string] : [])).join(' '),
  );
}

const NAME_EACH = 'If it is a record, give each column a name of its own in the first row.';

/**
 * The problem to report if the first record belongs to the header: it is a ruler, numbers the columns, or has names for all columns that have none
 * of their own above. Null otherwise.
 */
export function findHeaderRow(names: Row, rest: RecordBlock, format: FileFormat, file: string): Problem | null {
  const [row = [], ...below] = rest.records;
  const isNumbered = numbersColumns(row) && row.some((_, cell) => areTexts(below, cell));
  const isDecoration = format.header === null && (isRuler(row) || isNumbered);
  if (row.length !== names.length || !(isDecoration || completesNames(row, names, below))) return null;
  const entry = { csv: { header: (typeof format.header === 'number' ? format.header : 1) + 1 } };
  return problem(
    'header-rows',
    { file, place: rest.placeOf(0, 0) },
    `this row ${isDecoration ? 'is a ruler, or numbers the columns' : 'has names for the columns that have none of their own above'}: it looks like a part of the header`,
    isDecoration ? 'If it is a record, set "header" to 1 in the "csv" of the sidecar.' : NAME_EACH,
    [cure(entry, 'If it is part of the header')],
  );
}

/** Whether a row has only runs of dashes or the like, as below the header of a printed table. */
function isRuler(row: Row): boolean {
  return row.length > 0 && row.every((cell) => /^\s*[-=_—]{2,}\s*$/.test(cell));
}

/** Whether the cells of a row count the columns: `1,2,3` or `(1),(2),(3)`. */
function numbersColumns(row: Row): boolean {
  return (
    row.length >= FEWEST_NUMBERED &&
    row.every((cell, index) => /^\(?(\d+)\)?$/.exec(cell.trim())?.[1] === `${index + 1}`)
  );
}

/** Whether a column has several values, and all have letters. */
function areTexts(rows: readonly Row[], cell: number): boolean {
  const values = rows.flatMap((row) => row[cell]?.trim() || []);
  return values.length >= FEWEST_NUMBERED && values.every((value) => /\p{L}/u.test(value));
}

/** Whether a row has texts above numbers, or years above other values, and one in each column without a name of its own. */
function completesNames(row: Row, names: Row, below: readonly Row[]): boolean {
  const cells = [...names.keys()].filter(
    (cell) => !names[cell]?.trim() || names.indexOf(names[cell] as string) !== names.lastIndexOf(names[cell] as string),
  );
  const valuesOf = (cell: number): string[] => below.flatMap((it) => it[cell]?.trim() || []);
  const isName = (text: string, cell: number): boolean =>
    looksLikeYear(text) ? !valuesOf(cell).some(looksLikeYear) : !isNumeric(text) && !valuesOf(cell).includes(text);
  return (
    !isTitle(names) &&
    cells.every((cell) => row[cell]?.trim()) &&
    row.every((text, cell) => text.trim() === '' || isName(text.trim(), cell)) &&
    cells.some((cell) => valuesOf(cell).some(isNumeric))
  );
}

/** Whether a text is a number in some notation: it has digits and no letters. */
function isNumeric(text: string): boolean {
  return /\d/.test(text) && !/\p{L}/u.test(text);
}
