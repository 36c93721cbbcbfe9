import { dateReader } from '../../contract/date-pattern.ts';
import { splitFlag } from '../../contract/written-number.ts';
import type { FileFormat, RecordBlock } from '../../model.ts';
import { ProblemError, problem } from '../../problems/problem.ts';

/** A column whose cells are made from those at an index; they stay as they are if `make` is absent. */
interface ConvertedColumn {
  name: string;
  from: number;
  make?: ((cell: string) => string) | undefined;
}

/**
 * Makes the cells of the published columns from those of a record: it leaves out columns, moves flags into columns of their own, and
 * rewrites dates as ISO 8601. `names` are those of all columns, and `kept` the indexes of the published ones. A value that is
 * not a date in the declared pattern stays as it is. Returns the names of the columns, each followed by the column of its flags if it has
 * one, and a function that converts a block. Throws a `ProblemError` if a column of flags has the name of another column.
 */
export function cellConversion(
  names: readonly string[],
  kept: readonly number[],
  { flags, dates }: Pick<FileFormat, 'flags' | 'dates'>,
  file: string,
): { columns: readonly string[]; convert: (block: RecordBlock) => RecordBlock } {
  if (flags.length + dates.length === 0 && kept.length === names.length) {
    return { columns: names, convert: (block) => block };
  }
  const flagColumns = new Map(flags);
  const readers = new Map(dates.map(([name, pattern]) => [name, dateReader(pattern)]));
  const converted = kept.flatMap((from): ConvertedColumn[] => {
    const name = names[from] as string;
    const flagColumn = flagColumns.get(name);
    const read = readers.get(name);
    if (flagColumn === undefined) return [{ name, from, make: read && ((cell) => read(cell.trim()) ?? cell) }];
    return [
      { name, from, make: withoutFlag },
      { name: flagColumn, from, make: (cell) => splitFlag(cell.trim()).flag },
    ];
  });
  const columns = converted.map(({ name }) => name);
  const repeated = flags.length > 0 ? columns.find((name, index) => columns.indexOf(name) !== index) : undefined;
  if (repeated !== undefined) {
    const message = `"flags" in the sidecar names a column "${repeated}", but another column has that name`;
    const help = 'Give "flags" a name that no other column has.';
    throw new ProblemError(problem('column-duplicate', { file }, message, help));
  }
  const convert = (block: RecordBlock): RecordBlock => ({
    records: block.records.map((record) =>
      converted.map((column) => {
        const cell = record[column.from] as string;
        return column.make === undefined ? cell : column.make(cell);
      }),
    ),
    placeOf: (record, cell) => block.placeOf(record, converted[cell]?.from ?? block.records[record]?.length ?? 0),
  });
  return { columns, convert };
}

/** A cell without its flag; the cell itself if it has none. */
function withoutFlag(cell: string): string {
  const { value, flag } = splitFlag(cell.trim());
  return flag === '' ? cell : value;
}
