/**
 * The work of a build that any thread can do: the kinds of tasks, and the plain data that each takes and gives. The
 * handlers are in `tasks.ts`. A new piece of parallel work is one line in each.
 */

import type { Site } from '../contract/routes.ts';
import type { UncountedTexts } from '../fast-path/count-texts.ts';
import type { FastRead } from '../fast-path/join-segments.ts';
import type { FastPlan } from '../fast-path/plan.ts';
import type { SegmentProfile } from '../fast-path/profile-segment.ts';
import type { PartRange } from '../fast-path/write-part.ts';
import type { Dataset, Source, WrittenFile } from '../model.ts';
import type { Duplicates } from '../parse/checks/find-duplicates.ts';
import type { Problem } from '../problems/problem.ts';
import type { NumberDistribution } from '../profile/distribution/count-numbers.ts';
import type { TextDistribution } from '../profile/distribution/count-texts.ts';
import type { TextsSnapshot } from '../profile/distribution/text-counter.ts';
import type { DecimalSnapshot } from '../profile/numbers/decimal-column.ts';
import type { Statistics } from '../profile/numbers/exact-statistics.ts';
import type { PartPlace, PartSummary, RecordPages, WrittenColumn } from '../publish/records/record-writer.ts';
import type { ChartOutcome, ChartTask } from './charts/draw-chart.ts';
import type { StartTasks } from './threads/batch.ts';

export interface Tasks {
  /** The first pass over a whole file. */
  'profile-file': { takes: { source: Source; options: ReadingOptions }; gives: ProfiledFile };
  /** The first pass over one segment of a file that may be regular; null if it is not. */
  'profile-segment': { takes: { plan: FastPlan; index: number; alignment: number }; gives: SegmentProfile | null };
  /** Texts of a segment that the first pass could not count. */
  'count-texts': { takes: UncountedTexts; gives: TextsSnapshot[] };
  /** Statistics and distribution of the numbers of a column. */
  'summarise-numbers': { takes: DecimalSnapshot; gives: NumberSummary };
  /** Distribution of the texts of a column. */
  'summarise-texts': { takes: readonly TextsSnapshot[]; gives: TextDistribution };
  /** Finds rows that occur again, by the hashes of all rows. */
  'find-duplicates': { takes: readonly Float64Array[]; gives: Duplicates | null };
  /** The second pass over one part of a dataset. */
  'write-part': { takes: InFolder & { part: RecordPart }; gives: PartWritten };
  /** The second pass over a whole dataset. */
  'write-dataset': { takes: InFolder & { profiled: Profiled; site: Site }; gives: DatasetWritten };
  /** The chart of a published dataset. */
  'draw-chart': { takes: ChartTask; gives: ChartOutcome };
}

/** What is known about the numbers of a column. */
export interface NumberSummary {
  statistics: Statistics;
  distribution: NumberDistribution;
}

/** Begins tasks of one kind, on any thread. */
export type Start = StartTasks<Tasks>;

/** How files are read. */
export interface ReadingOptions {
  /** The parts of a regular file begin where this site's formats need it; anywhere if null, since nothing is published. */
  site: Site | null;
  /** About how many bytes a segment has. */
  segmentBytes: number;
  /** Every file is read as text, even if it is regular. */
  asText: boolean;
}

/** A CSV file after the first pass. */
export interface Profiled {
  source: Source;
  dataset: Dataset;
  /** False if the file or its description has an error: then it must not be published. */
  isSound: boolean;
  /** Of the CSV file, before it was read. */
  fingerprint: string;
  /** The delimiter it was read with. */
  delimiter: string;
  /** How its bytes are read again; null if it is read as text. */
  fast: FastRead | null;
}

/** What the first pass over a file found; `profiled` is null if the file cannot be read to its end, or changes meanwhile. */
export interface ProfiledFile {
  profiled: Profiled | null;
  problems: readonly Problem[];
}

/** A part of a dataset's records, and how it is read and written. */
export interface RecordPart extends PartPlace {
  source: Pick<Source, 'path' | 'file' | 'format' | 'settings'>;
  /** The columns in their order in the file. */
  columns: readonly WrittenColumn[];
  pages: RecordPages;
  /** Where a regular file has the part; null if the part is the whole file, which is read as text. */
  range: PartRange | null;
  isLast: boolean;
}

/** Where a task writes. */
interface InFolder {
  folder: string;
  /** See `ListingOutput`. */
  previous: string | null;
}

/** What was written for a part. */
export interface PartWritten {
  written: readonly WrittenFile[];
  /** One for each format, for `joinRecords`. */
  summaries: readonly PartSummary[];
}

/** What was written for a dataset, and what there is to report. */
export interface DatasetWritten {
  written: WrittenFile[];
  problems: readonly Problem[];
}
