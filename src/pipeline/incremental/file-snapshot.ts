// This module runs before every build, so it loads only built-in modules and a few of ours.

/*
 * Sizes, times and content digests of the files in a folder and its subfolders, so that a build can detect which files are
 * unchanged.
 */

import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../problems/attempt.ts';
import { fs } from '../files/builtin-fs.ts';
import { digestOfFile } from '../files/file-digest.ts';

/** State of a file at the time of a snapshot. */
type FileStamp = ReturnType<typeof stampOf>;

/** All files and folders in a folder and its subfolders, except hidden ones. */
export interface FolderSnapshot {
  folder: string;
  /** Time at which the snapshot was taken, in milliseconds since 1970. */
  at: number;
  /** False if there is anything but files and folders, such as a link. A build may then read files that are not in the snapshot. */
  isPlain: boolean;
  /** Files by their paths relative to the folder, with `/` as the separator, in a fixed order. */
  files: Map<string, FileStamp>;
  folders: string[];
}

/** State of a file as stored in a manifest. */
export interface KnownFile {
  stat: string;
  /** False if the snapshot was taken so soon after a change that another change might leave `stat` the same. */
  isSettled: boolean;
  /** Digest of the file's bytes; null if it was not needed or could not be determined. */
  digest: string | null;
}

export type KnownFiles = ReadonlyMap<string, KnownFile>;

/** Two changes within this time may result in the same timestamp, since file-system clocks may tick only a hundred times a second. */
const SAME_TIME_MS = 20;
/** The corresponding time if timestamps are whole seconds, as on some file systems. FAT stores only even seconds. */
const SAME_WHOLE_SECOND_MS = 2000;

/** Takes a snapshot of a folder, or of some of its subfolders, whose paths end in a slash; null if the system reports an error. */
export function snapshotFolder(folder: string, parts: readonly string[] = ['']): FolderSnapshot | null {
  const snapshot: FolderSnapshot = { folder, at: Date.now(), isPlain: true, files: new Map(), folders: [] };
  return attempt(() => {
    for (const path of parts) addFolder(path, snapshot);
    return snapshot;
  }, null);
}

function addFolder(path: string, snapshot: FolderSnapshot): void {
  const entries = fs.readdirSync(join(snapshot.folder, path), { withFileTypes: true });
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

/**
 * Current state of a file; `changed` is the time of the last change to its content or metadata, in milliseconds since 1970. Throws an error
 * if the file does not exist or cannot be accessed.
 */
export function stampOf(path: string) {
  const stats = fs.lstatSync(path);
  return { stat: statOf(stats), changed: Math.max(stats.mtimeMs, stats.ctimeMs) };
}

/**
 * Device, inode, size and times as one string, by which a build detects that a file has been modified or replaced. Times are in
 * milliseconds: nanoseconds require bigints, which are slower, and `isSettled` allows for the lower precision.
 */
function statOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${dev}:${ino}:${size}:${mtimeMs}:${ctimeMs}`;
}

/** Whether any change after the snapshot would give the file a different timestamp. */
export function isSettled({ changed }: FileStamp, at: number): boolean {
  return changed < at - (changed % 1000 === 0 ? SAME_WHOLE_SECOND_MS : SAME_TIME_MS);
}

/** Whether a file's stamp proves that the file is unchanged, so that it need not be read. */
export function isSeenUnchanged(file: FileStamp, known: KnownFile | undefined): boolean {
  return known?.isSettled === true && known.stat === file.stat;
}

/** Digests of the files in a snapshot. Known files are not read if their stamps prove that they are unchanged. */
export function fileDigests({ folder, at, files }: FolderSnapshot, known: KnownFiles) {
  const digests = new Map<string, string | null>();
  const find = (path: string): string | null => {
    const file = files.get(path);
    const before = known.get(path);
    if (!file) return null;
    if (before && before.digest !== null && isSeenUnchanged(file, before)) return before.digest;
    const fullPath = join(folder, path);
    return attempt(() => {
      const digest = digestOfFile(fullPath);
      return stampOf(fullPath).stat === file.stat ? digest : null;
    }, null);
  };
  return {
    /** Digest of a file in the snapshot; null if the file is not in the snapshot, cannot be read or is found to have changed since. */
    of(path: string): string | null {
      const known = digests.get(path);
      const digest = known === undefined ? find(path) : known;
      digests.set(path, digest);
      return digest;
    },
    /** Whether a file is unchanged since the snapshot. If it has changed, its digest is set to null. */
    confirm(path: string): boolean {
      const file = files.get(path);
      const there = file && fs.lstatSync(join(folder, path), { throwIfNoEntry: false });
      const isSame = there !== undefined && statOf(there) === file?.stat;
      if (!isSame) digests.set(path, null);
      return isSame;
    },
    /** State of all files in the snapshot, to be stored in the next manifest. */
    toKnown(): Map<string, KnownFile> {
      return new Map(
        [...files].map(([path, file]) => {
          const before = known.get(path);
          const found = digests.get(path);
          const digest =
            found === undefined && before && isSeenUnchanged(file, before) ? before.digest : (found ?? null);
          return [path, { stat: file.stat, isSettled: isSettled(file, at), digest }];
        }),
      );
    },
  };
}
