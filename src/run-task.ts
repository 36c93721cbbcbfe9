import { findRepeats, type Repeats } from './parse/find-repeats.ts';
import { type Figures, figuresOfScaled } from './profile/exact-figures.ts';
import type { ScaledSnapshot } from './profile/scaled-numbers.ts';
import { folderOutput, type Written } from './publish/folder-output.ts';
import { type PagesTask, writePages } from './segment-pages.ts';
import { profileSegment, type SegmentProfile, type SegmentTask } from './segment-profile.ts';
import type { WorkCounters } from './work-counters.ts';

/** Work on a part of a dataset that any thread can do: plain data, and so is what comes of it. */
export type Task = SegmentTask | FiguresTask | RepeatsTask | FolderTask;

/** Numbers of a column whose figures are wanted. */
export interface FiguresTask {
  kind: 'figures';
  numbers: ScaledSnapshot;
}

/** Hashes of a file's rows, among which equal ones are looked for. */
export interface RepeatsTask {
  kind: 'repeats';
  hashes: readonly Float64Array[];
}

/** Pages or chunks that are written into a folder. */
export interface FolderTask extends PagesTask {
  folder: string;
  /** As `FolderOutput` has it. */
  former: string | null;
}

/** What was written of a part of a dataset. */
export interface PartWritten extends Written {
  /** Numbers of the first records of its chunks; none where pages were written. */
  firsts: readonly number[];
}

/** What comes of a task. */
export type ResultOf<T extends Task> = Results[T['kind']];

interface Results {
  profile: SegmentProfile | null;
  figures: Figures;
  repeats: Repeats | null;
  pages: PartWritten;
}

/** Does a task on this thread. Throws a `ProblemError` where the system does not let it read or write. */
export function runTask<T extends Task>(task: T, counters: WorkCounters): ResultOf<T> {
  return resultOf(task, counters) as ResultOf<T>;
}

function resultOf(task: Task, counters: WorkCounters): Results[Task['kind']] {
  if (task.kind === 'profile') return profileSegment(task, counters);
  if (task.kind === 'figures') return figuresOfScaled(task.numbers);
  if (task.kind === 'repeats') return findRepeats(task.hashes);
  const output = folderOutput(task.folder, task.former);
  const firsts = writePages(task, output, counters);
  return { ...output.written, firsts };
}
