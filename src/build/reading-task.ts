/** What any thread can do of the first reading of a file. */

import { profileSegment, type SegmentProfile, type SegmentTask } from '../fast-path/profile-segment.ts';
import { type Duplicates, findDuplicates } from '../parse/checks/find-duplicates.ts';
import type { DecimalSnapshot } from '../profile/numbers/decimal-column.ts';
import { decimalStatistics, type Statistics } from '../profile/numbers/exact-statistics.ts';
import { csvFile } from './input/csv-file.ts';
import type { WorkCounters } from './threads/work-counters.ts';

/** Work on a part of a file, or on what was read of it: plain data, and so is what comes of it. */
export type ReadingTask = SegmentTask | FiguresTask | RepeatsTask;

/** Numbers of a column whose figures are wanted. */
export interface FiguresTask {
  kind: 'figures';
  numbers: DecimalSnapshot;
}

/** Hashes of a file's rows, among which equal ones are looked for. */
interface RepeatsTask {
  kind: 'repeats';
  hashes: readonly Float64Array[];
}

/** What comes of a task, by its kind. */
export interface ReadingResults {
  profile: SegmentProfile | null;
  figures: Statistics;
  repeats: Duplicates | null;
}

/** Begins tasks, on whatever thread; what it returns waits for their results, which are in the tasks' order. */
export type StartReading = <T extends ReadingTask>(tasks: readonly T[]) => () => ReadingResults[T['kind']][];

/** Does tasks on this thread, once their results are waited for. */
export function startHere(counters: WorkCounters): StartReading {
  return (tasks) => () => tasks.map((task) => runReadingTask(task, counters));
}

/** Does a task on this thread. Throws a `ProblemError` where the system does not let it read. */
export function runReadingTask<T extends ReadingTask>(task: T, counters: WorkCounters): ReadingResults[T['kind']] {
  return resultOf(task, counters) as ReadingResults[T['kind']];
}

function resultOf(task: ReadingTask, counters: WorkCounters): ReadingResults[ReadingTask['kind']] {
  if (task.kind === 'profile') return profileSegment(csvFile(task.regular.path, task.regular.file), task, counters);
  if (task.kind === 'figures') return decimalStatistics(task.numbers);
  return findDuplicates(task.hashes);
}
