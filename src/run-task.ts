import { folderOutput, type Written } from './publish/output.ts';
import { type PagesTask, writePages } from './segment-pages.ts';
import { profileSegment, type SegmentProfile, type SegmentTask } from './segment-profile.ts';

/** Work on a part of a dataset that any thread can do: plain data, and so is what comes of it. */
export type Task = SegmentTask | FolderTask;

/** Pages that are written into a folder. */
export interface FolderTask extends PagesTask {
  folder: string;
  /** As `FolderOutput` has it. */
  former: string | null;
}

/** What comes of a task. */
export type ResultOf<T extends Task> = T extends SegmentTask ? SegmentProfile | null : Written;

/** Does a task on this thread. Throws a `ProblemError` where the system does not let it read or write. */
export function runTask<T extends Task>(task: T): ResultOf<T> {
  if (task.kind === 'profile') return profileSegment(task) as ResultOf<T>;
  const output = folderOutput(task.folder, task.former);
  writePages(task, output);
  return output.written as ResultOf<T>;
}
