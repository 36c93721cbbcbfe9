/** Fetches new editions of the datasets whose sidecars say where they come from, and lets them replace the data only if they are sound. */

import { copyFileSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FoundData } from '../../discover/describe-source.ts';
import { findData } from '../../discover/find-sources.ts';
import type { Origin, ReadingSettings, Source } from '../../model.ts';
import { digestOfFile } from '../../pipeline/files/file-digest.ts';
import { fingerprintOf, sizeOf } from '../../pipeline/input/csv-file.ts';
import { temporaryFolder } from '../../pipeline/output/temporary-folder.ts';
import { explainingWriteErrors } from '../../pipeline/output/write-errors.ts';
import { type Progress, progressMeter } from '../../pipeline/progress.ts';
import { attempt } from '../../problems/attempt.ts';
import { formatCount, formatMegabytes } from '../../problems/format-problem.ts';
import { type Problem, ProblemError, problem } from '../../problems/problem.ts';
import type { Settings } from '../../settings/settings.ts';
import { didYouMean } from '../../suggestions/suggest.ts';
import { ADVICE, createFiles } from '../add-dataset/create-files.ts';
import { type FetchLimits, fetchFile, type Validators } from '../intake/fetch-file.ts';
import { unpackFile } from '../intake/unpack-file.ts';
import { checkEdition } from './check-edition.ts';
import { forEachHost } from './for-each-host.ts';
import { replaceEdition } from './replace-edition.ts';
import { readRecords, recordChange } from './update-records.ts';

/** What became of one dataset. */
export interface DatasetUpdate {
  config: string;
  file: string;
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

type Updatable = Source & { from: Origin };

/** A fetched file that is not yet checked. */
interface Fetched {
  edition: string;
  sha256: string;
  validators: Validators;
}

/**
 * Updates the datasets named in `files` by config name or path, or all whose sidecars have `from`. Everything is fetched before anything is
 * checked. Without a new edition, nothing is written except, if it is missing, the record of the edition. With `dryRun`, nothing is written
 * at all. Copies editions that are refused to the folder `refused`, under their paths in the raw data.
 */
export async function updateData(settings: UpdateSettings, progress: Progress, today: string): Promise<UpdateReport> {
  const { rawData } = settings;
  const folder: Problem[] = [];
  const found = findData(rawData, null, (it) => it.code === 'raw-data-missing' && folder.push(it), settings);
  const chosen = chooseData(found, settings.files, folder);
  if (folder.length > 0) return { ok: false, datasets: [], problems: folder };
  const updates = new Map<FoundData, DatasetUpdate>();
  const settle = (it: FoundData, update: Pick<DatasetUpdate, 'result' | 'problems'> & Partial<DatasetUpdate>): void => {
    updates.set(it, { config: it.source?.config ?? '', file: it.file, rows: null, bytes: null, ...update });
    progress(lineOf(updates.get(it) as DatasetUpdate, settings));
  };
  for (const it of chosen) if (!it.source?.from) settle(it, { result: 'failed', problems: [whyNot(it)].flat() });
  const updatable = chosen.flatMap((it) => (it.source?.from ? [{ it, source: it.source as Updatable }] : []));
  if (updatable.length > 0) {
    const staging = temporaryFolder(join(rawData, STAGING));
    try {
      await updateEach(updatable, { settings, staging, today, progress, settle });
    } finally {
      rmSync(staging, { recursive: true, force: true });
      // Another update may still use the folder around it.
      attempt(() => rmdirSync(dirname(staging)), null);
    }
  }
  const datasets = chosen.flatMap((it) => updates.get(it) ?? []);
  return { ok: datasets.every(({ result }) => IS_OK.has(result)), datasets, problems: [] };
}

/** Folder in the raw data for files that are being fetched. It is hidden, so nothing takes them for data. */
const STAGING = '.updating';
const IS_OK: ReadonlySet<string> = new Set(['updated', 'unchanged']);

interface Updating {
  settings: UpdateSettings;
  staging: string;
  today: string;
  progress: Progress;
  settle(it: FoundData, update: Pick<DatasetUpdate, 'result' | 'problems'> & Partial<DatasetUpdate>): void;
}

async function updateEach(
  updatable: readonly { it: FoundData; source: Updatable }[],
  { settings, staging, today, progress, settle }: Updating,
): Promise<void> {
  const { rawData, maxBytes, dryRun, refused } = settings;
  const records = readRecords(rawData);
  /** The record of the edition that the data file still is. */
  const recordOf = ({ file, path, from }: Updatable) => {
    const record = records.get(file);
    return record?.from === from.url && attempt(() => digestOfFile(path), '') === record.sha256 ? record : null;
  };
  const fetched = new Map<FoundData, Fetched>();
  const meter = progressMeter(progress);
  meter.begin({ phase: 'fetch', datasets: updatable.length, bytes: { all: 0, later: 0 } });
  await forEachHost(
    [...updatable.entries()],
    ([, { source }]) => new URL(source.from.url).host,
    async ([index, { it, source }]) => {
      await failing(
        (problems) => settle(it, { result: 'failed', problems }),
        async () => {
          const to = join(staging, String(index));
          const answer = await fetchFile(source.from, to, recordOf(source), settings);
          if (answer === null) return settle(it, { result: 'unchanged', problems: [] });
          const edition = await unpackFile(to, source.from, maxBytes);
          fetched.set(it, { edition, sha256: digestOfFile(edition), validators: answer.validators });
        },
      );
      meter.counters.addDataset();
    },
  );
  const all = [...fetched.values()].reduce((sum, { edition }) => sum + sizeOf(edition), 0);
  meter.begin({ phase: 'check', datasets: fetched.size, bytes: { all, later: 0 } });
  for (const { it, source } of updatable) {
    const { edition, sha256, validators } = fetched.get(it) ?? {};
    if (edition === undefined || sha256 === undefined || validators === undefined) continue;
    await failing(
      (problems) => settle(it, { result: 'failed', problems }),
      () => {
        const fingerprint = fingerprintOf(source.path);
        const record = { from: source.from.url, ...validators, sha256 };
        if (digestOfFile(source.path) === sha256) {
          if (!dryRun && recordOf(source) === null) createFiles([recordChange(rawData, it.file, record)], () => {});
          return settle(it, { result: 'unchanged', problems: [] });
        }
        const { rows, problems } = checkEdition({ ...source, path: edition }, meter.counters);
        const isSound = problems.every(({ severity }) => severity === 'hint');
        const bytes = sizeOf(edition);
        if (isSound && !dryRun) replaceEdition(rawData, source, { edition, fingerprint, record, today });
        if (!isSound && refused !== null) copyTo(join(refused, it.file), edition);
        settle(it, { result: isSound ? 'updated' : 'refused', rows, bytes, problems });
      },
    );
    meter.counters.addDataset();
  }
}

/** Runs a step. If it throws a `ProblemError`, passes on its problem. */
async function failing(report: (problems: Problem[]) => void, step: () => void | Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    report([error.problem]);
  }
}

function copyTo(path: string, edition: string): void {
  const copy = (): void => {
    mkdirSync(dirname(path), { recursive: true });
    copyFileSync(edition, path);
  };
  explainingWriteErrors(path, copy, ADVICE);
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
function whyNot({ source, file, problems }: FoundData): Problem | readonly Problem[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (!source && errors.length > 0) return errors;
  const help = 'Write "from": the http or https address of the file itself, not of the page that links to it.';
  const message = 'has no "from", so there is nowhere to fetch a new edition from';
  return problem('key-missing', { file: source?.descriptionFile ?? file }, message, help);
}

/** A line such as `updated   economy/rents.csv: 1,200 rows, 0.1 MB`. */
function lineOf({ result, file, rows, bytes }: DatasetUpdate, { dryRun }: Pick<Settings, 'dryRun'>): string {
  const size = rows === null || bytes === null ? '' : `: ${formatCount(rows, 'row')}, ${formatMegabytes(bytes)}`;
  return `${(dryRun && result === 'updated' ? 'new' : result).padEnd(9)} ${file}${size}`;
}
