import { resolve } from 'node:path';
import { ACCEPTED_FILE, readAccepted } from '../discover/read-accepted.ts';
import type { Source } from '../model.ts';
import { discover } from '../pipeline/build-api.ts';
import { editionDigest } from '../pipeline/editions/edition-digest.ts';
import { judgeEditions, judgeRemoved, missingNames, REMOVED } from '../pipeline/editions/judge-editions.ts';
import { openPrevious, type PreviousOutput } from '../pipeline/editions/previous.ts';
import { profileSource } from '../pipeline/first-pass.ts';
import { readingHere } from '../pipeline/tasks.ts';
import { advice } from '../problems/name-command.ts';
import { type Problem, ProblemError, type Report } from '../problems/problem.ts';
import { type Settings, settingsThatAffect } from '../settings/settings.ts';
import { didYouMean } from '../suggestions/suggest.ts';
import { createFiles, sortedJson } from './add-dataset/create-files.ts';
import { refusal } from './add-dataset/refusal.ts';

/** A dataset whose present edition was accepted, with the differences from the last one; none if there was nothing to accept. */
export type Accepted = Awaited<ReturnType<typeof acceptEditions>>[number];

/**
 * Accepts the present editions of the datasets named in `settings.files`, or their removal: lists them in the raw data with the differences
 * that they would be refused for. Nothing is written unless all of them can be accepted. Rejects with a `ProblemError` if there is no last
 * edition, if a name is unknown, or if a dataset has errors of other kinds, which must be corrected.
 */
export async function acceptEditions(settings: Settings) {
  const { files: names, out, why } = settings;
  const rawData = resolve(settings.rawData);
  const previous = await openPrevious({ ...settings, compare: true });
  const begin = 'Name the last edition with --previous FOLDER_OR_URL.';
  if (!previous) throw refusal('setting-invalid', null, `nothing has been published in ${out} yet`, begin);
  const { sources, problems } = discover({ rawData, only: [], reading: settingsThatAffect(settings, 'reading') });
  const report: Report = (it) => {
    if (it.severity === 'error') throw new ProblemError(it);
  };
  const accepted = readAccepted(rawData, report);
  for (const name of names) accepted.delete(name);
  const missing = missingNames(sources, previous, accepted);
  const known = [...sources.map((source) => source.config), ...missing];
  const help = advice`Write the name of a dataset, as in {almanac accept --} ${known[0] ?? 'NAME'}.`;
  const found: { config: string; differences: readonly Problem[] }[] = [];
  for (const config of names) {
    const source = sources.find((it) => it.config === config);
    const unknown = `there is no dataset ${config}${didYouMean(config, known)}`;
    if (!known.includes(config)) throw refusal('setting-invalid', null, unknown, help);
    for (const it of problems) if (it.file === source?.file || it.file === source?.descriptionFile) report(it);
    const only = previous.index.datasets.filter((dataset) => dataset.config === config);
    const removed = { ...previous, index: { ...previous.index, datasets: only } };
    const differences = source
      ? await differencesOf(source, previous, report)
      : await judgeRemoved(sources, [], removed, new Map());
    found.push({ config, differences });
    if (differences.length === 0) continue;
    const edition = source ? editionDigest(source) : REMOVED;
    accepted.set(config, { edition, why: why ?? '', differences: differences.map(({ message }) => message) });
  }
  const isChanged = found.some(({ differences }) => differences.length > 0);
  if (isChanged) createFiles([sortedJson(rawData, ACCEPTED_FILE, [...accepted])]);
  return found;
}

async function differencesOf(source: Source, previous: PreviousOutput, report: Report): Promise<readonly Problem[]> {
  const { profiled, problems } = profileSource(source, readingHere());
  for (const it of problems) report(it);
  if (!profiled) return [];
  return (await judgeEditions([profiled], previous, new Map())).get(source) ?? [];
}
