/** Fetches new editions of the datasets whose sidecars say where they come from, and lets them replace the data only if they are sound. */

import { rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FoundData } from '../../discover/describe-source.ts';
import { findData } from '../../discover/find-sources.ts';
import { sidecarOf } from '../../discover/list-files.ts';
import { readAccepted } from '../../discover/read-accepted.ts';
import type { ReadingSettings } from '../../model.ts';
import { digestOfFile } from '../../pipeline/files/file-digest.ts';
import { sizeOf } from '../../pipeline/input/csv-file.ts';
import { temporaryFolder } from '../../pipeline/output/temporary-folder.ts';
import { type Progress, progressMeter } from '../../pipeline/progress.ts';
import { attempt } from '../../problems/attempt.ts';
import { formatCount, formatMegabytes } from '../../problems/format-problem.ts';
import { type Problem, ProblemError, problem } from '../../problems/problem.ts';
import type { Settings } from '../../settings/settings.ts';
import { didYouMean } from '../../suggestions/suggest.ts';
import { type FetchLimits, fetchFile } from '../intake/fetch-file.ts';
import { unpackFile } from '../intake/unpack-file.ts';
import { type Fetched, knownEdition, type Outcome, takeEdition, UNCHANGED, type Updatable } from './take-edition.ts';

/** What became of one dataset. */
export type DatasetUpdate = Outcome & { config: string; file: string };

export type UpdateReport = Awaited<ReturnType<typeof updateData>>;

export type UpdateSettings = Pick<Settings, 'rawData' | 'files' | 'dryRun' | 'refused'> & ReadingSettings & FetchLimits;

/** Folder in the raw data for files that are being fetched. It is hidden, so nothing takes them for data. */
const STAGING = '.updating';

/**
 * Updates the datasets named in `files` by config name or path, or all whose sidecars have `from`. Everything is fetched before anything is
 * checked. Without a new edition, nothing is written except, if it is missing, the record of the edition. With `dryRun`, nothing is written
 * at all. Copies editions that are refused to the folder `refused`, under their paths in the raw data. `today` is a date, as `YYYY-MM-DD`.
 * In the report, `problems` concern no single dataset, and `ok` is false if a dataset failed or was refused, or if none was tried.
 */
export async function updateData(settings: UpdateSettings, progress: Progress, today: string) {
  const { rawData, files } = settings;
  const problems: Problem[] = [];
  const datasets: DatasetUpdate[] = [];
  const found = findData(rawData, null, (it) => it.code === 'raw-data-missing' && problems.push(it), settings);
  const chosen = chooseData(found, files, problems);
  if (problems.length > 0 || chosen.length === 0) return { ok: problems.length === 0, datasets, problems };
  const accepted = readAccepted(rawData, (it) => problems.push(it));
  const staging = temporaryFolder(join(rawData, STAGING));
  const { begin, counters } = progressMeter(progress);
  try {
    begin({ phase: 'fetch', datasets: chosen.length, bytes: { all: 0, later: 0 } });
    const fetched = new Map<FoundData, Fetched | Outcome>();
    const hosts = Map.groupBy(chosen.entries(), ([, { source }]) => source?.from && new URL(source.from.url).host);
    const fetchInTurn = async (queue: Iterable<[number, FoundData]>): Promise<void> => {
      for (const [index, it] of queue) {
        const to = join(staging, String(index));
        fetched.set(it, await fetchEdition(it, to, settings).catch(failed));
        counters.addDataset();
      }
    };
    const queues = [...hosts.values()].map((of) => of.values());
    // Two at a time from each host.
    await Promise.all([...queues, ...queues].map(fetchInTurn));
    const editions = [...fetched.values()].flatMap((it) => ('edition' in it ? sizeOf(it.edition) : []));
    const all = editions.reduce((sum, size) => sum + size, 0);
    begin({ phase: 'check', datasets: editions.length, bytes: { all, later: 0 } });
    for (const it of chosen) {
      let outcome = fetched.get(it) as Fetched | Outcome;
      if ('edition' in outcome) {
        const taking = { ...settings, today, accepted, counters };
        outcome = await takeEdition(it.source as Updatable, outcome, taking).catch(failed);
        counters.addDataset();
      }
      datasets.push({ config: it.source?.config ?? '', file: it.file, ...outcome });
      progress(lineOf(it.file, outcome, settings.dryRun));
    }
  } finally {
    rmSync(staging, { recursive: true, force: true });
    // Another update may still use the folder around it.
    attempt(() => rmdirSync(dirname(staging)), null);
  }
  return { ok: datasets.every(({ result }) => result === 'updated' || result === 'unchanged'), datasets, problems };
}

/** Fetches the edition that the server has now, if it may be another one. */
async function fetchEdition(it: FoundData, to: string, settings: UpdateSettings): Promise<Fetched | Outcome> {
  if (!it.source?.from) return { ...UNCHANGED, result: 'failed', problems: whyNot(it) };
  const source = it.source as Updatable;
  const answer = await fetchFile(source.from, to, knownEdition(settings.rawData, source), settings);
  if (answer === null) return UNCHANGED;
  const edition = await unpackFile(to, source.from, settings.maxBytes);
  return { edition, record: { from: source.from.url, ...answer.validators, digest: digestOfFile(edition) } };
}

function failed(error: unknown): Outcome {
  if (!(error instanceof ProblemError)) throw error;
  return { ...UNCHANGED, result: 'failed', problems: [error.problem] };
}

/** The data files with the given config names or paths; without any, those that say where they come from, or whose description is faulty. */
function chooseData(found: readonly FoundData[], names: readonly string[], problems: Problem[]): FoundData[] {
  if (names.length === 0) {
    return found.filter(({ isDescribed, source }) => isDescribed && (source === null || source.from !== null));
  }
  const known = found.map(({ file, source }) => source?.config || file);
  const unknown = names.filter((name) => !found.some(({ file, source }) => name === file || name === source?.config));
  for (const name of unknown) {
    const help = `There ${known.length === 1 ? 'is' : 'are'} ${formatCount(known.length, 'dataset')}: ${known.join(', ')}.`;
    const message = `there is no dataset ${name}${didYouMean(name, known)}`;
    problems.push(problem('setting-invalid', { file: null }, message, help));
  }
  return found.filter(({ file, source }) => names.some((name) => name === file || name === source?.config));
}

/** Why a dataset cannot be updated: its description is faulty, or does not say where the file comes from. */
function whyNot({ file, problems }: FoundData): readonly Problem[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return errors;
  const help = 'Write "from": the http or https address of the file itself, not of the page that links to it.';
  const message = 'has no "from", so there is nowhere to fetch a new edition from';
  return [problem('key-missing', { file: sidecarOf(file) }, message, help)];
}

/** A line such as `updated   economy/rents.csv: 1,200 rows, 0.1 MB`. */
function lineOf(file: string, { result, rows, bytes }: Outcome, isDry: boolean): string {
  const size = rows === null || bytes === null ? '' : `: ${formatCount(rows, 'row')}, ${formatMegabytes(bytes)}`;
  return `${(isDry && result === 'updated' ? 'new' : result).padEnd(9)} ${file}${size}`;
}
