import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AcceptedEdition } from '../../discover/read-accepted.ts';
import type { Origin, Source } from '../../model.ts';
import { editionDigest } from '../../pipeline/editions/edition-digest.ts';
import { judgeAgainst } from '../../pipeline/editions/judge-editions.ts';
import { editionInFile } from '../../pipeline/editions/last-edition.ts';
import { digestOfFile } from '../../pipeline/files/file-digest.ts';
import { retryRename } from '../../pipeline/files/retry-rename.ts';
import { profileSource } from '../../pipeline/first-pass.ts';
import { fileChanged, fingerprintOf, sizeOf } from '../../pipeline/input/csv-file.ts';
import { realPath } from '../../pipeline/output/output-folder.ts';
import { explainingWriteErrors } from '../../pipeline/output/write-errors.ts';
import { readingHere } from '../../pipeline/tasks.ts';
import type { WorkCounters } from '../../pipeline/threads/work-counters.ts';
import { attempt } from '../../problems/attempt.ts';
import { inOrder, type Problem, ProblemError } from '../../problems/problem.ts';
import type { Settings } from '../../settings/settings.ts';
import { createFiles, type FileChange, sortedJson } from '../add-dataset/create-files.ts';
import { readObject, withJsonValue } from '../edit-json.ts';
import type { Validators } from '../intake/fetch-file.ts';

/** What became of a dataset. */
export interface Outcome {
  /** `updated`: there is a new edition; `refused`: there is one with errors; `failed`: none could be fetched or written. */
  result: 'updated' | 'unchanged' | 'refused' | 'failed';
  /** Rows and size in bytes of the new edition; null if it was not read. */
  rows: number | null;
  bytes: number | null;
  problems: readonly Problem[];
}

export const UNCHANGED: Outcome = { result: 'unchanged', rows: null, bytes: null, problems: [] };

/** A dataset whose sidecar says where it comes from. */
export type Updatable = Source & { from: Origin };

/** The path of a fetched edition, which is on the same file system as the data and whose content is on the disk, and how to record it. */
export interface Fetched {
  edition: string;
  record: UpdateRecord;
}

/** The edition of a data file that was fetched last. A fresh checkout then asks only for what has changed. */
export interface UpdateRecord extends Validators {
  /** The address that it was fetched from. */
  from: string;
  /** Digest of the data file. If the file has another, somebody has edited or replaced it. */
  digest: string;
}

/** Name of the file with the records in the raw-data folder. */
const RECORDS = 'updates.json';

/** The records by path of the data file, relative to the raw-data folder. Empty if there is no such file, or if it is damaged. */
function readRecords(rawData: string): Record<string, UpdateRecord> {
  return (readObject(join(rawData, RECORDS)) ?? {}) as Record<string, UpdateRecord>;
}

/** The record of an edition, if the data file is still that edition; otherwise null. */
export function knownEdition(rawData: string, { path, file, from }: Updatable): UpdateRecord | null {
  const record = readRecords(rawData)[file];
  return record?.from === from.url && record.digest === attempt(() => digestOfFile(path), '') ? record : null;
}

/** The change that records an edition. Records of files that no longer exist are dropped. */
function recordChange(rawData: string, file: string, record: UpdateRecord): FileChange {
  const others = Object.entries(readRecords(rawData)).filter(([other]) => other !== file);
  const kept = others.filter(([other]) => existsSync(join(rawData, other)));
  return sortedJson(rawData, RECORDS, [...kept, [file, record]]);
}

interface Taking extends Pick<Settings, 'rawData' | 'dryRun' | 'refused'> {
  /** A date, as `YYYY-MM-DD`. */
  today: string;
  accepted: ReadonlyMap<string, AcceptedEdition>;
  counters: WorkCounters;
}

/**
 * Checks a fetched edition, and lets it replace the data file if it is sound. With `dryRun`, nothing is written. Throws a `ProblemError` and
 * changes nothing if the old file has changed meanwhile, or if something cannot be written.
 */
export async function takeEdition(
  source: Updatable,
  { edition, record }: Fetched,
  { rawData, dryRun, refused, today, accepted, counters }: Taking,
): Promise<Outcome> {
  const fingerprint = fingerprintOf(source.path);
  if (record.digest === attempt(() => digestOfFile(source.path), '')) {
    const known = readRecords(rawData)[source.file];
    const isKnown = known?.from === record.from && known.digest === record.digest;
    if (!dryRun && !isKnown) createFiles([recordChange(rawData, source.file, record)]);
    return UNCHANGED;
  }
  const bytes = sizeOf(edition);
  const { rows, problems } = await check(source, edition, accepted, counters);
  const isSound = problems.every(({ severity }) => severity === 'hint');
  if (isSound && !dryRun) {
    createFiles([retrievedChange(rawData, source, today), recordChange(rawData, source.file, record)], () => {
      if (fingerprintOf(source.path) !== fingerprint) throw new ProblemError(fileChanged(source));
      replace(realPath(source.path), edition);
    });
  }
  if (!isSound && refused !== null) {
    const copy = join(refused, source.file);
    const write = (): void => {
      mkdirSync(dirname(copy), { recursive: true });
      copyFileSync(edition, copy);
    };
    explainingWriteErrors(copy, write);
  }
  return { result: isSound ? 'updated' : 'refused', rows, bytes, problems };
}

/**
 * Checks a new edition of a dataset, and compares it with the last one, unless the publisher has accepted it. `source.path` is the last
 * one's data file, and all else describes both. Returns the number of rows, null if they could not be read, and all problems.
 */
async function check(source: Source, path: string, accepted: Taking['accepted'], counters: WorkCounters) {
  const { profiled, problems } = profileSource({ ...source, path }, readingHere(undefined, counters));
  const rows = profiled?.dataset.rowCount ?? null;
  const last = profiled?.isSound ? profileSource(source, readingHere()).profiled : null;
  if (!profiled || !last || accepted.get(source.config)?.edition === editionDigest(profiled.source)) {
    return { rows, problems: inOrder(problems) };
  }
  return { rows, problems: inOrder([...problems, ...(await judgeAgainst(editionInFile(last), profiled))]) };
}

/** Replaces a file. At any moment, it is the old one or the new one, whole even if the process or the system stops. */
function replace(target: string, edition: string): void {
  const step = (): void => {
    chmodSync(edition, statSync(target).mode);
    retryRename(() => renameSync(edition, target));
  };
  explainingWriteErrors(target, step);
}

/** The edit that states in a sidecar when the data was fetched, as `YYYY-MM-DD`. */
function retrievedChange(rawData: string, { file: dataFile, from }: Updatable, today: string): FileChange {
  const file = from.at.file ?? dataFile;
  // If the sidecar is a link, its target is edited and the link stays.
  const path = realPath(join(rawData, file));
  const before = readFileSync(path, 'utf8');
  return { path, file, content: { text: withJsonValue(before, ['retrieved'], today, 'from'), before } };
}
