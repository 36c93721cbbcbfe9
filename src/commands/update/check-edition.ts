import type { AcceptedEdition } from '../../discover/read-accepted.ts';
import type { Source } from '../../model.ts';
import { editionDigest } from '../../pipeline/editions/edition-digest.ts';
import { judgeAgainst } from '../../pipeline/editions/judge-editions.ts';
import { editionInFile } from '../../pipeline/editions/last-edition.ts';
import { profileSource } from '../../pipeline/first-pass.ts';
import { readingHere } from '../../pipeline/tasks.ts';
import type { WorkCounters } from '../../pipeline/threads/work-counters.ts';
import { inOrder, type Problem } from '../../problems/problem.ts';

/**
 * Checks a new edition of a dataset before it replaces the last one, and compares it with that, unless the publisher has accepted it.
 * `source.path` is the last one's data file, and all else describes both. Returns the number of rows, null if they could not be read, and
 * all problems: with an error among them, the edition is refused.
 */
export async function checkEdition(
  source: Source,
  path: string,
  accepted: ReadonlyMap<string, AcceptedEdition>,
  counters: WorkCounters,
): Promise<{ rows: number | null; problems: Problem[] }> {
  const reading = readingHere(undefined, counters);
  const { profiled, problems } = profileSource({ ...source, path }, reading);
  const rows = profiled?.dataset.rowCount ?? null;
  const last = profiled?.isSound ? profileSource(source, readingHere()).profiled : null;
  if (!profiled || !last || accepted.get(source.config)?.edition === editionDigest(profiled.source)) {
    return { rows, problems: inOrder(problems) };
  }
  return { rows, problems: inOrder([...problems, ...(await judgeAgainst(editionInFile(last), profiled))]) };
}
