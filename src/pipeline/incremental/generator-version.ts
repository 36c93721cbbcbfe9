// Runs before every build, so it loads little.

/* The version of this generator: two generators of the same version make the same output from the same raw data. */

import { sha256 } from '../files/file-digest.ts';
import { IS_PACKAGE, PROJECT } from '../output/project-folder.ts';
import {
  FileDigests,
  type FolderSnapshot,
  isSeenUnchanged,
  type KnownFiles,
  snapshotFolder,
  stampOf,
} from './file-snapshot.ts';

/**
 * What the output depends on, apart from raw data and settings: all sources, and the versions of the libraries. A package names those that
 * decide what the API publishes, exactly.
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
  const snapshot = snapshotGenerator();
  if (!snapshot) return null;
  const before = known?.files ?? new Map();
  const isSame =
    before.size === snapshot.files.size &&
    [...snapshot.files].every(([path, file]) => isSeenUnchanged(file, before.get(path)));
  // No digest is taken then, since Node would have to load what takes them.
  if (known?.runtime === runtime && isSame) return known;
  const digests = new FileDigests(snapshot, before);
  const hash = sha256().update(runtime);
  for (const path of snapshot.files.keys()) {
    const digest = digests.of(path);
    if (digest === null) return null;
    hash.update(`\n${path} ${digest}`);
  }
  return { digest: hash.digest('hex'), runtime, files: digests.toKnown() };
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
  }
  return snapshot;
}
