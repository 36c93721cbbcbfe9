/** Which generator this is: two that are the same make the same of the same raw data. */

import { createHash } from 'node:crypto';
import { FileDigests, type FileListing, type KnownFiles, listFolder, lookAtFile } from './input-files.ts';
import { PROJECT } from './work-folder.ts';

/** What an output is made with, besides the raw data and the settings: all sources, and the versions of the libraries. */
const FOLDERS = ['src', 'public'];
const LOCK_FILE = 'package-lock.json';

/** A generator, as a record keeps it. */
export interface Generator {
  /** Of the bytes of its files, and of the version of Node. */
  digest: string;
  files: KnownFiles;
}

/** Finds out which generator this is; null where its files cannot be read. `known` is what a record knows of them. */
export function readGenerator(known: KnownFiles): Generator | null {
  const listing = listGenerator();
  if (!listing) return null;
  const digests = new FileDigests(listing, known);
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}`);
  for (const path of listing.files.keys()) {
    const digest = digests.of(path);
    if (digest === null) return null;
    hash.update(`\n${path} ${digest}`);
  }
  const files = digests.toKnown();
  return { digest: hash.digest('hex'), files };
}

/** The files of this generator, below the folder of the project. */
function listGenerator(): FileListing | null {
  const listing: FileListing = { folder: PROJECT, at: Date.now(), isPlain: true, files: new Map(), folders: [] };
  try {
    listing.files.set(LOCK_FILE, lookAtFile(PROJECT + LOCK_FILE));
  } catch {
    return null;
  }
  for (const folder of FOLDERS) {
    const below = listFolder(PROJECT + folder);
    if (!below?.isPlain) return null;
    for (const [path, file] of below.files) listing.files.set(`${folder}/${path}`, file);
  }
  return listing;
}
