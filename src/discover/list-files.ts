import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import glob from 'fast-glob';
import { advice } from '../problems/name-command.ts';
import { collecting, type Problem, problem, type Report } from '../problems/problem.ts';
import { pathBelow } from './path-below.ts';
import { spellingIn } from './spelling.ts';
import { statOrError } from './stat-or-error.ts';

/** Suffix that replaces the extension of a data file in the name of its sidecar. */
export const SIDECAR = '.meta.json';

/** The path of a data file's sidecar. */
export function sidecarOf(file: string): string {
  return file.replace(/\.[^./]*$/, '') + SIDECAR;
}

const PACKAGE_FILE = 'datapackage.json';

/** The contents of a raw-data folder. Paths are relative to it, with `/` as the separator. */
export type Listing = ReturnType<typeof listFiles>;

/**
 * Lists the files in the raw-data folder and its subfolders, except hidden ones (named with a leading dot). Refuses and reports entries
 * that are named like a data file, sidecar or package but are not files, and links that do not lead to a file in the raw-data folder.
 */
export function listFiles(rawData: string, report: Report) {
  const listing = {
    /** Files whose names end in `.csv` or `.tsv`. */
    dataFiles: [] as string[],
    sidecars: new Set<string>(),
    packages: [] as string[],
    /** All files found, including those above. */
    files: new Set<string>(),
    /** The path of a file or a refused entry, spelled as on disk: whatever its Unicode normalisation. Any other path stays as it is. */
    spelled: (path: string): string => path,
    /** Problems of the entries that `listFiles` refuses, by path. */
    refused: new Map<string, readonly Problem[]>(),
  };
  const there = statOrError(rawData);
  if (there instanceof Error || !there?.isDirectory()) {
    const state = there === null ? 'does not exist' : 'is not a folder';
    const reason = there instanceof Error ? `cannot be reached: ${there.message}` : state;
    const message = `the raw-data folder ${rawData} ${reason}`;
    const help = advice`Specify the folder with --raw-data DIR, or start a new catalogue here with {almanac init}.`;
    report(problem('raw-data-missing', { file: null }, message, help));
    return listing;
  }
  const options = { cwd: rawData, onlyFiles: false, objectMode: true, followSymbolicLinks: false } as const;
  const entries = glob
    .sync(NOT_HIDDEN, { ...options, fs: { readdirSync: folderLister(rawData, report) } })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const { path: file, dirent } of entries) {
    if (dirent.isDirectory() && LINE_BREAK.test(basename(file))) {
      const message = 'the folder’s name starts with a line break, so the files in it are ignored';
      report(problem('name-invalid', { file }, message, 'Rename the folder.'));
    }
    const kind = kindOf(file);
    let isSound = dirent.isFile();
    const problems: Problem[] = [];
    const watch = collecting(problems, report);
    if (dirent.isSymbolicLink()) isSound = isSoundLink(rawData, file, watch);
    else if (!isSound && kind !== 'other') {
      reportNotAFile(file, dirent.isDirectory() ? 'a folder' : 'not a regular file', watch);
    }
    if (problems.length > 0) listing.refused.set(file, problems);
    if (!isSound) continue;
    listing.files.add(file);
    if (kind === 'data') listing.dataFiles.push(file);
    else if (kind === 'sidecar') listing.sidecars.add(file);
    else if (kind === 'package') listing.packages.push(file);
  }
  const find = spellingIn(new Set([...listing.files, ...listing.refused.keys()]));
  listing.spelled = (path) => find(path) ?? path;
  return listing;
}

/** The path of a data file's sidecar, spelled as on disk if the sidecar exists. */
export function sidecarIn(listing: Pick<Listing, 'spelled'>, file: string): string {
  return listing.spelled(sidecarOf(file));
}

/** Matches all entries that are not hidden, but misses the contents of folders whose names start with a line break. */
const NOT_HIDDEN = '**/[^.]*';
const LINE_BREAK = /^[\n\r\u2028\u2029]/;

type Kind = 'data' | 'sidecar' | 'package' | 'other';

const MISNAMED: Record<Kind, string> = {
  data: 'but is named like a data file',
  sidecar: 'but is named like a sidecar',
  package: 'but is named like the description of a data package',
  other: 'and links to folders are not followed',
};

/** Whether a file name ends in `.csv` or `.tsv`, ignoring case. */
export function isDataFile(file: string): boolean {
  return /\.[ct]sv$/i.test(file);
}

/** Whether a file name ends in `.tsv`. Such a file is tab-delimited unless its description sets another delimiter. */
export function isTsv(file: string): boolean {
  return /\.tsv$/i.test(file);
}

function kindOf(file: string): Kind {
  if (isDataFile(file)) return 'data';
  if (file.endsWith(SIDECAR)) return 'sidecar';
  return basename(file) === PACKAGE_FILE ? 'package' : 'other';
}

/** Returns a function that lists a folder. If the folder cannot be read, it reports that and returns no entries. */
function folderLister(rawData: string, report: Report): typeof readdirSync {
  const list = (path: string, options: { withFileTypes: true }): Dirent[] => {
    try {
      return readdirSync(path, options);
    } catch (error) {
      const file = pathBelow(rawData, path) || null;
      const message = `the folder cannot be read: ${(error as Error).message}`;
      report(problem('file-unreadable', { file }, message, 'Check the folder and its permissions.'));
      return [];
    }
  };
  // This is the only signature of `readdirSync` that fast-glob uses.
  return list as typeof readdirSync;
}

/** Whether a link leads to a file inside the raw-data folder. Reports any other link, so that no data is silently missed. */
function isSoundLink(rawData: string, file: string, report: Report): boolean {
  try {
    const root = realpathSync(rawData);
    const target = realpathSync(join(rawData, file));
    const stats = statSync(target);
    if (pathBelow(root, target) === null) {
      const message = `is a link to ${relative(root, target)}, outside the raw-data folder`;
      const help = 'Copy the data into the folder: a build publishes only files inside it.';
      report(problem('link-outside', { file }, message, help));
      return false;
    }
    if (stats.isFile()) return true;
    if (stats.isDirectory()) reportNotAFile(file, 'a link to a folder', report);
    else if (kindOf(file) !== 'other') reportNotAFile(file, 'a link that does not lead to a regular file', report);
    return false;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === 'ENOENT' ? 'is a link to a file that does not exist' : `is a link that cannot be followed: ${message}`;
    report(problem('file-unreadable', { file }, reason, 'Repair or remove the link.'));
    return false;
  }
}

function reportNotAFile(file: string, what: string, report: Report): void {
  const help = kindOf(file) === 'other' ? 'Replace the link with the folder.' : 'Rename it, or replace it with a file.';
  report(problem('not-a-file', { file }, `is ${what}, ${MISNAMED[kindOf(file)]}`, help));
}
