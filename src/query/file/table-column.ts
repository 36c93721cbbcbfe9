import type { ColumnSchema } from '../../contract/documents.ts';
import type { Dictionary } from './dictionary.ts';

/** A column of a table in a Parquet file. */
export interface TableColumn {
  name: string;
  type: ColumnSchema['type'];
  /** Index of the column in each row group. */
  index: number;
  /** Whether it has whole numbers beyond ±(2^53 - 1), which are read as bigints. */
  isBig: boolean;
  /**
   * How the source writes the numbers: with this number of decimals, as the shortest digits of their doubles (-1), or otherwise (null).
   */
  decimals: number | null;
  /** Distinct values found so far. */
  dictionary: Dictionary;
}
