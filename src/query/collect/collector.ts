import { joinParts } from '../../contract/page-layout.ts';
import type { LoadedGroup, TableColumn } from '../file/table-layout.ts';

/** Collects a part of the answer from the records that match. */
export interface Collector {
  /** Names of the columns that it reads. */
  readonly columns: readonly string[];
  /** Adds the records of a row group at these positions in the group. */
  add(group: LoadedGroup, positions: Uint32Array): void;
}

export type ColumnValues = ReturnType<typeof columnValues>;

/** Collects the values of a column. */
export function columnValues(column: TableColumn) {
  /** Whether codes are collected, since doubles would not do. */
  const isCoded = column.type === 'object' || column.isBig;
  const parts: Float64Array<ArrayBuffer>[] = [];
  return {
    column,
    isCoded,
    add(group: LoadedGroup, positions: Uint32Array): void {
      const chunk = group.read(column.name);
      const from = isCoded ? chunk.codes : chunk.numbers;
      const part = new Float64Array(positions.length);
      for (let at = 0; at < part.length; at += 1) part[at] = from[positions[at] as number] as number;
      parts.push(part);
    },
    /** Numbers that compare like the values: the doubles, or the ranks of codes in the dictionary as it is now. NaN for null. */
    get comparable(): Float64Array {
      const values = new Float64Array(joined(parts));
      if (!isCoded) return values;
      const { ranks } = column.dictionary;
      for (let at = 0; at < values.length; at += 1) values[at] = ranks[values[at] as number] || Number.NaN;
      return values;
    },
  };
}

/** Joins arrays, each of which has all of its buffer, into one buffer. */
export function joined(parts: readonly { buffer: ArrayBuffer }[]): ArrayBuffer {
  return joinParts(parts.map(({ buffer }) => new Uint8Array(buffer))).buffer;
}
