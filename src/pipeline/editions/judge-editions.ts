import { type Edition, keyOf, laterTimes } from '../../compare/edition.ts';
import { judgeMissing, type Table } from '../../compare/judge-catalogue.ts';
import { judgeEdition } from '../../compare/judge-edition.ts';
import type { AcceptedEdition } from '../../discover/read-accepted.ts';
import type { Source } from '../../model.ts';
import type { Problem } from '../../problems/problem.ts';
import type { Profiled } from '../task-types.ts';
import { editionDigest } from './edition-digest.ts';
import { editionOf, type LastEdition, publishedEdition } from './last-edition.ts';
import { formerName, type PreviousOutput, readEdition } from './previous.ts';
import { recordsOfEdition } from './records-of-edition.ts';

/** Number of datasets whose last editions are read at the same time. */
const AT_ONCE = 16;

/**
 * Compares editions with the last ones, and returns the problems of those that must not be published, by source. Editions that the
 * publisher has accepted are left out.
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
      if (problems.length === 0 || accepted.get(source.config)?.edition === editionDigest(source)) continue;
      judged.set(source, problems);
    }
  }
  return judged;
}

async function judgeOne(profiled: Profiled, previous: PreviousOutput): Promise<Problem[]> {
  const before = formerName(previous, profiled.source);
  const last = before === null ? null : await publishedEdition(previous, before);
  return last ? judgeAgainst(last, profiled) : [];
}

/** Compares an edition with the last one, and returns the problems for which it must not be published. */
export async function judgeAgainst(last: LastEdition, profiled: Profiled): Promise<Problem[]> {
  const { source, dataset } = profiled;
  const { config, file, editions: bounds } = source;
  const next = editionOf(dataset);
  const before = last.edition.schema.row_count;
  const mayBeCutOff = dataset.rowCount > 0 && dataset.rowCount < before;
  const key = keyOf(last.edition);
  const canFind = key.length > 0 && key.every((name) => next.schema.columns.some((column) => column.name === name));
  const records = recordsOfEdition(profiled, {
    key,
    sample: canFind ? await last.lines(sampleIndexes(before)) : [],
    ends: mayBeCutOff ? await last.lines([0, dataset.rowCount - 1]) : [],
    time: newTimes(last.edition, next),
  });
  return judgeEdition(last.edition, next, records, { file, config, bounds });
}

/** Number of places from which records are taken for a sample, among the first records of a dataset, which are found again soonest. */
const PLACES = 5;
const RECORDS_AT_PLACE = 50;
const FIRST_RECORDS = 100_000;

/** Indexes of the records in a sample of a dataset of `count` records. */
function sampleIndexes(count: number): number[] {
  const end = Math.min(count, FIRST_RECORDS);
  const step = Math.ceil(end / PLACES / RECORDS_AT_PLACE) * RECORDS_AT_PLACE;
  return Array.from({ length: end }, (_, index) => index).filter((index) => index % step < RECORDS_AT_PLACE);
}

/** Tables of more rows are not searched for the newest ones, since that takes as long as reading them a third time. */
const MANY_ROWS = 500_000;

/** The times that are new in an edition, if its records are identified by their time. */
function newTimes(last: Edition, next: Edition): ReturnType<typeof laterTimes> {
  const times = next.schema.row_count <= MANY_ROWS ? laterTimes(last, next) : null;
  return times && keyOf(next).includes(times.column) ? times : null;
}

/** Value of `edition` in the list of accepted editions for a dataset that may be missing. */
export const REMOVED = 'removed';

/** Config names of the datasets that were published last time, that no source has now or had before, and whose removal is not accepted. */
export function missingNames(
  sources: readonly Source[],
  previous: PreviousOutput,
  accepted: ReadonlyMap<string, AcceptedEdition>,
): string[] {
  const present = new Set(sources.flatMap(({ config, formerly }) => [config, ...formerly]));
  const isMissing = (config: string): boolean => !present.has(config) && accepted.get(config)?.edition !== REMOVED;
  return previous.index.datasets.map(({ config }) => config).filter(isMissing);
}

/** Problems for the datasets of `missingNames`. */
export async function judgeRemoved(
  sources: readonly Source[],
  profiled: readonly Profiled[],
  previous: PreviousOutput,
  accepted: ReadonlyMap<string, AcceptedEdition>,
): Promise<Problem[]> {
  const names = missingNames(sources, previous, accepted);
  if (names.length === 0) return [];
  const editions = await Promise.all(names.map((config) => readEdition(previous, config)));
  const missing = names.map((config, index): Table => {
    const { row_count: rows = 0, columns = [] } = editions[index]?.schema ?? {};
    return { config, rows, columns: columns.map(({ name }) => name) };
  });
  const known = new Set(previous.index.datasets.map(({ config }) => config));
  const added = profiled.map(({ dataset }) => dataset).filter(({ config }) => !known.has(config));
  const tables = added.map(({ config, rowCount, profiles }) => ({
    ...{ config, rows: rowCount },
    columns: profiles.map(({ name }) => name),
  }));
  return judgeMissing(missing, tables);
}
