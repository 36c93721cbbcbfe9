import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import glob from 'fast-glob';
import { problem, type Report } from '../problems.ts';

/** Ending of a sidecar's name, behind the name of its CSV file without extension. */
export const SIDECAR = '.meta.json';

/** What a raw-data folder holds; paths are relative to it, with `/`. */
export interface Listing {
  csvFiles: string[];
  sidecars: Set<string>;
  /** Named like one of these, and reported as what they are instead. */
  refused: Set<string>;
}

/**
 * Lists the CSV files and sidecars below the raw-data folder; what has their names and is none of them is reported. Files and
 * folders whose name begins with a dot are hidden, by custom, and left alone.
 */
export function listFiles(rawData: string, report: Report): Listing {
  const listing: Listing = { csvFiles: [], sidecars: new Set(), refused: new Set() };
  if (!statSync(rawData, { throwIfNoEntry: false })?.isDirectory()) {
    report(
      problem(
        'raw-data-missing',
        { file: null },
        `the raw-data folder ${rawData} ${existsSync(rawData) ? 'is no folder' : 'is not there'}`,
        'Name it with --raw-data DIR.',
      ),
    );
    return listing;
  }
  const root = realpathSync(rawData);
  const entries = glob
    .sync(NOT_HIDDEN, { cwd: rawData, onlyFiles: false, objectMode: true, followSymbolicLinks: false })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const { path: file, dirent } of entries) {
    if (dirent.isDirectory() && LINE_BREAK.test(basename(file))) reportLineBreak(file, report);
    const isCsv = /\.csv$/i.test(file);
    let isSound = dirent.isFile();
    if (dirent.isSymbolicLink()) isSound = isSoundLink(root, join(rawData, file), file, report);
    else if (!isSound && (isCsv || file.endsWith(SIDECAR))) {
      reportNotAFile(file, dirent.isDirectory() ? 'a folder' : 'not a regular file', report);
    }
    if (!isSound) listing.refused.add(file);
    else if (isCsv) listing.csvFiles.push(file);
    else if (file.endsWith(SIDECAR)) listing.sidecars.add(file);
  }
  return listing;
}

/** In a pattern, a star at the beginning of a name does not stand for a line break. */
const NOT_HIDDEN = '**/[^.]*';
const LINE_BREAK = /^[\n\r\u2028\u2029]/;

function reportLineBreak(folder: string, report: Report): void {
  report(
    problem(
      'name-invalid',
      { file: folder },
      'the folder’s name begins with a line break, so what lies in it is not looked for',
      'Rename the folder.',
    ),
  );
}

/** True for a link to a file inside the raw-data folder; every other link is reported, so that nothing is left out silently. */
function isSoundLink(root: string, path: string, file: string, report: Report): boolean {
  let target: string;
  try {
    target = realpathSync(path);
  } catch {
    report(problem('file-unreadable', { file }, 'a link to a file that is not there', 'Mend or remove the link.'));
    return false;
  }
  if (!`${target}${sep}`.startsWith(`${root}${sep}`)) {
    report(
      problem(
        'link-outside',
        { file },
        `a link out of the raw-data folder, to ${relative(root, target)}`,
        'Copy the data into the folder: what a build publishes must be what the folder holds.',
      ),
    );
    return false;
  }
  if (!statSync(target).isFile()) {
    reportNotAFile(file, 'a link to a folder', report);
    return false;
  }
  return true;
}

function reportNotAFile(file: string, what: string, report: Report): void {
  report(
    problem(
      'not-a-file',
      { file },
      `is ${what}, where ${file.endsWith(SIDECAR) ? 'a sidecar' : 'a CSV file'} is expected`,
      'Rename it, or put a file in its place.',
    ),
  );
}
