import type { Collection, Site } from '../../contract/routes.ts';
import type { ColumnDescription, ColumnProfile, Dataset, DownloadFormat, JoinedFile, Output } from '../../model.ts';

/** How to encode the cells of a column, as plain data that can be sent between threads. */
export interface WrittenColumn {
  name: string;
  isNumeric: boolean;
  /** Whether every cell of a numeric column is either empty or already a JSON number; only determined for regular files (see `lane.ts`). */
  isPlain: boolean;
  description: ColumnDescription;
}

/** JSON of consecutive records, separated by a comma and a line feed. The buffer is reused for the next records. */
export interface EncodedRecords {
  bytes: Buffer;
  /** Start and exclusive end of the records in `bytes`. */
  start: number;
  end: number;
  count: number;
}

/** Writes the records of one part of a dataset in one format. */
export interface RecordWriter {
  /** Maximum number of records in the next call of `add`; at least 1. Absent if any number will do. */
  readonly capacity?: number;
  add(records: EncodedRecords): void;
  /** Ends the part; `isLast` is true for the last part of the dataset. Returns the part's summary for `RecordFormat.join`. */
  end(isLast: boolean): PartSummary;
}

/** Maximum number of records that all writers accept in one call. */
export function leastCapacity(writers: readonly RecordWriter[]): number {
  return Math.min(...writers.map(({ capacity = Number.POSITIVE_INFINITY }) => capacity));
}

/** Position of a part among a dataset's records. */
export interface PartPlace {
  number: number;
  /** Index of the part's first record in the dataset. */
  firstRow: number;
}

/**
 * Data about a written part that its format needs to join the parts. It must be plain data that can be sent between threads, unless the
 * format is written in one piece.
 */
export type PartSummary = unknown;

/** A format for publishing a dataset's records. Parts may be written in any order and on any thread. */
export interface RecordFormat {
  /** Parts must start at multiples of this number of records. Absent if they may start anywhere. */
  alignment?(site: Site): number;
  /** Number of records that a part should have, but not exceed, if there are `columns` columns. Absent if short parts are as good. */
  partRecords?(columns: number): number;
  /** Whether a dataset fits into the format. Absent if every dataset does. */
  fits?(dataset: Dataset): boolean;
  /** Set if a single writer must write all records of a dataset on one thread. Absent if each part has its own writer. */
  isOnePiece?: true;
  open(output: Output, pages: RecordPages, place: PartPlace): RecordWriter;
  /**
   * Called after all parts have been written, to write the files that depend on all of them. Returns the download; null if the format
   * is not a download format. `summaries` contains one summary per part, in order.
   */
  join(dataset: Dataset, summaries: readonly PartSummary[], output: Output, site: Site): Download | null;
}

/** A file that contains an entire dataset. */
export interface Download extends JoinedFile {
  format: DownloadFormat;
}

/** Data shared by all pages of a collection. */
export interface PageSet {
  site: Site;
  collection: Collection;
  /** Number of results in the whole collection. */
  count: number;
  /** JSON text of the page members that precede the metadata. */
  head: string;
}

/** A column of the published records. */
export interface RecordColumn extends Pick<ColumnProfile, 'name' | 'type'> {
  /** Number of characters in the longest string; for numbers, in the longer of minimum and maximum. 0 if the column has no values. */
  longest: number;
}

/** Data shared by all record pages of a dataset. */
export interface RecordPages extends PageSet {
  collection: Extract<Collection, { kind: 'records' }>;
  /** The columns, in the same order as in each record. */
  columns: readonly RecordColumn[];
}
