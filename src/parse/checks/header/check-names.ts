import { MAX_COLUMN_NAME } from '../../../contract/limits.ts';
import type { ColumnRename, RecordBlock } from '../../../model.ts';
import { formatCount, groupDigits } from '../../../problems/format-problem.ts';
import { problem, type Report, reportFew } from '../../../problems/problem.ts';
import { fix, INDEX_NAME, question } from '../../../problems/sidecar-patch.ts';
import type { Row } from '../../records/row-predicates.ts';
import { freeName, isHeader } from './index-column.ts';
import type { FindCell } from './rename-columns.ts';

/** Maximum number of columns in a table for which to propose names: nobody would read a longer list. */
const MAX_NAMES = 1000;

/**
 * Checks the names of the columns and returns false if one is missing, repeated or too long. Also reports look-alike names and byte order
 * marks. `rest` contains the first records below the header.
 */
export function checkNames(names: Row, rest: RecordBlock, at: FindCell, report: Report): boolean {
  const cells = [...names.keys()];
  const long = cells.filter((cell) => (names[cell] as string).length > MAX_COLUMN_NAME);
  if (long.length > 0) {
    reportFew(long, report, (cell) => {
      const length = formatCount((names[cell] as string).length, 'character');
      const message = `the name of column ${cell + 1} has ${length}; the maximum is ${groupDigits(MAX_COLUMN_NAME)}`;
      const help = 'Shorten it. If it is not a name, check for an unclosed quote and for missing line endings.';
      return problem('column-name-too-long', at(cell), message, help);
    });
    return false;
  }
  const unnamed = names.flatMap((name, cell) => (name.trim() === '' ? [cell] : []));
  const [first] = unnamed;
  if (first === names.length - 1 && endsInDelimiter(rest, names.length)) {
    const message = `the last of ${names.length} columns has no name, and no values in the first rows: the header ends in a delimiter`;
    const fixes = [fix({ csv: { trailingDelimiter: true } })];
    report(problem('column-unnamed', at(first), message, 'Remove the delimiters at the ends of the lines.', fixes));
    return false;
  }
  const hasEmptyColumn = unnamed.some((cell) => hasNoValues(rest, cell));
  const isFixable = !hasEmptyColumn && names.length <= MAX_NAMES && isHeader(names, rest);
  const firstOf = firstCells(names);
  const repeated = cells.filter((cell) => names[cell]?.trim() !== '' && firstOf.get(names[cell]) !== cell);
  // Repeated names may be those of column groups, with the actual names in the next row. Only the user can tell.
  const mayBeGroups = rest.records[0]?.[0]?.trim() === '' || new Set(repeated.map((cell) => names[cell])).size > 1;
  const patch = isFixable ? { csv: { rename: uniqueNames(names) } } : null;
  const fixes = patch ? [mayBeGroups ? question(patch, 'If the next row is a record') : fix(patch)] : [];
  reportFew(unnamed, report, (cell) => {
    const what = `column ${cell + 1} of ${names.length} has no name`;
    if (hasNoValues(rest, cell)) {
      const help =
        'Remove the column if it is empty. If there are two tables side by side, put each into its own file.';
      const message = `${what} and no values in the first rows: it may separate two tables`;
      return problem('column-unnamed', at(cell), message, help);
    }
    const rows = ' If the header has several rows, set "header" under "csv" in the sidecar to the number of its rows.';
    return problem('column-unnamed', at(cell), what, `Name it in the header.${isFixable ? '' : rows}`, fixes);
  });
  reportFew(repeated, report, (cell) => {
    const name = names[cell] as string;
    const other = (firstOf.get(name) as number) + 1;
    const message = `column ${cell + 1} has the same name as column ${other}, "${name}", but the fields of a record need unique names`;
    return problem('column-duplicate', at(cell), message, 'Give each column a unique name.', fixes);
  });
  if (unnamed.length + repeated.length > 0) return false;
  reportNamesAlike(names, at, report);
  const marked = cells.filter((cell) => names[cell]?.includes('\uFEFF'));
  reportFew(marked, report, (cell) => {
    const from = names[cell] as string;
    const to = freeName(from.replaceAll('\uFEFF', ''), new Set(names));
    const code = at(cell).place.excerpt.startsWith('\uFEFF') && cell === 0 ? 'files-joined' : 'mark-inside';
    const message = `the name of column ${cell + 1} contains an invisible byte order mark, so readers cannot type the name`;
    const fixes = to === '' ? [] : [fix({ csv: { rename: [{ column: cell + 1, from, to }] } })];
    return problem(code, at(cell), message, 'Remove the mark.', fixes);
  });
  return true;
}

/** Maps each name to the index of the first cell that has it. */
function firstCells(names: readonly string[]): Map<string | undefined, number> {
  return new Map([...names.entries()].toReversed().map(([cell, name]) => [name, cell]));
}

/** Reports the first name that looks the same as an earlier one and differs from it only in Unicode normalisation. */
function reportNamesAlike(names: Row, at: FindCell, report: Report): void {
  const plain = names.map((name) => name.normalize('NFC'));
  const firstOf = firstCells(plain);
  const cell = plain.findIndex((name, index) => firstOf.get(name) !== index);
  if (cell < 0) return;
  const both = `${(firstOf.get(plain[cell]) as number) + 1} and ${cell + 1}`;
  const message = `the names of columns ${both} look the same: they differ only in their Unicode normalisation`;
  report(problem('names-alike', at(cell), message, 'Give the columns names that readers can tell apart.'));
}

/** Whether the header just ends in a delimiter: in rows with several cells, the last cell is always empty or always absent. */
function endsInDelimiter({ records }: RecordBlock, width: number): boolean {
  return (
    records.every((row) => row.length === 1 || (row.length === width && row[width - 1]?.trim() === '')) ||
    records.every((row) => row.length === 1 || row.length === width - 1)
  );
}

function hasNoValues({ records }: RecordBlock, cell: number): boolean {
  return records.length > 0 && records.every((row) => !row[cell]?.trim());
}

/**
 * Renames that give a unique name to each column that has no name or shares one. The first column with a shared name keeps it, but has
 * an entry too: if a later edition inserts a column before it, the entry will no longer match the header.
 */
function uniqueNames(names: readonly string[]): ColumnRename[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  return names.flatMap((from, cell) => {
    const column = cell + 1;
    const isNameless = from.trim() === '';
    const isFirst = !isNameless && !seen.has(from);
    seen.add(from);
    if (isFirst) return names.includes(from, column) ? { column, from, to: from } : [];
    const to = freeName(isNameless ? (cell === 0 ? INDEX_NAME : `column ${column}`) : from, taken);
    taken.add(to);
    return { column, from, to };
  });
}
