// Runs before every build, so it loads little: Node's own modules, and a few of ours.

/*
 * The files in a folder and in all folders below it: their sizes and times, and digests of their content, so that a build can see which of
 * them have not changed.
 */

import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { lstatSync, readdirSync } from '../files/builtin-fs.ts';
import { digestOfFile } from '../files/file-digest.ts';

/** A file at the time of a snapshot. */
export interface FileStamp {
  /** Text that changes when the file is written to or replaced, whatever its times are set to. */
  stat: string;
  /** In bytes. */
  size: number;
  /** When it was last written to, renamed or linked, in milliseconds since 1970. */
  changed: number;
}

/** The files and folders in a folder and below it. */
export interface FolderSnapshot {
  folder: string;
  /** When the snapshot was taken, in milliseconds since 1970. */
  at: number;
  /** False if there is anything else, such as a link: then a build reads files that are not in the snapshot. */
  isPlain: boolean;
  /** By path, relative to the folder, with `/`, in order. */
  files: Map<string, FileStamp>;
  folders: string[];
}

/** What a manifest keeps of a file. */
export interface KnownFile {
  stat: string;
  /** False if the snapshot was taken so soon after a change that another change may not show in `stat`. */
  isSettled: boolean;
  /** Digest of its bytes; null if it was not needed. */
  digest: string | null;
}

/** By path. */
export type KnownFiles = ReadonlyMap<string, KnownFile>;

/**
 * Two changes within this time, in milliseconds, may leave the same time stamp. The clocks of file systems tick at least a hundred times a
 * second; but some keep only whole seconds, and FAT only even ones.
 */
const SAME_TIME_MS = 20;
const SAME_WHOLE_SECOND_MS = 2000;

/** Takes a snapshot of the files and folders that are not hidden; null if the folder cannot be listed. */
export function snapshotFolder(folder: string): FolderSnapshot | null {
  const snapshot: FolderSnapshot = { folder, at: Date.now(), isPlain: true, files: new Map(), folders: [] };
  try {
    addFolder('', snapshot);
    return snapshot;
  } catch {
    return null;
  }
}

function addFolder(path: string, snapshot: FolderSnapshot): void {
  const entries = readdirSync(join(snapshot.folder, path), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const { name } = entry;
    if (name.startsWith('.')) continue;
    if (entry.isDirectory()) {
      snapshot.folders.push(path + name);
      addFolder(`${path}${name}/`, snapshot);
    } else if (entry.isFile()) {
      snapshot.files.set(path + name, stampOf(`${snapshot.folder}/${path}${name}`));
    } else snapshot.isPlain = false;
  }
}

/** Throws an error if there is no such file. */
export function stampOf(path: string): FileStamp {
  const stats = lstatSync(path);
  return { stat: statOf(stats), size: stats.size, changed: Math.max(stats.mtimeMs, stats.ctimeMs) };
}

/** In milliseconds: nanoseconds need big integers, which take longer, and `isSettled` allows for the coarser time. */
function statOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${dev}:${ino}:${size}:${mtimeMs}:${ctimeMs}`;
}

/** True if any change after the snapshot would give the file another time stamp. */
export function isSettled({ changed }: FileStamp, at: number): boolean {
  return changed < at - (changed % 1000 === 0 ? SAME_WHOLE_SECOND_MS : SAME_TIME_MS);
}

/** True if a file is unchanged, as far as can be seen without reading it. */
export function isSeenUnchanged(file: FileStamp, known: KnownFile | undefined): boolean {
  return known?.isSettled === true && known.stat === file.stat;
}

/** Digests of the files in a snapshot. Files that are known, and seen to be unchanged, are not read. */
export class FileDigests {
  readonly snapshot: FolderSnapshot;
  readonly #known: KnownFiles;
  readonly #digests = new Map<string, string | null>();

  constructor(snapshot: FolderSnapshot, known: KnownFiles) {
    this.snapshot = snapshot;
    this.#known = known;
  }

  /** Null for a file that is not in the snapshot, has changed since, or cannot be read. */
  of(path: string): string | null {
    let digest = this.#digests.get(path);
    if (digest === undefined) {
      digest = this.#find(path);
      this.#digests.set(path, digest);
    }
    return digest;
  }

  #find(path: string): string | null {
    const file = this.snapshot.files.get(path);
    const known = this.#known.get(path);
    if (!file) return null;
    if (known && known.digest !== null && isSeenUnchanged(file, known)) return known.digest;
    const whole = join(this.snapshot.folder, path);
    try {
      const digest = digestOfFile(whole);
      return stampOf(whole).stat === file.stat ? digest : null;
    } catch {
      return null;
    }
  }

  /** Whether a file has not changed since the snapshot. If it has, its digest counts as unknown. */
  confirm(path: string): boolean {
    const file = this.snapshot.files.get(path);
    const there = file && lstatSync(join(this.snapshot.folder, path), { throwIfNoEntry: false });
    const isSame = there !== undefined && statOf(there) === file?.stat;
    if (!isSame) this.#digests.set(path, null);
    return isSame;
  }

  /** Everything that is known about the files now. */
  toKnown(): Map<string, KnownFile> {
    const { at, files } = this.snapshot;
    return new Map(
      [...files].map(([path, file]) => {
        const known = this.#known.get(path);
        const found = this.#digests.get(path);
        const digest = found === undefined && known && isSeenUnchanged(file, known) ? known.digest : (found ?? null);
        return [path, { stat: file.stat, isSettled: isSettled(file, at), digest }];
      }),
    );
  }
}
