import { columnsOf, type Edition } from '../../compare/edition.ts';
import { judgeCatalogue } from '../../compare/judge-catalogue.ts';
import { judgeEdition } from '../../compare/judge-edition.ts';
import { type AcceptedEdition, readAccepted } from '../../discover/read-accepted.ts';
import type { Dataset, Source } from '../../model.ts';
import type { Problem, Report } from '../../problems/problem.ts';
import { DESCRIPTIONS } from '../../publish/encode-documents.ts';
import type { Profiled } from '../task-types.ts';
import { editionDigest } from './edition-digest.ts';
import { type PreviousOutput, readEdition } from './previous.ts';
import { publishedLine } from './published-line.ts';
import { recordsOfEdition } from './records-of-edition.ts';

/** An edition as its documents describe it once it is published. */
export function editionOf(dataset: Dataset): Edition {
  const documents = (['schema', 'profile', 'quality'] as const).map((file) => [
    file,
    JSON.parse(DESCRIPTIONS[file](dataset)),
  ]);
  return Object.fromEntries(documents) as Edition;
}

/** Number of datasets whose last editions are read at the same time. */
const AT_ONCE = 16;

/**
 * Compares editions with the last ones, and returns the problems of each that must not be published. Editions that the publisher has
 * accepted are not compared.
 */
export async function judgeEditions(
  profiled: readonly Profiled[],
  previous: PreviousOutput,
  accepted: ReadonlyMap<string, AcceptedEdition>,
): Promise<Map<Source, Problem[]>> {
  const judged = new Map<Source, Problem[]>();
  for (let start = 0; start < profiled.length; start += AT_ONCE) {
    const some = profiled.slice(start, start + AT_ONCE);
    const found = await Promise.all(some.map((it) => judgeOne(it, previous)));
    for (const [index, problems] of found.entries()) {
      const { source } = some[index] as Profiled;
      if (problems.length > 0 && accepted.get(source.config)?.edition !== editionDigest(source)) judged.set(source, problems);
    }
  }
  return judged;
}

async function judgeOne(profiled: Profiled, previous: PreviousOutput): Promise<Problem[]> {
  const { source, dataset } = profiled;
  const { config, file, editions: bounds } = source;
  const last = await readEdition(previous, config);
  if (!last) return [];
  const next = editionOf(dataset);
  const lines = new Map<number, string | null>();
  if (dataset.rowCount > 0 && dataset.rowCount < last.schema.row_count) {
    for (const index of [0, dataset.rowCount - 1]) lines.set(index, await publishedLine(previous, config, index));
  }
  const records = recordsOfEdition(profiled, (index) => lines.get(index) ?? null);
  return judgeEdition(last, next, records, { file, config, bounds });
}

/** Problems for the datasets that were published last time and are missing now. */
export async function judgeMissing(
  datasets: readonly Dataset[],
  previous: PreviousOutput,
  accepted: ReadonlyMap<string, AcceptedEdition>,
): Promise<Problem[]> {
}
