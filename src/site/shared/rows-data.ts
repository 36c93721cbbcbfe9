import type { Texts } from '../../texts/english.ts';

/** Texts longer than this wrap in a table of rows, in characters. */
export const MAX_LINE_LENGTH = 40;

/** Indexes of all columns of a table of rows: those of the key first, then the others as in the file. */
export function columnOrder(keys: readonly number[], count: number): readonly number[] {
  return [...new Set([...keys, ...Array(count).keys()])];
}

/** Data for the script of a page's rows, as JSON. */
export interface RowsData {
  config: string;
  /** Path below which the catalogue is served, with a slash at either end. */
  prefix: string;
  /** Number of records. */
  count: number;
  /** Whether only the first page of records is a file, and the other records are in chunks. */
  isPacked: boolean;
  /** Language tag of the conventions for numbers. */
  language: string;
  /** In the order of the file. */
  columns: readonly (readonly [name: string, isNumber: 0 | 1, unit: string | null, title: string | null])[];
  /** Indexes of the key's columns, which come first. The first of them names its row. */
  keys: readonly number[];
  /** Indexes of the columns shown at first, in their order. */
  shown: readonly number[];
  texts: Texts['rows'] & { copied: string; copyFailed: string };
}
