/**
 * The files below a folder, by what the system says of them and by what they hold, so that a build can tell which of them are still the
 * same. Loads nothing but Node's own modules.
 */

import type { Hash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { closeSync, constants, lstatSync, openSync, readdirSync, readSync } from './builtin-fs.ts';

/** A file as it was listed. */
export interface FileStamp {
  /** Text that changes when the file is written to or replaced, whatever its times are set to. */
  stat: string;
  /** In bytes. */
  size: number;
  /** When it was last written to, renamed or linked, in milliseconds since 1970. */
  changed: number;
}

/** What was below a folder. */
export interface FolderSnapshot {
  folder: string;
  /** When it was listed, in milliseconds since 1970. */
  at: number;
  /** False where there is anything else than files and folders, such as a link: then it does not tell all that a build reads. */
  isPlain: boolean;
  /** By path, relative to the folder, with `/`, in order. */
  files: Map<string, FileStamp>;
  folders: string[];
}

/** What a record keeps of a file. */
export interface KnownFile {
  stat: string;
  /** False where it was listed so soon after a change that another change may not show in `stat`. */
  isSettled: boolean;
  /** Of its bytes; null where nobody has asked for it. */
  digest: string | null;
}

/** By path. */
export type KnownFiles = ReadonlyMap<string, KnownFile>;

/**
 * Two changes within so many milliseconds may leave the same time. The clocks of file systems tick a hundred times a second at least; but
 * some keep whole seconds only, and FAT every other.
 */
const SAME_TIME = 20;
const SAME_WHOLE_SECOND = 2000;

/** Lists the files and folders below a folder that are not hidden; null where it cannot be listed. */
export function snapshotFolder(folder: string): FolderSnapshot | null {
  const listing: FolderSnapshot = { folder, at: Date.now(), isPlain: true, files: new Map(), folders: [] };
  try {
    addFolder('', listing);
    return listing;
  } catch {
    return null;
  }
}

function addFolder(path: string, listing: FolderSnapshot): void {
  const entries = readdirSync(join(listing.folder, path), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const { name } = entry;
    if (name.startsWith('.')) continue;
    if (entry.isDirectory()) {
      listing.folders.push(path + name);
      addFolder(`${path}${name}/`, listing);
    } else if (entry.isFile()) {
      listing.files.set(path + name, lookAtFile(`${listing.folder}/${path}${name}`));
    } else listing.isPlain = false;
  }
}

/** Throws where there is no such file. */
export function lookAtFile(path: string): FileStamp {
  const stats = lstatSync(path);
  return { stat: statOf(stats), size: stats.size, changed: Math.max(stats.mtimeMs, stats.ctimeMs) };
}

function statOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${dev}:${ino}:${size}:${mtimeMs}:${ctimeMs}`;
}

/** True for a file that would show another time, had it been changed since it was listed. */
export function isSettled({ changed }: FileStamp, at: number): boolean {
  return changed < at - (changed % 1000 === 0 ? SAME_WHOLE_SECOND : SAME_TIME);
}

/** True where what is known of a file still holds, as far as can be told without reading it. */
export function isSeenUnchanged(file: FileStamp, known: KnownFile | undefined): boolean {
  return known?.isSettled === true && known.stat === file.stat;
}

/** Tells digests of listed files; those that are known, and still hold, without reading them. */
export class FileDigests {
  readonly listing: FolderSnapshot;
  readonly #known: KnownFiles;
  readonly #digests = new Map<string, string | null>();

  constructor(listing: FolderSnapshot, known: KnownFiles) {
    this.listing = listing;
    this.#known = known;
  }

  /** Null for a file that is not listed, is no longer what it was then, or cannot be read. */
  of(path: string): string | null {
    let digest = this.#digests.get(path);
    if (digest === undefined) {
      digest = this.#find(path);
      this.#digests.set(path, digest);
    }
    return digest;
  }

  #find(path: string): string | null {
    const file = this.listing.files.get(path);
    const known = this.#known.get(path);
    if (!file) return null;
    if (known && known.digest !== null && isSeenUnchanged(file, known)) return known.digest;
    const whole = join(this.listing.folder, path);
    try {
      const digest = digestOfFile(whole);
      return lookAtFile(whole).stat === file.stat ? digest : null;
    } catch {
      return null;
    }
  }

  /** Whether a file is still what it was when it was listed; of one that is not, no digest is known any more. */
  confirm(path: string): boolean {
    const file = this.listing.files.get(path);
    const there = file && lstatSync(join(this.listing.folder, path), { throwIfNoEntry: false });
    const isSame = there !== undefined && statOf(there) === file?.stat;
    if (!isSame) this.#digests.set(path, null);
    return isSame;
  }

  /** What is known now, with the digests that were asked for. */
  toKnown(): Map<string, KnownFile> {
    const { at, files } = this.listing;
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

/** Begins to make a digest. What makes it takes a while to load, and is loaded only where something must be read. */
export function sha256(): Hash {
  return process.getBuiltinModule('node:crypto').createHash('sha256');
}

const CHUNK_BYTES = 1 << 18;
/** Where files are read to, one at a time. */
let room: Buffer | null = null;

/** SHA-256 of a file's bytes, as hexadecimal digits. Throws where it cannot be read. */
function digestOfFile(path: string): string {
  // Opening a pipe, which may have taken the file's place, would wait for a writer.
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const hash = sha256();
    room ??= Buffer.allocUnsafeSlow(CHUNK_BYTES);
    for (let length = 1; length > 0; ) {
      length = readSync(descriptor, room, 0, CHUNK_BYTES, null);
      hash.update(room.subarray(0, length));
    }
    return hash.digest('hex');
  } finally {
    closeSync(descriptor);
  }
}
