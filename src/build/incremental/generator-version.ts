// Runs before every build, so it loads little.

/* The version of this generator: two generators of the same version make the same output from the same raw data. */

import { sha256 } from '../files/file-digest.ts';
import { PROJECT } from '../output/project-folder.ts';
import {
  FileDigests,
  type FolderSnapshot,
  isSeenUnchanged,
  type KnownFiles,
  snapshotFolder,
  stampOf,
} from './file-snapshot.ts';

/** What the output depends on, apart from raw data and settings: all sources, and the versions of the libraries. */
const FOLDERS = ['src', 'public'];
const LOCK_FILE = 'package-lock.json';

/** A generator, as a manifest keeps it. */
export interface Generator {
  /** SHA-256 of `runtime` and of the bytes of all files, in hexadecimal digits. */
  digest: string;
  /** Node's version, platform and architecture. */
  runtime: string;
  files: KnownFiles;
}

/** Finds out the version of this generator; null if its files cannot be read. `known` is the generator of a manifest. */
export function readGenerator(known: Generator | null): Generator | null {
  const snapshot = snapshotGenerator();
  if (!snapshot) return null;
  const digests = new FileDigests(snapshot, known?.files ?? new Map());
  const runtime = `${process.version} ${process.platform} ${process.arch}`;
  if (known?.runtime === runtime && isSameGenerator(snapshot, known.files)) return known;
  const hash = sha256().update(runtime);
  for (const path of snapshot.files.keys()) {
    const digest = digests.of(path);
    if (digest === null) return null;
    hash.update(`\n${path} ${digest}`);
  }
  return { digest: hash.digest('hex'), runtime, files: digests.toKnown() };
}

function isSameGenerator({ files }: FolderSnapshot, known: KnownFiles): boolean {
  return files.size === known.size && [...files].every(([path, file]) => isSeenUnchanged(file, known.get(path)));
}

/** A snapshot of the files of this generator. */
function snapshotGenerator(): FolderSnapshot | null {
  const snapshot: FolderSnapshot = { folder: PROJECT, at: Date.now(), isPlain: true, files: new Map(), folders: [] };
  try {
    snapshot.files.set(LOCK_FILE, stampOf(PROJECT + LOCK_FILE));
  } catch {
    return null;
  }
  for (const folder of FOLDERS) {
    const below = snapshotFolder(PROJECT + folder);
    if (!below?.isPlain) return null;
    for (const [path, file] of below.files) snapshot.files.set(`${folder}/${path}`, file);
  }
  return snapshot;
}
