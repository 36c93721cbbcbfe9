import { dateReader } from '../../contract/date-pattern.ts';
import { splitFlag } from '../../contract/written-number.ts';
import type { FileFormat, RecordBlock } from '../../model.ts';
import { ProblemError, problem } from '../../problems/problem.ts';

/** How the cells of the published columns are made from those of a record. */
export interface CellConversion {
  /** Names of the columns. A column with flags is followed by the column of its flags. */
  columns: readonly string[];
  /** A block with the cells of these columns. */
  convert(block: RecordBlock): RecordBlock;
}

/** A column whose cells are made from those at an index. */
interface ConvertedColumn {
  name: string;
  from: number;
  make(cell: string): string;
}

/**
 * Moves flags into columns of their own, and rewrites dates as ISO 8601, as the format declares for some of `names`. What is not a date in
 * the declared pattern stays as it is. Throws a `ProblemError` if a column of flags has the name of another column.
 */
export function cellConversion(
  names: readonly string[],
  { flags, dates }: Pick<FileFormat, 'flags' | 'dates'>,
  file: string,
): CellConversion {
  if (flags.length + dates.length === 0) return { columns: names, convert: (block) => block };
  const flagColumns = new Map(flags);
  const readers = new Map(dates.map(([name, pattern]) => [name, dateReader(pattern)]));
  const converted = names.flatMap((name, from): ConvertedColumn[] => {
    const flagColumn = flagColumns.get(name);
    const read = readers.get(name);
    if (flagColumn === undefined) return [{ name, from, make: (cell) => read?.(cell.trim()) ?? cell }];
    return [
      { name, from, make: withoutFlag },
      { name: flagColumn, from, make: (cell) => splitFlag(cell.trim()).flag },
    ];
  });
  const columns = converted.map(({ name }) => name);
  const repeated = columns.find((name, index) => columns.indexOf(name) !== index);
  if (repeated !== undefined) throw flagsCollide(file, repeated);
  return { columns, convert: (block) => convertBlock(block, converted) };
}

function flagsCollide(file: string, name: string): ProblemError {
  const message = `"flags" in the sidecar names a column "${name}", but another column has that name`;
  return new ProblemError(
    problem('column-duplicate', { file }, message, 'Give "flags" a name that no other column has.'),
  );
}

function convertBlock(block: RecordBlock, columns: readonly ConvertedColumn[]): RecordBlock {
  return {
    records: block.records.map((record) => columns.map(({ from, make }) => make(record[from] as string))),
    placeOf: (record, cell) => block.placeOf(record, columns[cell]?.from ?? block.records[record]?.length ?? 0),
  };
}

/** A cell without its flag; the cell itself if it has none. */
function withoutFlag(cell: string): string {
  const { value, flag } = splitFlag(cell.trim());
  return flag === '' ? cell : value;
}
