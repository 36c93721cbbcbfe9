import { folderOutput, type Written } from './publish/output.ts';
import { type PagesTask, writePages } from './segment-pages.ts';
import { buffersOf, profileSegment, type SegmentProfile, type SegmentTask } from './segment-profile.ts';
import type { WorkCounters } from './work-counters.ts';

/** Work on a part of a dataset that any thread can do: plain data, and so is what comes of it. */
export type Task = SegmentTask | FolderTask;

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
export type ResultOf<T extends Task> = T extends SegmentTask ? SegmentProfile | null : PartWritten;

/** What of a result another thread can take over without a copy. */
export function transferred(result: unknown): ArrayBuffer[] {
  const isProfile = typeof result === 'object' && result !== null && 'hashes' in result;
  return isProfile ? buffersOf(result as SegmentProfile) : [];
}

/** Does a task on this thread. Throws a `ProblemError` where the system does not let it read or write. */
export function runTask<T extends Task>(task: T, counters: WorkCounters): ResultOf<T> {
  if (task.kind === 'profile') return profileSegment(task, counters) as ResultOf<T>;
  const output = folderOutput(task.folder, task.former);
  const firsts = writePages(task, output, counters);
  return { ...output.written, firsts } as PartWritten as ResultOf<T>;
}
