import { MAX_COLUMN_NAME } from '../../../contract/limits.ts';
import type { ColumnRename, Place, RecordBlock } from '../../../model.ts';
import { formatCount } from '../../../problems/format-problem.ts';
import { type Problem, problem, type Report, reportFew } from '../../../problems/problem.ts';
import { type Fix, fix, INDEX_NAME, question, renamePatch } from '../../../problems/sidecar-patch.ts';
import { freeName, isHeader } from './index-column.ts';

/** A longer list of names is not proposed: nobody would read it. */
const MAX_NAMES = 1000;

/**
 * Checks that each column has a name, and that no two share one. Returns true if so; else reports every column at fault and returns
 * false. `rest` has the records that follow the header in the first block.
 */
export function checkNames(
  names: readonly string[],
  rest: RecordBlock,
  file: string,
  placeOf: (cell: number) => Place,
  report: Report,
): boolean {
  const long = [...names.keys()].filter((cell) => (names[cell] as string).length > MAX_COLUMN_NAME);
  if (long.length > 0) {
    reportFew(long, report, (cell) => longName({ file, place: placeOf(cell) }, cell, names[cell] as string));
    return false;
  }
  const unnamed = names.flatMap((name, cell) => (name.trim() === '' ? [cell] : []));
  const [first] = unnamed;
  if (first === names.length - 1 && endsInDelimiter(rest, names.length)) {
    const at = { file, place: placeOf(first) };
    const message = `the last of ${names.length} columns has neither a name nor values: the lines end in a delimiter`;
    const fixes = [fix({ csv: { trailingDelimiter: true } })];
    report(problem('column-unnamed', at, message, 'Remove the delimiters at the ends of the lines.', fixes));
    return false;
  }
  const hasEmptyColumn = unnamed.some((cell) => hasNoValues(rest, cell));
  const isFixable = !hasEmptyColumn && names.length <= MAX_NAMES && isHeader(names, rest);
  const cells = [...names.keys()];
  const firstOf = new Map(cells.toReversed().map((cell) => [names[cell], cell]));
  const repeated = cells.filter((cell) => names[cell]?.trim() !== '' && firstOf.get(names[cell]) !== cell);
  // Names of groups repeat, and the first record may have the names below them: only a person knows.
  const mayBeGroups = rest.records[0]?.[0]?.trim() === '' || new Set(repeated.map((cell) => names[cell])).size > 1;
  const rename = (): Fix => {
    const patch = renamePatch(ownNames(names));
    return mayBeGroups ? question(patch, 'If the next row is a record') : fix(patch);
  };
  const fixes = isFixable ? [rename()] : [];
  const isSound = unnamed.length === 0 && repeated.length === 0;
  if (isSound) reportNamesAlike(names, file, placeOf, report);
  const marked = isSound ? cells.filter((cell) => names[cell]?.includes('\uFEFF')) : [];
  reportFew(marked, report, (cell) => markedName({ file, place: placeOf(cell) }, cell, names));
  reportFew(unnamed, report, (cell) => unnamedColumn({ file, place: placeOf(cell) }, cell, names.length, rest, fixes));
  reportFew(repeated, report, (cell) => {
    const name = names[cell] as string;
    return problem(
      'column-duplicate',
      { file, place: placeOf(cell) },
      `column ${cell + 1} has the same name as column ${(firstOf.get(name) as number) + 1}, "${name}": a record can hold only one of them`,
      'Give each column a name of its own.',
      fixes,
    );
  });
  return isSound;
}

function longName(at: { file: string; place: Place }, cell: number, name: string): Problem {
  return problem(
    'column-name-too-long',
    at,
    `the name of column ${cell + 1} has ${formatCount(name.length, 'character')}, more than ${formatCount(MAX_COLUMN_NAME, 'character')}, and every record repeats it`,
    'Shorten it. If it is not a name, a quote may not be closed, or the file may have no line endings.',
  );
}

function markedName(at: { file: string; place: Place }, cell: number, names: readonly string[]): Problem {
  const from = names[cell] as string;
  const to = freeName(from.replaceAll('\uFEFF', ''), new Set(names));
  return problem(
    at.place.excerpt.startsWith('\uFEFF') && cell === 0 ? 'files-joined' : 'mark-inside',
    at,
    `the name of column ${cell + 1} has an invisible byte order mark, so nobody can spell it`,
    'Remove the mark.',
    to === '' ? [] : [fix(renamePatch([{ column: cell + 1, from, to }]))],
  );
}

/** Reports the first name that people cannot tell from one before it: they differ only in their Unicode normalisation. */
function reportNamesAlike(
  names: readonly string[],
  file: string,
  placeOf: (cell: number) => Place,
  report: Report,
): void {
  const plain = names.map((name) => name.normalize('NFC'));
  const firstOf = new Map(plain.map((name, cell) => [name, cell] as const).toReversed());
  const cell = plain.findIndex((name, index) => firstOf.get(name) !== index);
  if (cell < 0) return;
  report(
    problem(
      'names-alike',
      { file, place: placeOf(cell) },
      `the names of the columns ${(firstOf.get(plain[cell] as string) as number) + 1} and ${cell + 1} look the same: they differ only in their Unicode normalisation`,
      'Give each column a name that readers can tell apart.',
    ),
  );
}

/** Whether the last name is missing because lines end in a delimiter: no row has a value in that cell, or no row has the cell. */
function endsInDelimiter({ records }: RecordBlock, width: number): boolean {
  return (
    records.every((row) => row.length === 1 || (row.length === width && row[width - 1]?.trim() === '')) ||
    records.every((row) => row.length === 1 || row.length === width - 1)
  );
}

function unnamedColumn(
  at: { file: string; place: Place },
  cell: number,
  width: number,
  rest: RecordBlock,
  fixes: readonly Fix[],
): Problem {
  const what = `column ${cell + 1} of ${width} has no name`;
  if (hasNoValues(rest, cell)) {
    return problem(
      'column-unnamed',
      at,
      `${what}, and no values: it may separate two tables side by side`,
      'Remove the column. If there are two tables side by side, put each into its own file.',
    );
  }
  const rows = 'If the names take up several rows, set "header" to their number in the "csv" of the sidecar.';
  return problem('column-unnamed', at, what, `Name it in the header.${fixes.length > 0 ? '' : ` ${rows}`}`, fixes);
}

function hasNoValues({ records }: RecordBlock, cell: number): boolean {
  return records.length > 0 && records.every((row) => !row[cell]?.trim());
}

/**
 * Names of their own for the columns that have none, or share one with a column before them. The first column of a repeated name keeps it,
 * and is listed too: otherwise a column that a later edition inserts could shift them all unnoticed.
 */
function ownNames(names: readonly string[]): ColumnRename[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  return names.flatMap((from, cell) => {
    const isNamed = from.trim() !== '' && !seen.has(from);
    seen.add(from);
    if (isNamed) return names.includes(from, cell + 1) ? { column: cell + 1, from, to: from } : [];
    const isNameless = from.trim() === '';
    const own = freeName(isNameless ? (cell === 0 ? INDEX_NAME : `column ${cell + 1}`) : from, taken);
    taken.add(own);
    return { column: cell + 1, from, to: own };
  });
}
