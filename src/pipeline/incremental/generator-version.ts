// This module runs before every build, so it loads only a few modules.

/* The version of this generator. With the same version, the same raw data and settings result in the same output. */

import { attempt } from '../../problems/attempt.ts';
import { sha256 } from '../files/file-digest.ts';
import { IS_PACKAGE, PROJECT } from '../output/project-folder.ts';
import { fileDigests, isSeenUnchanged, type KnownFiles, snapshotFolder, stampOf } from './file-snapshot.ts';

/** Folders of this project in which any file may affect the output. */
const FOLDERS = ['src/', 'public/'];
/** File with the library versions. In an installed package, `package.json` pins exact versions of the libraries that affect the API. */
const LIBRARIES_FILE = IS_PACKAGE ? 'package.json' : 'package-lock.json';

/** Identity of a generator, as stored in a manifest. */
export interface Generator {
  /** SHA-256 of `runtime` and of the paths and digests of all files, in hexadecimal digits. */
  digest: string;
  /** Node's version, platform and architecture. */
  runtime: string;
  files: KnownFiles;
}

/** Cached, since the files may change later while this process keeps running the code that it has loaded. */
let current: Generator | null = null;

/** Returns the identity of this generator; null if its files cannot be read. `known` is the generator stored in a manifest. */
export function readGenerator(known: Generator | null): Generator | null {
  current ??= findGenerator(known);
  return current;
}

function findGenerator(known: Generator | null): Generator | null {
  const runtime = `${process.version} ${process.platform} ${process.arch}`;
  const snapshot = snapshotFolder(PROJECT, FOLDERS);
  const libraries = attempt(() => stampOf(PROJECT + LIBRARIES_FILE), null);
  if (!snapshot?.isPlain || !libraries) return null;
  snapshot.files.set(LIBRARIES_FILE, libraries);
  const before = known?.files ?? new Map();
  const isSame =
    before.size === snapshot.files.size &&
    [...snapshot.files].every(([path, file]) => isSeenUnchanged(file, before.get(path)));
  // Returns early, because computing digests would require Node to load `node:crypto`.
  if (known?.runtime === runtime && isSame) return known;
  const digests = fileDigests(snapshot, before);
  const hash = sha256().update(runtime);
  for (const path of snapshot.files.keys()) {
    const digest = digests.of(path);
    if (digest === null) return null;
    hash.update(`\n${path} ${digest}`);
  }
  return { digest: hash.digest('hex'), runtime, files: digests.toKnown() };
}
