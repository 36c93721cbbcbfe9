import { looksLikeNumber } from '../../contract/plain-number.ts';
import type { Place, RecordBlock } from '../../model.ts';
import { type Problem, problem, type Report, reportFew } from '../../problems/problem.ts';
import { cure, type SidecarPatch } from '../../problems/sidecar-patch.ts';

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
  const unnamed = names.flatMap((name, cell) => (name.trim() === '' ? [cell] : []));
  const [first = -1, second] = unnamed;
  if (second === undefined && first > 0 && first === names.length - 1 && endsInDelimiter(rest, names.length)) {
    report(trailingDelimiter({ file, place: placeOf(first) }, names.length));
    return false;
  }
  const hasEmptyColumn = unnamed.some((cell) => hasNoValues(rest, cell));
  const entry = second === undefined && !hasEmptyColumn ? entryOfOwnNames(names, rest) : null;
  const cells = [...names.keys()];
  const firstOf = new Map(cells.toReversed().map((cell) => [names[cell], cell]));
  const repeated = cells.filter((cell) => names[cell]?.trim() !== '' && firstOf.get(names[cell]) !== cell);
  reportFew(unnamed, report, (cell) => unnamedColumn({ file, place: placeOf(cell) }, cell, names.length, rest, entry));
  reportFew(repeated, report, (cell) => {
    const name = names[cell] as string;
    return problem(
      'column-duplicate',
      { file, place: placeOf(cell) },
      `column ${cell + 1} has the same name as column ${(firstOf.get(name) ?? 0) + 1}, "${name}": a record can hold only one of them`,
      'Give each column a name of its own.',
      entry ? [cure(entry)] : [],
    );
  });
  return unnamed.length + repeated.length === 0;
}

/** Whether the last name is missing because lines end in a delimiter: no row has a value in that cell, or no row has the cell. */
function endsInDelimiter({ records }: RecordBlock, width: number): boolean {
  return (
    records.every((row) => row.length === 1 || (row.length === width && row[width - 1]?.trim() === '')) ||
    records.every((row) => row.length === 1 || row.length === width - 1)
  );
}

const TRAILING = { csv: { trailingDelimiter: true } };

function trailingDelimiter(at: { file: string; place: Place }, width: number): Problem {
  return problem(
    'column-unnamed',
    at,
    `the last of ${width} columns has neither a name nor values: the lines end in a delimiter`,
    'Remove the delimiters at the ends of the lines.',
    [cure(TRAILING)],
  );
}

function unnamedColumn(
  at: { file: string; place: Place },
  cell: number,
  width: number,
  rest: RecordBlock,
  entry: SidecarPatch | null,
): Problem {
  const isEmpty = hasNoValues(rest, cell);
  const message = `column ${cell + 1} of ${width} has no name${isEmpty ? ', and no values: it may separate two tables side by side' : ''}`;
  const help = isEmpty
    ? 'Remove the column. If there are two tables side by side, put each into its own file.'
    : `Name it in the header${entry ? '' : '. If the names take up several rows, set "header" to their number in the "csv" of the sidecar'}.`;
  return problem('column-unnamed', at, message, help, entry ? [cure(entry)] : []);
}

function hasNoValues({ records }: RecordBlock, cell: number): boolean {
  return records.length > 0 && records.every((row) => (row[cell] ?? '').trim() === '');
}

/** The entry that replaces the header and gives each column a name of its own; null if the next row may be part of the header. */
function entryOfOwnNames(names: readonly string[], rest: RecordBlock): SidecarPatch | null {
  if (!rest.records[0]?.some(looksLikeNumber)) return null;
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  const header = names.map((name, cell) => {
    const wanted = name.trim() === '' ? `column ${cell + 1}` : name;
    let own = wanted;
    for (let count = counts.get(wanted) ?? 1; taken.has(own); counts.set(wanted, count)) {
      count += 1;
      own = `${wanted} ${count}`;
    }
    taken.add(own);
    return own;
  });
  return { csv: { skipRows: rest.placeOf(0, 0).line - 1, header } };
}
