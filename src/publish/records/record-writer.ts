import type { Collection, Site } from '../../contract/routes.ts';
import type { ColumnDescription, ColumnProfile, Dataset, DownloadFormat, JoinedFile, Output } from '../../model.ts';

/** How the cells of a column are written, as plain data. */
export interface WrittenColumn {
  /** Name the column is published under. */
  name: string;
  isNumeric: boolean;
  /** Every cell of a numeric column is empty, or already a JSON number; known only for regular files. */
  isPlain: boolean;
  description: ColumnDescription;
}

/** JSON of consecutive records, separated by a comma and a line feed, as bytes of a buffer that the next records overwrite. */
export interface EncodedRecords {
  bytes: Buffer;
  /** Where they start in `bytes`, and where they end, exclusive. */
  start: number;
  end: number;
  /** Number of records. */
  count: number;
}

/** Writes the records of one part of a dataset in one format. */
export interface RecordWriter {
  /** Maximum records that the next call of `add` may bring; 1 at least. */
  readonly capacity: number;
  /** Takes the records that follow. */
  add(records: EncodedRecords): void;
  /** Ends the part; `isLast` says that it is the last one. Returns what `RecordFormat.join` needs to know about it. */
  end(isLast: boolean): PartSummary;
}

/** The most records that every one of the writers can take at once. */
export function leastCapacity(writers: readonly RecordWriter[]): number {
  return writers.reduce((least, { capacity }) => Math.min(least, capacity), Number.POSITIVE_INFINITY);
}

/** Which part of a dataset's records a part is. */
export interface PartPlace {
  /** Number of the part, from 0. */
  number: number;
  /** Number of the part's first record, from 0, among all. */
  firstRow: number;
}

/**
 * What a format must know about a part once all are written: plain data, which only the format reads. Threads exchange it, unless the
 * format is written in one piece.
 */
export type PartSummary = unknown;

/** A format in which a dataset's records are published. Its parts are written in any order, on any thread. */
export interface RecordFormat {
  /** The number of records at whose multiples each part begins, in a table with a number of columns. */
  alignment(site: Site, columns: number): number;
  /** Whether the format can hold a dataset. Absent if it can hold every one. */
  fits?(dataset: Dataset): boolean;
  /** One writer takes all records of a dataset, on one thread. Absent if each part has a writer of its own. */
  isOnePiece?: true;
  /** Makes the writer of a part. */
  open(output: Output, pages: RecordPages, place: PartPlace): RecordWriter;
  /**
   * Writes the files that need all parts, or joins the parts to a download, and returns that; `summaries` has the summary of each part, in
   * order.
   */
  join(dataset: Dataset, summaries: readonly PartSummary[], output: Output, site: Site): Download | null;
}

/** A whole dataset as one file. */
export interface Download extends JoinedFile {
  format: DownloadFormat;
}

/** What all pages of a collection have in common. */
export interface PageSet {
  site: Site;
  collection: Collection;
  /** Number of records of the whole collection. */
  count: number;
  /** Members of a page before its metadata, as text. */
  head: string;
}

/** A column as its records are published. */
export interface RecordColumn extends Pick<ColumnProfile, 'name' | 'type'> {
  /** Characters of its longest text, or of the longer one of its least and its greatest number; 0 if there are no values. */
  longest: number;
}

/** What all pages of a dataset's records have in common. */
export interface RecordPages extends PageSet {
  collection: Extract<Collection, { kind: 'records' }>;
  /** The columns, in their order in the records. */
  columns: readonly RecordColumn[];
}
