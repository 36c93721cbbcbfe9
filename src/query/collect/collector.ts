import type { LoadedGroup, TableColumn } from '../file/table-layout.ts';

/** Collects a part of the answer from the records that match. */
export interface Collector {
  /** Names of the columns that it reads. */
  readonly columns: readonly string[];
  /** Adds the records of a row group at these positions in the group. */
  add(group: LoadedGroup, positions: Uint32Array): void;
}

/** Collects the values of a column. */
export class ColumnValues {
  readonly column: TableColumn;
  /** Whether codes are collected, since doubles would not do. */
  readonly isCoded: boolean;
  readonly #parts: Float64Array[] = [];

  constructor(column: TableColumn) {
    this.column = column;
    this.isCoded = column.type === 'object' || column.isBig;
  }

  add(group: LoadedGroup, positions: Uint32Array): void {
    const chunk = group.read(this.column.name);
    const from = this.isCoded ? chunk.codes : chunk.numbers;
    const part = new Float64Array(positions.length);
    for (let at = 0; at < part.length; at += 1) part[at] = from[positions[at] as number] as number;
    this.#parts.push(part);
  }

  /** Numbers that compare like the values: the doubles, or the ranks of codes in the dictionary as it is now. NaN for null. */
  get comparable(): Float64Array {
    const values = joined(this.#parts, Float64Array);
    if (!this.isCoded) return values;
    const { ranks } = this.column.dictionary;
    for (let at = 0; at < values.length; at += 1) values[at] = ranks[values[at] as number] || Number.NaN;
    return values;
  }
}

/** Joins arrays into one. */
export function joined<T extends Float64Array | Uint32Array>(
  parts: readonly T[],
  Joined: new (length: number) => T,
): T {
  const all = new Joined(parts.reduce((sum, { length }) => sum + length, 0));
  let length = 0;
  for (const part of parts) {
    all.set(part, length);
    length += part.length;
  }
  return all;
}
