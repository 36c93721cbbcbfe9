import type { Source } from '../../model.ts';
import { profileSource } from '../../pipeline/first-pass.ts';
import { readingHere } from '../../pipeline/tasks.ts';
import type { WorkCounters } from '../../pipeline/threads/work-counters.ts';
import { inOrder, type Problem } from '../../problems/problem.ts';

/**
 * Checks a new edition of a dataset before it replaces the last one. `source.path` is the file of the new edition; all else describes the
 * dataset. Returns the number of rows, null if they could not be read, and all problems: with an error among them, the edition is refused.
 */
export function checkEdition(source: Source, counters: WorkCounters): { rows: number | null; problems: Problem[] } {
  const { profiled, problems } = profileSource(source, readingHere(undefined, counters));
  return { rows: profiled?.dataset.rowCount ?? null, problems: inOrder(problems) };
}
