import { dateReader } from '../../contract/date-pattern.ts';
import { splitFlag } from '../../contract/written-number.ts';
import type { FileFormat, RecordBlock } from '../../model.ts';
import { ProblemError, problem } from '../../problems/problem.ts';

export type ConvertBlock = (block: RecordBlock) => RecordBlock;

/**
 * Prepares the conversion of input cells to published cells: it drops omitted columns, moves flags into separate columns, and rewrites
 * dates as ISO 8601. `names` are the names of all columns, `kept` the indexes of the published ones. A value that does not match the
 * declared date pattern stays unchanged. Returns the published column names, each flag column right after its column, and a function that
 * converts a block. Throws a `ProblemError` if a flag column has the name of another published column.
 */
export function cellConversion(
  names: readonly string[],
  kept: readonly number[],
  { flags, dates }: Pick<FileFormat, 'flags' | 'dates'>,
  file: string,
): { columns: readonly string[]; convert: ConvertBlock } {
  if (flags.length + dates.length === 0 && kept.length === names.length) {
    return { columns: names, convert: (block) => block };
  }
  const flagColumns = new Map(flags);
  const readers = new Map(dates.map(([name, pattern]) => [name, dateReader(pattern)]));
  /** The published columns. The cells of each come from the input cells at index `from`, converted by `make` if it is present. */
  const converted = kept.flatMap((from) => {
    const name = names[from] as string;
    const flagColumn = flagColumns.get(name);
    const read = readers.get(name);
    if (flagColumn === undefined) return [{ name, from, make: read && ((cell: string) => read(cell.trim()) ?? cell) }];
    return [
      { name, from, make: withoutFlag },
      { name: flagColumn, from, make: (cell: string) => splitFlag(cell.trim()).flag },
    ];
  });
  const columns = converted.map(({ name }) => name);
  const repeated = flags.length > 0 ? columns.find((name, index) => columns.indexOf(name) !== index) : undefined;
  if (repeated !== undefined) {
    const message = `"flags" in the sidecar names a new column "${repeated}", but another column already has that name`;
    const help = 'In "flags", use a name that no other column has.';
    throw new ProblemError(problem('column-duplicate', { file }, message, help));
  }
  const convert: ConvertBlock = (block) => ({
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

/** A cell without its flag; unchanged if it has none. */
function withoutFlag(cell: string): string {
  const { value, flag } = splitFlag(cell.trim());
  return flag === '' ? cell : value;
}
