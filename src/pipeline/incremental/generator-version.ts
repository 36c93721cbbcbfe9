// Runs before every build, so it loads little.

/* The version of this generator: two generators of the same version make the same output from the same raw data. */

import { sha256 } from '../files/file-digest.ts';
import { IS_PACKAGE, PROJECT } from '../output/project-folder.ts';
import {
  FileDigests,
  type FolderSnapshot,
  isSeenUnchanged,
  type KnownFiles,
  knownStamp,
  snapshotFolder,
  stampOf,
} from './file-snapshot.ts';

/**
 * What the output depends on, apart from raw data and settings: all sources, and the versions of the libraries. A package names those that decide what
 * the API publishes, exactly.
 */
const FOLDERS = ['src', 'public'];
const LIBRARIES_FILE = IS_PACKAGE ? 'package.json' : 'package-lock.json';

/** A generator, as a manifest keeps it. */
export interface Generator {
  /** SHA-256 of `runtime` and of the bytes of all files, in hexadecimal digits. */
  digest: string;
  /** Node's version, platform and architecture. */
  runtime: string;
  files: KnownFiles;
  /** The folders of the files: the stamp of one changes when a file is added or removed. */
  folders: KnownFiles;
}

/** Once it was found out: whatever happens to the files afterwards, this process runs what it has loaded. */
let current: Generator | null = null;

/** The version of this generator; null if its files cannot be read. `known` is the generator of a manifest. */
export function readGenerator(known: Generator | null): Generator | null {
  current ??= findGenerator(known);
  return current;
}

function findGenerator(known: Generator | null): Generator | null {
  const runtime = `${process.version} ${process.platform} ${process.arch}`;
  if (known?.runtime === runtime && isInPlace(known)) return known;
  const snapshot = snapshotGenerator();
  if (!snapshot) return null;
  const digests = new FileDigests(snapshot, known?.files ?? new Map());
  const hash = sha256().update(runtime);
  for (const path of snapshot.files.keys()) {
    const digest = digests.of(path);
    if (digest === null) return null;
    hash.update(`\n${path} ${digest}`);
  }
  return { digest: hash.digest('hex'), runtime, files: digests.toKnown(), folders: stampsOf(snapshot) };
}

/** True if a generator is seen to be this one. Nothing is listed for that, which would take longer than all stamps. */
function isInPlace({ files, folders }: Generator): boolean {
  try {
    for (const [path, known] of folders) if (!isSeenUnchanged(stampOf(PROJECT + path), known)) return false;
    for (const [path, known] of files) if (!isSeenUnchanged(stampOf(PROJECT + path), known)) return false;
    return true;
  } catch {
    return false;
  }
}

function stampsOf({ folders, at }: FolderSnapshot): KnownFiles {
  return new Map(folders.map((path) => [path, knownStamp(stampOf(PROJECT + path), at)]));
}

/** A snapshot of the files of this generator. */
function snapshotGenerator(): FolderSnapshot | null {
  const snapshot: FolderSnapshot = { folder: PROJECT, at: Date.now(), isPlain: true, files: new Map(), folders: [] };
  try {
    snapshot.files.set(LIBRARIES_FILE, stampOf(PROJECT + LIBRARIES_FILE));
  } catch {
    return null;
  }
  for (const folder of FOLDERS) {
    const below = snapshotFolder(PROJECT + folder);
    if (!below?.isPlain) return null;
    for (const [path, file] of below.files) snapshot.files.set(`${folder}/${path}`, file);
    snapshot.folders.push(folder, ...below.folders.map((path) => `${folder}/${path}`));
  }
  return snapshot;
}
