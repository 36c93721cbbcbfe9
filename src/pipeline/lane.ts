import type { FastRead } from '../fast-path/join-segments.ts';
import type { FastPlan } from '../fast-path/plan.ts';
import type { ColumnDescription, Pending, Source, WorkCounter } from '../model.ts';
import type { DuplicateCheck } from '../parse/checks/check-duplicates.ts';
import type { CsvFile } from '../parse/parse-csv.ts';
import type { Report } from '../problems/problem.ts';
import type { TextsSnapshot } from '../profile/distribution/text-counter.ts';
import type { ColumnProfiler } from '../profile/profile-column.ts';
import type { RecordWriter } from '../publish/records/record-writer.ts';
import type { ReadingOptions, RecordPart, Start } from './task-types.ts';

/**
 * One of the two ways to read the records of a file: as text, which any file can be, or as bytes, which is faster and
 * gives up on files that are not regular. Both publish and report the same.
 */
export interface Lane {
  /** Begins the first pass over a file whose header was read; null if this lane cannot read it. */
  profile(opened: OpenedFile, reading: Reading): Pending<TableProfile | null>;
  /** Makes the second pass over a part of the records, and hands them to every writer. Throws an error if the file has changed. */
  write(part: RecordPart, writers: readonly RecordWriter[], counter: WorkCounter): void;
}

/** How files are read, and which threads do it. */
export interface Reading extends ReadingOptions {
  start: Start;
  counter: WorkCounter;
}

/** A file whose header was read. */
export interface OpenedFile {
  source: Source;
  header: Header;
  /** The open file, from which the text lane reads on; null once it is closed. */
  csv: CsvFile | null;
  /** Descriptions of the columns by their names in the file, in order. */
  columns: ReadonlyMap<string, ColumnDescription>;
  /** How the byte lane reads it; null if it cannot. */
  plan: FastPlan | null;
  report: Report;
}

/**
 * What is known about a file from its first rows. `linesAfterBlanks` is known once the text lane has read all records.
 */
export type Header = Pick<CsvFile, 'columns' | 'delimiter' | 'headerPlace' | 'firstRecord' | 'linesAfterBlanks'>;

/** What a lane found in all records of a file. */
export interface TableProfile {
  rowCount: number;
  profilers: readonly ColumnProfiler[];
  /**
   * For each of the given columns, what is known about the texts in consecutive parts of the file. It is called once. Throws an error if
   * the file has changed.
   */
  countTexts(cells: readonly number[]): (readonly TextsSnapshot[])[];
  duplicates: DuplicateCheck;
  /** Some text may have combining marks, apart from those that the profilers know of. */
  mayHaveMarks: boolean;
  /** How the byte lane reads the file again; null from the text lane. */
  fast: FastRead | null;
}
