/* How a table is laid out in a Parquet file. */

import type { ColumnSchema } from '../../contract/documents.ts';
import type { ColumnChunk } from './column-chunk.ts';
import type { Dictionary, Found } from './dictionary.ts';

/** The columns of a file and its row groups. */
export interface TableMetadata {
  /** By name, in the order of the file. */
  columns: ReadonlyMap<string, TableColumn>;
  groups: readonly RowGroup[];
}

/** A column of a table. */
export interface TableColumn {
  name: string;
  type: ColumnSchema['type'];
  /** Index of the column in each row group. */
  index: number;
  /** Whether it has whole numbers beyond ±(2^53 - 1), which are read as bigints. */
  isBig: boolean;
  /** How the source writes the numbers: with this number of decimals, as the shortest digits of their doubles (-1), or otherwise (null). */
  decimals: number | null;
  /** Distinct values found so far. */
  dictionary: Dictionary;
}

/** Bounds of a column's values in a row group: numbers, or texts as bytes in UTF-8, which may be cut. Null if all values are null. */
export interface Bounds {
  least: Exclude<Found, string> | Uint8Array;
  greatest: Exclude<Found, string> | Uint8Array;
  /** Whether no value is as small as `least`, or as great as `greatest`, since a long text was cut. */
  isLeastCut: boolean;
  isGreatestCut: boolean;
}

/** A column chunk as the metadata of a Parquet file describe it. */
export interface ChunkPlace {
  /** Name of the column. */
  name: string;
  /** Range of the chunk's bytes in the file; `end` is exclusive. */
  start: number;
  end: number;
  /** Size in bytes, if pages were not compressed. */
  whole: number;
  /** Number of values, nulls included, and of nulls. */
  count: number;
  nulls: number;
  bounds: Bounds | null;
}

/** A row group of a Parquet file: consecutive records, whose columns are stored one after another. */
export interface RowGroup {
  index: number;
  /** Number of the first record, and of all records. */
  first: number;
  count: number;
  /** By the column's index. */
  chunks: readonly ChunkPlace[];
}

/** A row group, the columns of which that are needed were read. */
export interface LoadedGroup extends RowGroup {
  /** The values of a column, by its name. */
  read(column: string): ColumnChunk;
}
