/**
 * The kinds of tasks that any thread of a build can run. Their inputs and results are plain data. The handlers are in `tasks.ts`, so a
 * new kind of task needs an entry in both files.
 */

import type { Site } from '../contract/routes.ts';
import type { FastRead } from '../fast-path/join-segments.ts';
import type { FastPlan } from '../fast-path/plan.ts';
import type { SegmentProfile } from '../fast-path/profile-segment.ts';
import type { ByteRange } from '../fast-path/read-range.ts';
import type { KeptBytes, SpillFile } from '../kernel/kept-bytes.ts';
import type { Dataset, ListingOutput, Source, WrittenFile } from '../model.ts';
import type { Duplicates } from '../parse/checks/find-duplicates.ts';
import type { Problem } from '../problems/problem.ts';
import type { NumberDistribution } from '../profile/distribution/count-numbers.ts';
import type { TextDistribution } from '../profile/distribution/count-texts.ts';
import type { TextsSnapshot } from '../profile/distribution/text-counter.ts';
import type { NumbersSnapshot, Statistics } from '../profile/numbers/number-column.ts';
import type { PartPlace, PartSummary, RecordPages, WrittenColumn } from '../publish/records/record-writer.ts';
import type { ChartOutcome, ChartTask } from './charts/draw-chart.ts';
import type { StartTasks } from './threads/batch.ts';

export interface Tasks {
  /** The first pass over a whole file. */
  'profile-file': { takes: { source: Source; options: ReadingOptions }; gives: ProfiledFile };
  /** The first pass over one segment of a file, read as bytes. The result is null if the segment shows that the file is not regular. */
  'profile-segment': {
    takes: { plan: FastPlan; index: number; alignment: number; spill: SpillFile | null };
    gives: SegmentProfile | null;
  };
  /** Counts a segment's text values in those columns for which the first pass has not counted them: `cells` are their indexes. */
  'count-texts': {
    takes: { plan: FastPlan; index: number; cells: readonly number[]; spill: SpillFile | null };
    gives: TextsSnapshot[];
  };
  'summarise-numbers': { takes: NumbersSnapshot; gives: { statistics: Statistics; distribution: NumberDistribution } };
  'summarise-texts': { takes: readonly TextsSnapshot[]; gives: TextDistribution };
  /** Finds repeated rows by comparing the hashes of all rows. */
  'find-duplicates': { takes: readonly KeptBytes[]; gives: Duplicates | null };
  /** The second pass over one part of a dataset. */
  'write-part': { takes: OutputFolder & { part: RecordPart }; gives: PartWritten };
  /** The second pass over a whole dataset. */
  'write-dataset': { takes: OutputFolder & { profiled: Profiled; site: Site }; gives: DatasetWritten };
  'draw-chart': { takes: ChartTask; gives: ChartOutcome };
}

type OutputFolder = Pick<Required<ListingOutput>, 'folder' | 'previous'>;

/** Starts tasks of one kind on any thread. */
export type Start = StartTasks<Tasks>;

export interface ReadingOptions {
  /** Site to publish, which determines where the byte lane may divide a file into parts; null if nothing is published. */
  site: Site | null;
  /** Approximate size of a segment, in bytes. */
  segmentBytes: number;
  /** Whether every file is read as text, even one that could be read as bytes. */
  asText: boolean;
  /** Folder for temporary files. */
  temporary: string;
}

/** A CSV file after the first pass. */
export interface Profiled {
  source: Source;
  dataset: Dataset;
  /** False if the file or its description has an error, so the dataset must not be published. */
  isSound: boolean;
  /** Fingerprint of the CSV file, taken before it was read. */
  fingerprint: string;
  delimiter: string;
  /** Plan and parts for reading the file again as bytes; null if it is read as text. */
  fast: FastRead | null;
}

/** Result of the first pass over a file. `profiled` is null if the file cannot be read to the end or changes while it is being read. */
export interface ProfiledFile {
  profiled: Profiled | null;
  problems: readonly Problem[];
}

/** A part of a dataset's records, with everything needed to read and write it. */
export interface RecordPart extends PartPlace {
  source: Pick<Source, 'path' | 'file' | 'format' | 'settings'>;
  /** Columns in file order. */
  columns: readonly WrittenColumn[];
  pages: RecordPages;
  /** Byte range of the part in a regular file; null if the part is the entire file, read as text. */
  range: ByteRange | null;
  isLast: boolean;
}

/** Files written for one part of a dataset. */
export interface PartWritten {
  written: readonly WrittenFile[];
  /** One per format, to be passed to `joinRecords`. */
  summaries: readonly PartSummary[];
}

/** Files written for a dataset, and the problems to report. */
export interface DatasetWritten {
  written: WrittenFile[];
  problems: readonly Problem[];
}
