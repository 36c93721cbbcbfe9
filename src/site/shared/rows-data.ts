import type { Value } from '../../contract/documents.ts';
import type { Texts } from '../../texts/english.ts';

/** A record's cells by column name. Numbers are strings with the digits of the source. */
export type TextRow = Readonly<Record<string, Value<string>>>;

/** Indexes of all columns, as a table of rows orders them: key columns first, then the rest in file order. */
export function columnOrder(keys: readonly number[], count: number): readonly number[] {
  return [...new Set([...keys, ...Array(count).keys()])];
}

/** Data that a page passes to the script of its row browser, as JSON. */
export interface RowsData {
  config: string;
  /** Path from which the catalogue is served, with leading and trailing slashes. */
  prefix: string;
  count: number;
  /** Whether the records are published in chunks, so that only their first page has a file of its own. */
  isPacked: boolean;
  /** Whether the dataset is published as Parquet, so that questions about the whole table can be answered. */
  canAsk: boolean;
  /** Language tag for formatting numbers. */
  language: string;
  /**
   * All columns, in file order. `isNumber` is 2 for numbers whose digits are grouped, and 1 for others, such as years. `labels` are
   * what to write instead of values. */
  columns: readonly (readonly [
    name: string,
    isNumber: 0 | 1 | 2,
    unit: string | null,
    title: string | null,
    labels?: Readonly<Record<string, string>>,
  ])[];
  /** Indexes of the key columns. If there are any, the first displayed column is the row header. */
  keys: readonly number[];
  /** Indexes of the columns shown initially, in display order. */
  shown: readonly number[];
  texts: Omit<Texts['rows'], 'sample' | 'fuller' | 'all' | 'moreColumns'> & { copied: string; copyFailed: string };
}
