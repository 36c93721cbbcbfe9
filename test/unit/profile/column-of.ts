import type { ColumnDescription, ColumnType, NumberFormat, RecordBlock, TypeClaim } from '../../../src/model.ts';
import { cellEncoder } from '../../../src/profile/cells/interpret-cell.ts';
import { ChunkedNumbers } from '../../../src/profile/numbers/chunked-numbers.ts';
import { keepDoubles } from '../../../src/profile/numbers/packed-numbers.ts';
import { statisticsOf } from '../../../src/profile/numbers/statistics.ts';
import { ColumnProfiler, type InspectedColumn } from '../../../src/profile/profile-column.ts';

/** The parts of a column's description that a test sets; the rest is as for a column without a description. */
export interface ColumnOptions {
  missing?: readonly string[];
  format?: NumberFormat;
  required?: boolean;
  isNumber?: boolean;
  type?: ColumnType;
  claim?: TypeClaim;
}

/** Profile of a column with the given cells, in blocks of three; the first cell is on line 2. */
export function columnOf(
  cells: readonly string[],
  { missing, format = {}, required = false, isNumber = false, type, claim }: ColumnOptions = {},
): InspectedColumn {
  const description: ColumnDescription = {
    description: '',
    nullable: false,
    required,
    isNumber,
    ...(type ? { type } : {}),
    ...(claim ? { claim } : {}),
    numberFormat: format,
    ...(missing ? { missing } : {}),
  };
  const profiler = new ColumnProfiler('x', description);
  for (let from = 0; from < cells.length; from += 3) profiler.add(blockOf(cells, from, from + 3), 0);
  const { numbers } = profiler;
  return profiler.finish(numbers && statisticsOf(numbers));
}

/** The type of a column, and the JSON of each cell. */
export function published(cells: readonly string[], options: ColumnOptions = {}): { type: string; json: string[] } {
  const { type } = columnOf(cells, options);
  const { missing, format = {} } = options;
  return {
    type,
    json: cells.map(cellEncoder(type !== 'object', { numberFormat: format, ...(missing ? { missing } : {}) })),
  };
}

function blockOf(cells: readonly string[], from: number, to: number): RecordBlock {
  return {
    records: cells.slice(from, to).map((cell) => [cell]),
    placeOf: (record) => ({ line: from + record + 2, column: 1, excerpt: '' }),
  };
}

/** Doubles as a column keeps them. */
export function doublesOf(values: ArrayLike<number>) {
  const numbers = new ChunkedNumbers(keepDoubles);
  numbers.addAll(Float64Array.from(values));
  numbers.finish();
  return { chunks: numbers.chunks, places: 0, count: values.length };
}
