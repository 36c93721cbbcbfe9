/** Reads raw data without publishing it, for publishers who look before they build. */

import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { profileSource } from '../build/first-pass.ts';
import { readingHere } from '../build/tasks.ts';
import { type FoundData, undescribedSource } from '../discover/describe-source.ts';
import { findData } from '../discover/find-sources.ts';
import { readCatalogue } from '../discover/read-catalogue.ts';
import { statOrError } from '../discover/stat-or-error.ts';
import type { ColumnProfile, Source } from '../model.ts';
import { inOrder, type Problem, problem, type Report } from '../problems/problem.ts';
import type { SidecarPatch } from '../problems/sidecar-patch.ts';

/** What was found in one CSV file. */
export interface CheckedFile {
  /** Path relative to the raw-data folder; as it was given, for a file that lies elsewhere. */
  file: string;
  /** Config name it would be published under; null when it has none. */
  config: string | null;
  /** True when a sidecar or a data package describes it, though not soundly. */
  isDescribed: boolean;
  /** The delimiter it was read with; null when it could not be read. */
  delimiter: string | null;
  rows: number | null;
  columns: readonly CheckedColumn[];
  /** What likely cures its problems and settles its doubts, when added to its sidecar; empty when there is nothing. */
  entry: SidecarPatch;
  problems: Problem[];
}

/** What was found in one column. */
export interface CheckedColumn {
  name: string;
  type: string;
  null_count: number;
  /** How its nulls are spelled, the most frequent first. */
  null_spellings: { text: string; count: number }[];
  /** The first distinct values, as JSON. */
  samples: readonly string[];
}

export interface CheckReport {
  /** False when there is an error. */
  ok: boolean;
  files: CheckedFile[];
  /** What concerns none of the files, such as the catalogue's own description, or may concern several, such as a data package's. */
  problems: Problem[];
}

/**
 * Checks CSV files: those given, by their paths, or all of the raw-data folder that are described. A file without a description, or
 * outside of the folder, is read as a file of the plainest form.
 */
export function checkData(rawData: string, given: readonly string[]): CheckReport {
  const reported: Problem[] = [];
  const catalogue = readCatalogue(rawData, (it) => reported.push(it));
  const found = findData(rawData, catalogue?.categories ?? null, (it) => reported.push(it));
  return given.length === 0 ? checkAll(found, reported) : checkGiven(given, rawData, found);
}

function checkAll(found: readonly FoundData[], reported: readonly Problem[]): CheckReport {
  const files = found.flatMap(({ source, problems }) => (source?.isDescribed ? checkSource(source, problems) : []));
  const told = new Set(files.flatMap(({ problems }) => problems));
  return reportOf(files, inOrder(reported.filter((it) => !told.has(it))));
}

function checkGiven(given: readonly string[], rawData: string, found: readonly FoundData[]): CheckReport {
  const root = realPath(rawData);
  const byPath = Map.groupBy(found, ({ file }) => realPath(join(rawData, file)));
  const shared = new Set<Problem>();
  const files = given.flatMap((path) => {
    const place = realPath(path);
    const here = byPath.get(place);
    // A file that nobody describes, and that is not missed a description.
    if (!here) return checkSource(undescribedSource(path, fileAt(place, root) ?? path));
    for (const it of here.flatMap((data) => data.shared)) shared.add(it);
    return here.map(checkFound);
  });
  return reportOf(files, inOrder([...shared]));
}

function reportOf(files: CheckedFile[], problems: Problem[]): CheckReport {
  const all = [...problems, ...files.flatMap((file) => file.problems)];
  return { ok: all.every(({ severity }) => severity !== 'error'), files, problems };
}

function checkFound({ file, isDescribed, source, problems }: FoundData): CheckedFile {
  if (source) return checkSource(source, problems);
  return { ...UNREAD, file, isDescribed, problems: inOrder(problems) };
}

const UNREAD = { config: null, delimiter: null, rows: null, columns: [], entry: {} } as const;

/** What a real path is called in the raw-data folder; null for one outside of it. */
function fileAt(place: string, root: string): string | null {
  const inside = relative(root, place).split(sep).join('/');
  return inside.startsWith('../..') || resolve(inside) === inside ? null : inside;
}

/** A path without links; of what is not there, or leads nowhere, the path in the real folder. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const whole = resolve(path);
    const folder = dirname(whole);
    return folder === whole ? whole : join(realPath(folder), basename(whole));
  }
}

/** Checks the file of a source; `before` are problems that are known of it already. */
export function checkSource(source: Source, before: readonly Problem[] = []): CheckedFile {
  const problems: Problem[] = [...before];
  const read = isRegular(source, (it) => problems.push(it))
    ? profileSource(source, (it) => problems.push(it), readingHere())
    : null;
  return {
    file: source.file,
    config: source.config === '' ? null : source.config,
    isDescribed: source.isDescribed,
    delimiter: read?.delimiter ?? null,
    rows: read?.dataset.rowCount ?? null,
    columns: read?.dataset.profiles.map(checkedColumn) ?? [],
    entry: mergeEntries(problems),
    problems: inOrder(problems),
  };
}

/** False for a folder, and for a pipe, from which reading would wait for a writer; what is not there, or out of reach, is told by who reads it. */
function isRegular({ path, file }: Source, report: Report): boolean {
  const there = statOrError(path);
  if (there === null || there instanceof Error || there.isFile()) return true;
  const what = there.isDirectory() ? 'a folder' : 'not a regular file';
  report(problem('not-a-file', { file }, `${basename(file)} is ${what}`, 'Name a CSV file.'));
  return false;
}

function checkedColumn({ name, type, nullCount, nullSpellings, samples }: ColumnProfile): CheckedColumn {
  const spellings = [...nullSpellings].map(([text, count]) => ({ text, count }));
  return { name, type, null_count: nullCount, null_spellings: spellings, samples };
}

/**
 * Entries of the problems that have one cure, in one. What would not go together with what an earlier problem says is left out: it is
 * told again once the first is solved.
 */
function mergeEntries(problems: readonly Problem[]): SidecarPatch {
  const csv: Record<string, unknown> = {};
  const columns = new Map<string, Record<string, unknown>>();
  for (const { entries } of problems) {
    const [entry, ...others] = entries;
    if (!entry || others.length > 0) continue;
    if (isConsistent(csv, entry.csv)) Object.assign(csv, entry.csv);
    for (const [name, keys] of Object.entries(entry.columns ?? {})) {
      const told = columns.get(name) ?? {};
      if (isConsistent(told, keys)) columns.set(name, { ...told, ...keys });
    }
  }
  return {
    ...(Object.keys(csv).length > 0 ? { csv } : {}),
    ...(columns.size > 0 ? { columns: Object.fromEntries(columns) } : {}),
  };
}

/** Whether keys say nothing else than what was told before. */
function isConsistent(told: Readonly<Record<string, unknown>>, keys: Readonly<Record<string, unknown>> = {}): boolean {
  return Object.entries(keys).every(
    ([key, value]) => !Object.hasOwn(told, key) || JSON.stringify(told[key]) === JSON.stringify(value),
  );
}
