/*
 * What the two ways to read a file's records have in common: as text (`read-as-text.ts`), which works for any file, or as bytes
 * (`read-as-bytes.ts`), which is faster but works only for regular files (UTF-8 in a simple format). Both lanes publish the same files and
 * report the same problems.
 */

import type { FastRead } from '../fast-path/join-segments.ts';
import type { FastPlan } from '../fast-path/plan.ts';
import type { KeptBytes, SpillFile } from '../kernel/kept-bytes.ts';
import type { ColumnDescription, Source, WorkCounter } from '../model.ts';
import type { CsvFile } from '../parse/parse-csv.ts';
import type { Report } from '../problems/problem.ts';
import type { TextsSnapshot } from '../profile/distribution/text-counter.ts';
import type { ColumnProfiler } from '../profile/profile-column.ts';
import type { ReadingOptions, Start } from './task-types.ts';

/** Options for reading files, with the means to start tasks on other threads and to count work. */
export interface Reading extends ReadingOptions {
  start: Start;
  counter: WorkCounter;
}

/** A file whose header has been read. */
export interface OpenedFile {
  source: Source;
  header: Header;
  /** The open file, from which the text lane continues reading; null once it is closed. */
  csv: CsvFile | null;
  /** Descriptions of the published columns in file order, by their names before any `rename` is applied. */
  columns: ReadonlyMap<string, ColumnDescription>;
  /** Plan for reading the file in the byte lane; null if that is impossible. */
  plan: FastPlan | null;
  /** Temporary file for what the first pass finds; null if it is kept in memory. */
  spill: SpillFile | null;
  report: Report;
}

/** Properties of a file known from its first rows. The text lane adds to `linesAfterBlanks` while it reads the records. */
export type Header = Pick<CsvFile, 'columns' | 'delimiter' | 'headerPlace' | 'firstRecord' | 'linesAfterBlanks'>;

/** Findings of a lane after reading all records of a file. */
export interface TableProfile {
  rowCount: number;
  profilers: readonly ColumnProfiler[];
  /**
   * Counts the text values of the columns with these indexes. Returns a list for each column, with one entry per part of the file.
   * Must not be called twice. May throw an error if the file has changed.
   */
  countTexts(cells: readonly number[]): (readonly TextsSnapshot[])[];
  /** Hashes of the records in order, as 64-bit floating-point numbers. */
  hashes: readonly KeptBytes[];
  /** Whether any value may contain combining marks that the profilers have not noticed. */
  mayHaveMarks: boolean;
  /** Plan and parts for reading the file again in the byte lane; null if the text lane has read it. */
  fast: FastRead | null;
}
