/** Fetches new editions of the datasets whose sidecars say where they come from, and lets them replace the data only if they are sound. */

import { copyFileSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FoundData } from '../../discover/describe-source.ts';
import { findData } from '../../discover/find-sources.ts';
import { sidecarOf } from '../../discover/list-files.ts';
import { type AcceptedEdition, readAccepted } from '../../discover/read-accepted.ts';
import type { Origin, ReadingSettings, Source } from '../../model.ts';
import { digestOfFile } from '../../pipeline/files/file-digest.ts';
import { fingerprintOf, sizeOf } from '../../pipeline/input/csv-file.ts';
import { temporaryFolder } from '../../pipeline/output/temporary-folder.ts';
import { explainingWriteErrors } from '../../pipeline/output/write-errors.ts';
import { type Progress, progressMeter } from '../../pipeline/progress.ts';
import type { WorkCounters } from '../../pipeline/threads/work-counters.ts';
import { attempt } from '../../problems/attempt.ts';
import { formatCount, formatMegabytes } from '../../problems/format-problem.ts';
import { type Problem, ProblemError, problem } from '../../problems/problem.ts';
import type { Settings } from '../../settings/settings.ts';
import { didYouMean } from '../../suggestions/suggest.ts';
import { ADVICE, createFiles } from '../add-dataset/create-files.ts';
import { type FetchLimits, fetchFile, type Validators } from '../intake/fetch-file.ts';
import { unpackFile } from '../intake/unpack-file.ts';
import { checkEdition } from './check-edition.ts';
import { replaceEdition } from './replace-edition.ts';
import { readRecords, recordChange, type UpdateRecord } from './update-records.ts';

/** What became of one dataset. */
export interface DatasetUpdate extends Outcome {
  config: string;
  file: string;
}

interface Outcome {
  /** `updated`: there is a new edition; `refused`: there is one with errors; `failed`: none could be fetched or written. */
  result: 'updated' | 'unchanged' | 'refused' | 'failed';
  /** Rows and size in bytes of the new edition; null if it was not read. */
  rows: number | null;
  bytes: number | null;
  problems: readonly Problem[];
}

export interface UpdateReport {
  /** False if a dataset failed or was refused, or if there is an error among the problems. */
  ok: boolean;
  datasets: DatasetUpdate[];
  /** Problems that concern no single dataset. */
  problems: Problem[];
}

export type UpdateSettings = Pick<Settings, 'rawData' | 'files' | 'dryRun' | 'refused'> & ReadingSettings & FetchLimits;

type Updatable = FoundData & { source: Source & { from: Origin } };

/** A fetched file that is not yet checked. */
interface Fetched {
  edition: string;
  digest: string;
  validators: Validators;
}

/** Folder in the raw data for files that are being fetched. It is hidden, so nothing takes them for data. */
const STAGING = '.updating';
const UNCHANGED: Outcome = { result: 'unchanged', rows: null, bytes: null, problems: [] };

/**
 * Updates the datasets named in `files` by config name or path, or all whose sidecars have `from`. Everything is fetched before anything is
 * checked. Without a new edition, nothing is written except, if it is missing, the record of the edition. With `dryRun`, nothing is written
 * at all. Copies editions that are refused to the folder `refused`, under their paths in the raw data. `today` is a date, as `YYYY-MM-DD`.
 */
export async function updateData(settings: UpdateSettings, progress: Progress, today: string): Promise<UpdateReport> {
  const { rawData, maxBytes } = settings;
  const problems: Problem[] = [];
  const found = findData(rawData, null, (it) => it.code === 'raw-data-missing' && problems.push(it), settings);
  const chosen = chooseData(found, settings.files, problems);
  if (problems.length > 0) return { ok: false, datasets: [], problems };
  const updates = new Map<FoundData, DatasetUpdate>();
  /** Runs a step for a dataset, and reports the outcome, if the step returns one or throws a `ProblemError`. */
  const settle = async (it: FoundData, step: () => Outcome | null | Promise<Outcome | null>): Promise<void> => {
    const outcome = await (async () => step())().catch(failed);
    if (outcome === null) return;
    const update = { config: it.source?.config ?? '', file: it.file, ...outcome };
    updates.set(it, update);
    progress(lineOf(update, settings));
  };
  for (const it of chosen) {
    if (!isUpdatable(it)) await settle(it, () => ({ ...UNCHANGED, result: 'failed', problems: whyNot(it) }));
  }
  const updatable = chosen.filter(isUpdatable);
  if (updatable.length > 0) {
    const staging = temporaryFolder(join(rawData, STAGING));
    const records = readRecords(rawData);
    const accepted = readAccepted(rawData, (it) => problems.push(it));
    const fetched = new Map<FoundData, Fetched>();
    const meter = progressMeter(progress);
    try {
      meter.begin({ phase: 'fetch', datasets: updatable.length, bytes: { all: 0, later: 0 } });
      const fetchOne = async ([index, it]: [number, Updatable]): Promise<void> => {
        await settle(it, async () => {
          const { from } = it.source;
          const to = join(staging, String(index));
          const answer = await fetchFile(from, to, knownEdition(it, records), settings);
          if (answer === null) return UNCHANGED;
          const edition = await unpackFile(to, from, maxBytes);
          fetched.set(it, { edition, digest: digestOfFile(edition), validators: answer.validators });
          return null;
        });
        meter.counters.addDataset();
      };
      await eachOf(
        Map.groupBy(updatable.entries(), ([, { source }]) => new URL(source.from.url).host),
        fetchOne,
      );
      const all = [...fetched.values()].reduce((sum, { edition }) => sum + sizeOf(edition), 0);
      meter.begin({ phase: 'check', datasets: fetched.size, bytes: { all, later: 0 } });
      for (const it of updatable) {
        const one = fetched.get(it);
        if (one === undefined) continue;
        await settle(it, () =>
          takeEdition(it, one, { ...settings, today, records, accepted, counters: meter.counters }),
        );
        meter.counters.addDataset();
      }
    } finally {
      rmSync(staging, { recursive: true, force: true });
      // Another update may still use the folder around it.
      attempt(() => rmdirSync(dirname(staging)), null);
    }
  }
  const datasets = chosen.flatMap((it) => updates.get(it) ?? []);
  return { ok: datasets.every(({ result }) => result === 'updated' || result === 'unchanged'), datasets, problems };
}

/** Runs a step for each item in each group: groups at the same time, and two items of a group at a time. */
async function eachOf<T>(groups: ReadonlyMap<string, T[]>, step: (item: T) => Promise<void>): Promise<void> {
  const work = async (queue: T[]): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await step(item);
  };
  await Promise.all([...groups.values()].flatMap((queue) => [work(queue), work(queue)]));
}

function isUpdatable(it: FoundData): it is Updatable {
  return it.source !== null && it.source.from !== null;
}

function failed(error: unknown): Outcome {
  if (!(error instanceof ProblemError)) throw error;
  return { ...UNCHANGED, result: 'failed', problems: [error.problem] };
}

/** The digest of a data file; empty if it cannot be read. */
function digestOf({ path }: Source): string {
  return attempt(() => digestOfFile(path), '');
}

/** The record of the edition that a data file still is; null if there is none. */
function knownEdition({ file, source }: Updatable, records: ReadonlyMap<string, UpdateRecord>): UpdateRecord | null {
  const record = records.get(file);
  return record?.from === source.from.url && digestOf(source) === record.digest ? record : null;
}

/** Checks a fetched edition, and lets it replace the data file if it is sound. */
async function takeEdition(
  it: Updatable,
  { edition, digest, validators }: Fetched,
  { rawData, dryRun, refused, today, records, accepted, counters }: UpdateSettings & Taking,
): Promise<Outcome> {
  const { source, file } = it;
  const fingerprint = fingerprintOf(source.path);
  const record = { from: source.from.url, ...validators, digest };
  if (digestOf(source) === digest) {
    const isKnown = knownEdition(it, records) !== null;
    if (!dryRun && !isKnown) createFiles([recordChange(rawData, file, record)], () => {});
    return UNCHANGED;
  }
  const bytes = sizeOf(edition);
  const { rows, problems } = await checkEdition(source, edition, accepted, counters);
  const isSound = problems.every(({ severity }) => severity === 'hint');
  if (isSound && !dryRun) replaceEdition(rawData, source, { edition, fingerprint, record, today });
  if (!isSound && refused !== null) {
    const copy = join(refused, file);
    const write = (): void => {
      mkdirSync(dirname(copy), { recursive: true });
      copyFileSync(edition, copy);
    };
    explainingWriteErrors(copy, write, ADVICE);
  }
  return { result: isSound ? 'updated' : 'refused', rows, bytes, problems };
}

interface Taking {
  today: string;
  records: ReadonlyMap<string, UpdateRecord>;
  accepted: ReadonlyMap<string, AcceptedEdition>;
  counters: WorkCounters;
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
function lineOf({ result, file, rows, bytes }: DatasetUpdate, { dryRun }: Pick<Settings, 'dryRun'>): string {
  const size = rows === null || bytes === null ? '' : `: ${formatCount(rows, 'row')}, ${formatMegabytes(bytes)}`;
  return `${(dryRun && result === 'updated' ? 'new' : result).padEnd(9)} ${file}${size}`;
}
