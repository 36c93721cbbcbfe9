import { resolve } from 'node:path';
import { ACCEPTED_FILE, type AcceptedEdition, readAccepted } from '../discover/read-accepted.ts';
import type { Source } from '../model.ts';
import { discover } from '../pipeline/build-api.ts';
import { editionDigest } from '../pipeline/editions/edition-digest.ts';
import { judgeEditions, judgeRemoved, missingNames, REMOVED } from '../pipeline/editions/judge-editions.ts';
import { openPrevious, type PreviousOutput } from '../pipeline/editions/previous.ts';
import { profileSource } from '../pipeline/first-pass.ts';
import { readingHere } from '../pipeline/tasks.ts';
import { advice } from '../problems/name-command.ts';
import { type Problem, ProblemError, problem, type Report } from '../problems/problem.ts';
import { type Settings, settingsThatAffect } from '../settings/settings.ts';
import { didYouMean } from '../suggestions/suggest.ts';
import { createFiles, sortedJson } from './add-dataset/create-files.ts';

/** A dataset whose present edition was accepted, with the differences from the last one; none if there was nothing to accept. */
export interface Accepted {
  config: string;
  differences: readonly Problem[];
}

/**
 * Accepts the present editions of the datasets named in `settings.files`, or their removal: lists them in the raw data with the differences
 * that they would be refused for. Nothing is written unless all of them can be accepted. Rejects with a `ProblemError` if there is no last
 * edition, if a name is unknown, or if a dataset has errors of other kinds, which must be corrected.
 */
export async function acceptEditions(settings: Settings): Promise<Accepted[]> {
  const { files: names } = settings;
  const rawData = resolve(settings.rawData);
  const previous = await openPrevious({ ...settings, compare: true });
  if (!previous)
    throw refusal(
      `nothing has been published in ${settings.out} yet`,
      'Name the last edition with --previous FOLDER_OR_URL.',
    );
  const { sources, problems } = discover({ rawData, only: [], reading: settingsThatAffect(settings, 'reading') });
  const report: Report = (it) => {
    if (it.severity === 'error') throw new ProblemError(it);
  };
  const accepted = readAccepted(rawData, report);
  const others = new Map([...accepted].filter(([config]) => !names.includes(config)));
  const found: Accepted[] = [];
  for (const config of names) {
    const source = sources.find((it) => it.config === config);
    for (const it of problems) if (it.file === source?.file || it.file === source?.descriptionFile) report(it);
    const differences = source
      ? await differencesOf(source, previous, report)
      : await judgeRemoved(sources, [], { ...previous, index: onlyOf(previous, config, sources, others) }, new Map());
    found.push({ config, differences });
    if (differences.length === 0) continue;
    const edition = source ? editionDigest(source) : REMOVED;
    others.set(config, { edition, why: settings.why ?? '', differences: differences.map(({ message }) => message) });
  }
  if (found.some(({ differences }) => differences.length > 0)) {
    createFiles([sortedJson(rawData, ACCEPTED_FILE, [...others])]);
  }
  return found;
}

/** The index of what was published, with a dataset that is missing now alone. */
function onlyOf(
  previous: PreviousOutput,
  config: string,
  sources: readonly Source[],
  accepted: ReadonlyMap<string, AcceptedEdition>,
): PreviousOutput['index'] {
  const missing = missingNames(sources, previous, accepted);
  if (!missing.includes(config)) {
    const known = [...sources.map((source) => source.config), ...missing];
    throw refusal(
      `there is no dataset ${config}${didYouMean(config, known)}`,
      advice`Write the name of a dataset, as in {almanac accept --} ${known[0] ?? 'NAME'}.`,
    );
  }
  return { ...previous.index, datasets: previous.index.datasets.filter((dataset) => dataset.config === config) };
}

async function differencesOf(source: Source, previous: PreviousOutput, report: Report): Promise<readonly Problem[]> {
  const { profiled, problems } = profileSource(source, readingHere());
  for (const it of problems) report(it);
  if (!profiled) return [];
  return (await judgeEditions([profiled], previous, new Map())).get(source) ?? [];
}

function refusal(message: string, help: string): ProblemError {
  return new ProblemError(problem('setting-invalid', { file: null }, message, help));
}
