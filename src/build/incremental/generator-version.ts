/** Which generator this is: two that are the same make the same of the same raw data. */

import { PROJECT } from '../output/project-folder.ts';
import {
  FileDigests,
  type FolderSnapshot,
  isSeenUnchanged,
  type KnownFiles,
  lookAtFile,
  sha256,
  snapshotFolder,
} from './file-snapshot.ts';

/** What an output is made with, besides the raw data and the settings: all sources, and the versions of the libraries. */
const FOLDERS = ['src', 'public'];
const LOCK_FILE = 'package-lock.json';

/** A generator, as a record keeps it. */
export interface Generator {
  /** Of `runtime`, and of the bytes of its files. */
  digest: string;
  /** Version of Node, and what it runs on. */
  runtime: string;
  files: KnownFiles;
}

/** Finds out which generator this is; null where its files cannot be read. `known` is the one of a record. */
export function readGenerator(known: Generator | null): Generator | null {
  const listing = listGenerator();
  if (!listing) return null;
  const digests = new FileDigests(listing, known?.files ?? new Map());
  const runtime = `${process.version} ${process.platform} ${process.arch}`;
  if (known?.runtime === runtime && isSameGenerator(listing, known.files)) return known;
  const hash = sha256().update(runtime);
  for (const path of listing.files.keys()) {
    const digest = digests.of(path);
    if (digest === null) return null;
    hash.update(`\n${path} ${digest}`);
  }
  return { digest: hash.digest('hex'), runtime, files: digests.toKnown() };
}

function isSameGenerator({ files }: FolderSnapshot, known: KnownFiles): boolean {
  return files.size === known.size && [...files].every(([path, file]) => isSeenUnchanged(file, known.get(path)));
}

/** The files of this generator, below the folder of the project. */
function listGenerator(): FolderSnapshot | null {
  const listing: FolderSnapshot = { folder: PROJECT, at: Date.now(), isPlain: true, files: new Map(), folders: [] };
  try {
    listing.files.set(LOCK_FILE, lookAtFile(PROJECT + LOCK_FILE));
  } catch {
    return null;
  }
  for (const folder of FOLDERS) {
    const below = snapshotFolder(PROJECT + folder);
    if (!below?.isPlain) return null;
    for (const [path, file] of below.files) listing.files.set(`${folder}/${path}`, file);
  }
  return listing;
}
