/** Reads raw data without publishing it, for publishers who look before they build. */

import { realpathSync, statSync } from 'node:fs';
import { basename, relative, resolve, sep } from 'node:path';
import { findSources } from './discover/find-sources.ts';
import { SIDECAR } from './discover/list-files.ts';
import { readCatalogue } from './discover/read-catalogue.ts';
import { undescribedSource } from './discover/undescribed-source.ts';
import type { ColumnProfile, Source } from './model.ts';
import { inOrder, type Problem, problem, type Report } from './problems.ts';
import { profileSource } from './profile-source.ts';
import type { SidecarEntry } from './sidecar-entry.ts';

/** What was found in one CSV file. */
export interface CheckedFile {
  /** Path relative to the raw-data folder; as it was given, for a file that lies elsewhere. */
  file: string;
  /** Config name it would be published under; null when it has none. */
  config: string | null;
  /** The delimiter it was read with; null when it could not be read. */
  delimiter: string | null;
  rows: number | null;
  columns: readonly CheckedColumn[];
  /** What likely cures its problems and settles its doubts, when added to its sidecar; empty when there is nothing. */
  entry: SidecarEntry;
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
  /** What concerns none of the files, such as the catalogue's own description. */
  problems: Problem[];
}

/**
 * Checks CSV files: those given, by their paths, or all of the raw-data folder. A file without a sidecar, or outside of the
 * folder, is read as a file of the plainest form.
 */
export function checkData(rawData: string, given: readonly string[]): CheckReport {
  const found: Problem[] = [];
  const catalogue = readCatalogue(rawData, (it) => found.push(it));
  const described = findSources(rawData, catalogue?.categories ?? null, (it) => found.push(it));
  const aboutSource = (source: Source): Problem[] =>
    found.filter(({ file }) => file === source.file || file === source.descriptionFile);
  const files =
    given.length === 0
      ? described.map((source) => checkSource(source, aboutSource(source)))
      : given.map((path) => {
          const source = describedAt(path, described);
          return source ? checkSource(source, aboutSource(source)) : checkUndescribed(path, rawData, found);
        });
  const told = new Set(files.flatMap(({ problems }) => problems));
  const problems = given.length === 0 ? inOrder(found.filter((it) => !told.has(it))) : [];
  const all = [...problems, ...files.flatMap((file) => file.problems)];
  return { ok: all.every(({ severity }) => severity !== 'error'), files, problems };
}

function describedAt(path: string, sources: readonly Source[]): Source | undefined {
  const place = realPath(path);
  return sources.find((source) => realPath(source.path) === place);
}

/** Checks a file that has no description, or one that is at fault: then its form is not known, and it is not read. */
function checkUndescribed(path: string, rawData: string, found: readonly Problem[]): CheckedFile {
  const inside = relative(realPath(rawData), realPath(path)).split(sep).join('/');
  const isInside = !inside.startsWith('../') && resolve(inside) !== inside;
  const file = isInside ? inside : path;
  const sidecar = file.replace(/\.csv$/i, SIDECAR);
  const problems = isInside ? found.filter((it) => it.file === file || it.file === sidecar) : [];
  const isDescribed = problems.some((it) => it.file === sidecar);
  if (isDescribed) return { ...UNREAD, file, problems };
  return checkSource(undescribedSource(path, file), problems);
}

const UNREAD = { config: null, delimiter: null, rows: null, columns: [], entry: {} } as const;

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** Checks the file of a source; `before` are problems that are known of it already. */
export function checkSource(source: Source, before: readonly Problem[] = []): CheckedFile {
  const problems: Problem[] = [...before];
  const read = isRegular(source, (it) => problems.push(it)) ? profileSource(source, (it) => problems.push(it)) : null;
  return {
    file: source.file,
    config: source.config === '' ? null : source.config,
    delimiter: read?.delimiter ?? null,
    rows: read?.dataset.rowCount ?? null,
    columns: read?.dataset.profiles.map(checkedColumn) ?? [],
    entry: mergeEntries(problems),
    problems: inOrder(problems),
  };
}

/** False for a folder, and for a pipe, from which reading would wait for a writer; what is not there is told by who reads it. */
function isRegular({ path, file }: Source, report: Report): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat || stat.isFile()) return true;
  const what = stat.isDirectory() ? 'a folder' : 'not a regular file';
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
function mergeEntries(problems: readonly Problem[]): SidecarEntry {
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
