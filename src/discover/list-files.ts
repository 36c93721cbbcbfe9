import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import glob from 'fast-glob';
import { advice } from '../problems/name-command.ts';
import { collecting, type Problem, problem, type Report } from '../problems/problem.ts';
import { pathBelow } from './path-below.ts';
import { Spellings } from './spelling.ts';
import { statOrError } from './stat-or-error.ts';

/** Ending of a sidecar's name. It follows the name of the data file without its extension. */
export const SIDECAR = '.meta.json';

/** The sidecar of a file with data. */
export function sidecarOf(file: string): string {
  return file.replace(/\.[^./]*$/, '') + SIDECAR;
}

/** Name of a data package's description. */
const PACKAGE_FILE = 'datapackage.json';

/** What a raw-data folder holds; paths are relative to it, with `/`. */
export interface Listing {
  /** Files named like delimited text. */
  dataFiles: string[];
  sidecars: Set<string>;
  packages: string[];
  /** Every file, whatever its name. */
  files: Set<string>;
  /** Finds a file, and an entry that was refused, by its path, however accents are composed in it. */
  spellings: Spellings;
  /** Entries named like a file to read that are something else, and links that lead to no file inside; each with its problems. */
  refused: Map<string, readonly Problem[]>;
}

/**
 * Lists the files below the raw-data folder. Reports entries that are named like a file to read but are something else. Skips files
 * and folders whose names begin with a dot: by convention they are hidden.
 */
export function listFiles(rawData: string, report: Report): Listing {
  const listing: Listing = {
    dataFiles: [],
    sidecars: new Set(),
    packages: [],
    files: new Set(),
    spellings: new Spellings(new Set()),
    refused: new Map(),
  };
  const reason = whyNotFolder(rawData);
  if (reason !== null) {
    const message = `the raw-data folder ${rawData} ${reason}`;
    const help = advice`Name the folder with --raw-data DIR, or begin a new catalogue here with {almanac init}.`;
    report(problem('raw-data-missing', { file: null }, message, help));
    return listing;
  }
  const options = { cwd: rawData, onlyFiles: false, objectMode: true, followSymbolicLinks: false } as const;
  const entries = glob
    .sync(NOT_HIDDEN, { ...options, fs: { readdirSync: folderLister(rawData, report) } })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const { path: file, dirent } of entries) {
    if (dirent.isDirectory() && LINE_BREAK.test(basename(file))) {
      const message = 'the folder’s name begins with a line break, so the files in it are not found';
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
  listing.spellings = new Spellings(new Set([...listing.files, ...listing.refused.keys()]));
  return listing;
}

/** The sidecar of a file with data, as it is spelled in the folder if it is there. */
export function sidecarIn({ spellings }: Pick<Listing, 'spellings'>, file: string): string {
  return spellings.find(sidecarOf(file)) ?? sidecarOf(file);
}

/** Why a path does not lead to a folder; null if it does. */
function whyNotFolder(path: string): string | null {
  const there = statOrError(path);
  if (there === null) return 'does not exist';
  if (there instanceof Error) return `cannot be reached: ${there.message}`;
  return there.isDirectory() ? null : 'is not a folder';
}

/** At the beginning of a name, this pattern does not match a line break. */
const NOT_HIDDEN = '**/[^.]*';
const LINE_BREAK = /^[\n\r\u2028\u2029]/;

type Kind = 'data' | 'sidecar' | 'package' | 'other';

const KIND_NAMES: Record<Kind, string> = {
  data: 'a file with data',
  sidecar: 'a sidecar',
  package: 'the description of a data package',
  other: 'a file',
};

/** True for a file whose name ends in `.csv` or `.tsv`, in lower or upper case. */
export function isDataFile(file: string): boolean {
  return /\.[ct]sv$/i.test(file);
}

/** True for a file whose name ends in `.tsv`: a tab separates its cells, unless its description names another delimiter. */
export function isTsv(file: string): boolean {
  return /\.tsv$/i.test(file);
}

/** What a file should be by its name. */
function kindOf(file: string): Kind {
  if (isDataFile(file)) return 'data';
  if (file.endsWith(SIDECAR)) return 'sidecar';
  return basename(file) === PACKAGE_FILE ? 'package' : 'other';
}

/** Makes a function that lists a folder. If a folder cannot be read, the function reports it and returns no entries. */
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
  // Of the signatures of `readdirSync`, fast-glob uses only this one.
  return list as typeof readdirSync;
}

/** True for a link to a file inside the raw-data folder. Every other link is reported, so that no data is missed silently. */
function isSoundLink(rawData: string, file: string, report: Report): boolean {
  try {
    const root = realpathSync(rawData);
    const target = realpathSync(join(rawData, file));
    const isFile = statSync(target).isFile();
    if (pathBelow(root, target) === null) {
      const message = `is a link out of the raw-data folder, to ${relative(root, target)}`;
      const help = 'Copy the data into the folder: a build publishes only what the folder holds.';
      report(problem('link-outside', { file }, message, help));
      return false;
    }
    if (!isFile) reportNotAFile(file, 'a link to a folder', report);
    return isFile;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === 'ENOENT' ? 'is a link to a file that does not exist' : `is a link that cannot be followed: ${message}`;
    report(problem('file-unreadable', { file }, reason, 'Repair or remove the link.'));
    return false;
  }
}

function reportNotAFile(file: string, what: string, report: Report): void {
  const message = `is ${what}, but its name is that of ${KIND_NAMES[kindOf(file)]}`;
  report(problem('not-a-file', { file }, message, 'Rename it, or replace it with a file.'));
}
