/** Checks raw data without publishing it, so that publishers find problems before they build. */

import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { hasFeatured, readCatalogue } from '../discover/catalogue/read-catalogue.ts';
import { readTexts } from '../discover/catalogue/read-texts.ts';
import { type FoundData, undescribedSource } from '../discover/describe-source.ts';
import { findData } from '../discover/find-sources.ts';
import { lstatOrError, statOrError } from '../discover/stat-or-error.ts';
import type { ColumnProfile, ReadingSettings, Source } from '../model.ts';
import { referencedSources } from '../pipeline/files/referenced-sources.ts';
import { profileSource } from '../pipeline/first-pass.ts';
import { completePatch, newAmong } from '../pipeline/fixes/complete-patch.ts';
import { trials } from '../pipeline/fixes/trial.ts';
import type { Trial } from '../pipeline/fixes/try-fixes.ts';
import { fingerprintOf, sizeOf } from '../pipeline/input/csv-file.ts';
import { realPath } from '../pipeline/output/output-folder.ts';
import { type Progress, progressMeter } from '../pipeline/progress.ts';
import { type ReferenceCheck, referenceCheck } from '../pipeline/references/check-references.ts';
import { readingHere } from '../pipeline/tasks.ts';
import type { WorkCounters } from '../pipeline/threads/work-counters.ts';
import { inOrder, type Problem, problem } from '../problems/problem.ts';
import type { SidecarPatch } from '../problems/sidecar-patch.ts';
import { type SuggestedRules, suggestRules } from '../profile/rules/suggest-rules.ts';
import { DEFAULT_READING } from '../settings/settings.ts';

/** The findings in one data file. */
export interface CheckedFile {
  /** Path relative to the raw-data folder, or as given if a build would not read the file. */
  file: string;
  /** Config name under which the file would be published; null if it has none. */
  config: string | null;
  /** False only if it is certain that a build would find no description of the file. */
  isDescribed: boolean;
  /** The delimiter used to read the file; null if the file could not be read. */
  delimiter: string | null;
  rows: number | null;
  columns: readonly CheckedColumn[];
  /** Keys to add to the sidecar, which fix the problems that have only one possible fix; may be empty. */
  entry: SidecarPatch;
  /** The `csv` and `columns` entries that the file's sidecar already has. */
  sidecar: SidecarPatch;
  /** Rules that hold and are not stated; null if the file has errors or no description. */
  rules: SuggestedRules | null;
  problems: Problem[];
  /** Problems that appear only after others are fixed, and that `entry` fixes too. */
  further: readonly Problem[];
  /** Problems that `entry` reveals but does not fix. */
  remaining: readonly Problem[];
}

export type CheckedColumn = ReturnType<typeof checkedColumn>;

export type CheckReport = ReturnType<typeof reportOf>;

/** The last check of each file, by path and config name: the state of the file, what was asked, and the findings. */
export type RememberedChecks = Map<string, { fingerprint: string; asked: unknown; checked: CheckedFile }>;

/**
 * Checks the data files at the given paths, relative to the current folder or else to the raw-data folder. Without paths, checks the
 * described files in the raw-data folder. A file outside that folder, or without a description, is read with the default format. Files in
 * `remembered`, to which the checks are added, are read again only if the file or its description has changed.
 */
export function checkData(
  rawData: string,
  given: readonly string[],
  settings = DEFAULT_READING,
  progress: Progress = () => {},
  remembered: RememberedChecks = new Map(),
): CheckReport {
  const reported: Problem[] = [];
  const catalogue = readCatalogue(rawData, (it) => reported.push(it));
  const found = findData(rawData, catalogue, (it) => reported.push(it), settings);
  if (given.length > 0) {
    const { chosen, problems } = chooseGiven(given, rawData, settings, found);
    return reportOf(checkEach(chosen, found, progress, remembered), problems);
  }
  const described = found.filter(({ source }) => source?.isDescribed);
  const configs = described.flatMap(({ source }) => source?.config ?? []);
  readTexts(rawData, catalogue, configs, (it) => reported.push(it));
  if (catalogue) hasFeatured(rawData, catalogue, configs, (it) => reported.push(it));
  const checked = checkEach(described, found, progress, remembered);
  const reportedWithFile = new Set(checked.files.flatMap(({ problems }) => problems));
  const others = reported.filter((it) => !reportedWithFile.has(it));
  return reportOf(checked, others);
}

function checkEach(
  chosen: readonly FoundData[],
  found: readonly FoundData[],
  progress: Progress,
  remembered: RememberedChecks,
) {
  const sources = found.flatMap(({ source }) => source ?? []);
  const meter = progressMeter(progress);
  const all = chosen.reduce((sum, { source }) => sum + (source ? sizeOf(source.path) : 0), 0);
  meter.begin({ phase: 'check', datasets: chosen.length, bytes: { all, later: 0 } });
  const checking = { trialOf: trials(), counters: meter.counters, checkReferences: referenceCheck(sources, true) };
  let read = 0;
  const checkIfChanged = (source: Source, known: readonly Problem[]): CheckedFile => {
    const key = `${source.path}\n${source.config}`;
    const fingerprint = fingerprintOf(source.path);
    const before = remembered.get(key);
    const referenced = referencedSources(source, sources).map((it) => [it, fingerprintOf(it.path)]);
    if (before?.fingerprint === fingerprint && isDeepStrictEqual(before.asked, [source, known, referenced]))
      return before.checked;
    // Copied, in case the originals are modified later.
    const asked = structuredClone([source, known, referenced]);
    const checked = checkSource(source, known, checking);
    read += 1;
    remembered.set(key, { fingerprint, asked, checked });
    return checked;
  };
  const files = chosen.map(({ file, isDescribed, source, problems }): CheckedFile => {
    const checked = source
      ? checkIfChanged(source, problems)
      : { ...UNREAD, file, config: null, isDescribed, problems: inOrder(problems) };
    meter.counters.addDataset();
    return checked;
  });
  return { files, read };
}

/** The data files at the given paths, the problems that they share with other files, and a problem for each path that does not exist. */
function chooseGiven(
  given: readonly string[],
  rawData: string,
  settings: ReadingSettings,
  found: readonly FoundData[],
): { chosen: FoundData[]; problems: Problem[] } {
  const byPath = Map.groupBy(found, ({ file }) => comparablePath(join(rawData, file)));
  const problems = new Set<Problem>();
  const chosen = given.flatMap((named) => {
    // Messages name data files relative to the raw-data folder, so paths may be relative to it too.
    const inside = join(rawData, named);
    const path = isAbsolute(named) || isThere(named) || !isThere(inside) ? named : inside;
    const matches = byPath.get(comparablePath(path));
    if (!isThere(path)) {
      const help = 'Give a path relative to the current folder or to the raw-data folder.';
      problems.add(problem('file-unreadable', { file: named }, 'does not exist', help));
      return [];
    }
    for (const it of matches?.flatMap(({ shared }) => shared) ?? []) problems.add(it);
    if (matches) return matches;
    // The build would not publish this file, so it needs no description.
    const source = undescribedSource(path, named, { settings });
    return { file: named, isDescribed: false, source, problems: [], shared: [] };
  });
  return { chosen, problems: [...problems] };
}

function reportOf({ files, read }: ReturnType<typeof checkEach>, problems: readonly Problem[]) {
  const all = [...problems, ...files.flatMap((file) => file.problems)];
  return {
    /** False if any of the `problems`, here or in `files`, is an error. */
    ok: all.every(({ severity }) => severity !== 'error'),
    files,
    /** Number of files that were read, and not remembered. */
    read,
    /** Problems that are not in `files`, for example with the catalogue's description, or with a given path that does not exist. */
    problems: inOrder(problems),
  };
}

const UNREAD = {
  delimiter: null,
  rows: null,
  columns: [],
  entry: {},
  sidecar: {},
  rules: null,
  further: [],
  remaining: [],
} as const;

/** Whether anything exists at a path, even a dangling link. True if the system cannot tell. */
function isThere(path: string): boolean {
  return lstatOrError(path) !== null;
}

/** A path with links resolved, for comparing files. A dangling or circular link is not resolved and counts as a file itself. */
function comparablePath(path: string): string {
  const absolute = resolve(path);
  return existsSync(absolute) ? realPath(absolute) : join(comparablePath(dirname(absolute)), basename(absolute));
}

/**
 * Checks the file of a source. `known` are the problems found before the file is read; fixes are tried only for the other problems. Checks
 * of several files may share the rest.
 */
export function checkSource(
  source: Source,
  known: readonly Problem[],
  {
    trialOf,
    counters,
    checkReferences = (file) => file,
  }: { trialOf(source: Source): Trial; counters?: WorkCounters; checkReferences?: ReferenceCheck },
): CheckedFile {
  const { file, isDescribed } = source;
  const config = source.config === '' ? null : source.config;
  const wrong = irregular(source);
  if (wrong) return { ...UNREAD, file, config, isDescribed, problems: inOrder([...known, wrong]) };
  const trial = trialOf(source);
  const ofFile = profileSource(source, readingHere(undefined, counters));
  const { profiled: read, problems: found } = checkReferences(ofFile);
  const { patch, reasons, remaining } = completePatch(ofFile.problems, trial);
  return {
    ...{ file, config, isDescribed },
    delimiter: read?.delimiter ?? null,
    rows: read?.dataset.rowCount ?? null,
    columns: read?.dataset.profiles.map(checkedColumn) ?? [],
    entry: patch,
    sidecar: trial.sidecar,
    rules: isDescribed && read?.isSound ? suggestRules(source, read.dataset) : null,
    problems: inOrder([...known, ...found]),
    further: newAmong(reasons, found),
    remaining: inOrder(remaining),
  };
}

/**
 * The problem to report for a folder, a pipe or anything else that is not a regular file: reading it would fail or might block. Null for a
 * regular file, and for a missing or inaccessible path, which causes an error later.
 */
export function irregular({ path, file }: Pick<Source, 'path' | 'file'>): Problem | null {
  const stats = statOrError(path);
  if (stats === null || stats instanceof Error || stats.isFile()) return null;
  const what = stats.isDirectory() ? 'a folder' : 'not a regular file';
  return problem('not-a-file', { file }, `${basename(file)} is ${what}`, 'Give the path of a CSV or TSV file.');
}

function checkedColumn({ name, type, nullCount, nullSpellings, samples }: ColumnProfile) {
  return {
    ...{ name, type, null_count: nullCount },
    /** The column's null markers, most frequent first. */
    null_spellings: [...nullSpellings].map(([text, count]) => ({ text, count })),
    /** The first distinct values, each as JSON. */
    samples,
  };
}
