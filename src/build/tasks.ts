/** What any thread can do of a build. */

import type { Site } from '../contract/routes.ts';
import { type PartWritten, type WritePartTask, writePages } from '../fast-path/write-part.ts';
import type { Source } from '../model.ts';
import type { Problem } from '../problems/problem.ts';
import { type Profiled, profileSource, type SourceRead } from './first-pass.ts';
import { csvFile } from './input/csv-file.ts';
import { folderOutput } from './output/folder-output.ts';
import { type ReadingOptions, readingHere } from './read-as-text.ts';
import { type ReadingResults, type ReadingTask, runReadingTask } from './reading-task.ts';
import { type DatasetWritten, publishProfiled } from './second-pass.ts';
import type { WorkCounters } from './threads/work-counters.ts';

/** Work on a dataset or a part of one: plain data, and so is what comes of it. */
export type Task = ReadingTask | SourceTask | InFolder<WritePartTask> | InFolder<DatasetTask>;

/** A file that one thread reads from its beginning to its end. */
interface SourceTask {
  kind: 'source';
  source: Source;
  options: ReadingOptions;
}

/** A dataset that one thread writes. */
interface DatasetTask {
  kind: 'dataset';
  profiled: Profiled;
  site: Site;
}

/** What is written into a folder. */
type InFolder<T> = T & {
  folder: string;
  /** As `FolderOutput` has it. */
  previous: string | null;
};

/** What comes of a task. */
export type ResultOf<T extends Task> = Results[T['kind']];

interface Results extends ReadingResults {
  source: SourceRead;
  pages: PartWritten;
  dataset: DatasetWritten;
}

/** Does a task on this thread. Throws a `ProblemError` where the system does not let it read or write. */
export function runTask<T extends Task>(task: T, counters: WorkCounters): ResultOf<T> {
  return resultOf(task, counters) as ResultOf<T>;
}

function resultOf(task: Task, counters: WorkCounters): Results[Task['kind']] {
  if (task.kind === 'source') return readWhole(task, counters);
  if (task.kind === 'pages') return writePart(task, counters);
  if (task.kind === 'dataset') return writeWhole(task, counters);
  return runReadingTask(task, counters);
}

function readWhole({ source, options }: SourceTask, counters: WorkCounters): SourceRead {
  const problems: Problem[] = [];
  const profiled = profileSource(source, (it) => problems.push(it), readingHere(options, counters));
  return { profiled, problems };
}

function writePart({ folder, previous, ...task }: InFolder<WritePartTask>, counters: WorkCounters): PartWritten {
  const output = folderOutput(folder, previous);
  const firsts = writePages(csvFile(task.regular.path, task.regular.file), task, output, counters);
  return { ...output.written, firsts };
}

function writeWhole(
  { folder, previous, profiled, site }: InFolder<DatasetTask>,
  counters: WorkCounters,
): DatasetWritten {
  const problems: Problem[] = [];
  const output = folderOutput(folder, previous);
  publishProfiled(profiled, output, site, counters, (it) => problems.push(it));
  return { ...output.written, problems };
}
