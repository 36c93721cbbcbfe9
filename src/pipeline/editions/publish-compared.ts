import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { datasetFile } from '../../contract/routes.ts';
import { readAccepted } from '../../discover/read-accepted.ts';
import type { ListingOutput, Source } from '../../model.ts';
import { formatCount } from '../../problems/format-problem.ts';
import type { BuildOptions, KeptDataset, ProfiledSources, PublishedDatasets } from '../build.ts';
import type { Profiled } from '../task-types.ts';
import { judgeEditions, judgeRemoved, missingNames } from './judge-editions.ts';
import { keepEdition } from './keep-edition.ts';
import { formerName, type PreviousOutput } from './previous.ts';

/**
 * Compares the editions of a catalogue with the last ones, and publishes it unless there is an error. With `keepGoing`, datasets with errors
 * are published as they were last time, and those without an earlier edition are left out.
 */
export async function publishCompared(
  sources: ProfiledSources,
  previous: PreviousOutput,
  output: ListingOutput,
  { rawData, site, only = [], selectShard, reuse, progress = () => {} }: BuildOptions,
): Promise<PublishedDatasets> {
  const accepted = readAccepted(rawData, sources.report);
  const profiled: Profiled[] = [];
  for (const ready of sources.ready) {
    const it = ready.profiled ?? (await profileChanged(ready.source, sources, previous, reuse?.previous ?? null));
    if (it) profiled.push(it);
  }
  const judged = await judgeEditions(profiled, previous, accepted);
  // A choice of datasets does not show what is missing among the others, but a shard knows all sources.
  const removed = only.length === 0 ? await judgeRemoved(sources.all, profiled, previous, accepted) : [];
  for (const it of [...[...judged.values()].flat(), ...removed]) sources.report(it);
  if (sources.isRefused()) return sources.publish();
  const sound = new Set(sources.ready.map(({ source }) => source));
  const failed = sources.sources.filter((source) => !sound.has(source) || judged.has(source));
  const names = [
    ...failed.map(({ config }) => config),
    // The parts of a catalogue are merged, so none of them may have a dataset of another.
    ...(removed.length > 0 && !selectShard ? missingNames(sources.all, previous, accepted) : []),
  ];
  const kept: KeptDataset[] = [];
  for (const config of names) {
    const edition = await keepEdition(previous, config, output, site);
    if (edition) kept.push(edition);
  }
  if (kept.length > 0) progress(`keep      ${formatCount(kept.length, 'dataset')} as published last time`);
  return sources.publish(kept, new Set(judged.keys()));
}

/**
 * Profiles a dataset that the last build of this output has published, in the folder `own`, if another output, with which it is compared,
 * has another edition of it. Null if there is nothing to compare.
 */
async function profileChanged(
  source: Source,
  sources: ProfiledSources,
  previous: PreviousOutput,
  own: string | null,
): Promise<Profiled | null> {
  const before = formerName(previous, source);
  if (before === null || own === null || previous.isOwn) return null;
  const last = await previous.read(datasetFile('schema', before));
  const ofOwn = readFileSync(join(own, datasetFile('schema', source.config)));
  return last && ofOwn.equals(last) ? null : sources.profile(source);
}
