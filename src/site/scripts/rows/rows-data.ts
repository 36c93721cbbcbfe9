import type { Texts } from '../../texts.ts';

/** What a page hands to the script of its rows, as JSON. */
export interface RowsData {
  config: string;
  /** Path below which the catalogue is served, with a slash at either end. */
  prefix: string;
  /** Number of records. */
  count: number;
  /** Whether only the first page of records is a file, and the others may lie in chunks. */
  isPacked: boolean;
  /** Language tag of the conventions for numbers. */
  language: string;
  /** In the order of the file. Units and titles that are null at the end of a column are left out: a page may have hundreds of columns. */
  columns: readonly (readonly [name: string, isNumber: 0 | 1, unit?: string | null, title?: string])[];
  /** Indexes of all columns, those of the key first. */
  order: readonly number[];
  /** Indexes of the columns shown at first, in the same order. */
  shown: readonly number[];
  /** Whether the first column belongs to a key, so that it names its row. */
  hasKey: boolean;
  texts: Texts['rows'] & { copied: string; copyFailed: string };
}
