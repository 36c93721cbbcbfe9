/* Headers with several rows: names split across rows, rows of dashes ("rulers"), and column numbers. */

import { looksLikeNull } from '../../../contract/null-tokens.ts';
import { looksLikeYear } from '../../../contract/value-shapes.ts';
import type { FileFormat, RecordBlock } from '../../../model.ts';
import { type Problem, problem } from '../../../problems/problem.ts';
import { fix, question } from '../../../problems/sidecar-patch.ts';
import { isTitle, type Row } from '../../records/row-predicates.ts';

/** Minimum number of cells in a row of column numbers, and of values in a column of text below it. Fewer may match by chance. */
const MIN_NUMBERED = 3;

/**
 * Joins the names in several header rows with spaces. A group name is above the first column of its group. The group ends before the next
 * group name or an empty cell in the last row. Leaves out rulers, and column numbers if the names are complete and unique without them.
 */
export function joinHeaderRows(rows: readonly Row[]): Row {
  if (rows.length === 1) return rows[0] as Row;
  const parts = rows.filter((row) => !isRuler(row));
  const names = joined(parts.filter((row) => !numbersColumns(row)));
  const areNamed = names.length > 0 && names.every((name) => name !== '') && new Set(names).size === names.length;
  return areNamed ? names : joined(parts.length > 0 ? parts : rows);
}

function joined(rows: readonly Row[]): Row {
  const last = rows.at(-1) ?? [];
  const parts = [...rows.slice(0, -1).map((row) => withGroups(row, last)), last];
  return (parts[0] ?? []).map((_, cell) => parts.flatMap((row) => (row[cell]?.trim() ? [row[cell]] : [])).join(' '));
}

/** Repeats each group name above all columns of its group, unless the row does so already or `last` has only tags, such as `#date`. */
function withGroups(row: Row, last: Row): Row {
  const isWhole = row.some((part, cell) => part.trim() !== '' && part === row[cell + 1]);
  if (isWhole || last.every((name) => name.trim() === '' || name.startsWith('#'))) return row;
  let group = '';
  return row.map((part, cell) => {
    // A name with an empty cell below it belongs to a single column.
    if (!last[cell]?.trim()) group = '';
    else if (part.trim() !== '') group = part;
    return part.trim() === '' ? group : part;
  });
}

/**
 * The problem if the first record seems to belong to the header: it is a ruler, numbers the columns, or names all columns that have no
 * unique name above. Null otherwise.
 */
export function findHeaderRow(names: Row, rest: RecordBlock, format: FileFormat, file: string): Problem | null {
  const [row = [], ...below] = rest.records;
  if (row.length !== names.length) return null;
  const isUndeclared = format.header === null;
  const decoration = isUndeclared ? decorationIn(row, below) : null;
  const completion = decoration === null ? completionOf(row, names, below) : null;
  if (decoration === null && completion === null) return null;
  const entry = { csv: { header: (typeof format.header === 'number' ? format.header : 1) + 1 } };
  const isSure = completion !== 'possible';
  return problem(
    'header-rows',
    { file, place: rest.placeOf(0, 0) },
    `this row ${decoration ?? 'names the columns that have no unique name above'}: it looks like part of the header`,
    decoration === null
      ? 'If it is a record, give each column a unique name in the header.'
      : 'If it is a record, set "header" to 1 under "csv" in the sidecar.',
    [(isSure ? fix : question)(entry, 'If it is part of the header')],
  );
}

/** Completes the sentence "this row …" for a row of dashes or column numbers; null for a row that may be a record. */
function decorationIn(row: Row, below: readonly Row[]): string | null {
  if (isRuler(row) && !below.some((it) => it.some((cell) => RULER.test(cell)))) return 'only draws a line';
  if (!numbersColumns(row)) return null;
  const isText = (_: string, cell: number): boolean => {
    const values = below.flatMap((it) => it[cell]?.trim() || []);
    return values.length >= MIN_NUMBERED && values.every((value) => /\p{L}/u.test(value));
  };
  return row.some(isText) ? 'numbers the columns' : null;
}

const RULER = /^\s*[-=_—]{2,}\s*$/;

/** Whether a row has only dashes or similar characters. At least one cell must have three, since two may mark a missing value. */
function isRuler(row: Row): boolean {
  return row.length > 1 && row.every((cell) => RULER.test(cell)) && row.some((cell) => cell.trim().length > 2);
}

/** Whether a row numbers the columns: `1,2,3` or `(1),(2),(3)`. */
function numbersColumns(row: Row): boolean {
  return (
    row.length >= MIN_NUMBERED && row.every((cell, index) => /^\(?(\d+)\)?$/.exec(cell.trim())?.[1] === `${index + 1}`)
  );
}

/**
 * Whether a row completes the names above it: all its texts may be names, each column without a unique name has a text, and one of these
 * columns has numbers below. Null if not. `possible` if group names may be centred over their groups, or if no name or text is repeated
 * and the row has neither a year nor a gap below a name. `sure` otherwise.
 */
function completionOf(row: Row, names: Row, below: readonly Row[]): 'sure' | 'possible' | null {
  const alike = Map.groupBy(names, (name) => name);
  const cells = names.flatMap((name, cell) => (name.trim() === '' || (alike.get(name)?.length ?? 0) > 1 ? [cell] : []));
  const valuesOf = (cell: number): string[] => below.flatMap((it) => it[cell]?.trim() || []);
  const isName = (text: string, cell: number): boolean =>
    looksLikeYear(text)
      ? !valuesOf(cell).some(looksLikeYear)
      : !isNumeric(text) && !looksLikeNull(text) && !valuesOf(cell).includes(text);
  const texts = row.map((text) => text.trim());
  const isComplete =
    cells.length > 0 &&
    !isTitle(names) &&
    cells.every((cell) => texts[cell]) &&
    texts.every((text, cell) => text === '' || isName(text, cell)) &&
    cells.some((cell) => valuesOf(cell).some(isNumeric));
  if (!isComplete) return null;
  const filled = texts.filter((text) => text !== '');
  const areRepeated = new Set(filled).size < filled.length || cells.some((cell) => names[cell]?.trim());
  const hasGap = texts.some((text, cell) => text === '' && names[cell]?.trim());
  // If a column other than the first precedes the first group name and has no unique name, group names may be centred over their groups.
  const firstGroup = names.findIndex((name, cell) => cell > 0 && name.trim() && texts[cell]);
  const isCentred = cells.some((cell) => cell > 0 && (firstGroup < 0 || cell < firstGroup));
  return (areRepeated || hasGap || filled.some(looksLikeYear)) && !isCentred ? 'sure' : 'possible';
}

/** Whether a cell may be a number in some notation: it has digits and no letters. */
function isNumeric(text: string): boolean {
  return /\d/.test(text) && !/\p{L}/u.test(text);
}
