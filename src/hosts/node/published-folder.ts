import { createHash, hash } from 'node:crypto';
import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { type FileHandle, open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { API_FOLDER, COMPRESSED_ENDINGS, INDEX_FILE } from '../../contract/routes.ts';
import type { OpenPublished, PublishedFile, ReadPublished } from '../../model.ts';
import { digestTag } from '../../serve/conditional.ts';
import { TooBusy } from '../../serve/handle-request.ts';
import type { FolderAccess, QuickFile } from '../../serve/published-version.ts';
import type { QuickDisk } from './quick-disk.ts';

const NO_FILE = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP']);

/** Without O_NONBLOCK, opening a pipe that has replaced a file would wait for a writer. Windows does not have this flag. */
const AS_FILE = constants.O_RDONLY | constants.O_NONBLOCK;

/** Reads the files of a published folder. */
export function folderReader(folder: string): ReadPublished {
  return (path) => readFile(join(folder, path), { flag: AS_FILE }).then((bytes) => new Uint8Array(bytes), noFile);
}

/** Opens the files of a published folder. */
export function folderOpener(folder: string): OpenPublished {
  return (path) => open(join(folder, path), AS_FILE).then(openedFile).catch(noFile);
}

/** Longer files are read asynchronously, in bytes: reading and hashing one at once would keep others waiting for a millisecond or more. */
const MAX_QUICK = 1 << 17;
/** Number of entity tags to remember. Each takes some 300 bytes. */
const MAX_TAGS = 20_000;
/** Buffers are multiples of this size, so that the buffer of one page fits most others. */
const BUFFER_UNIT = 1 << 12;
const NO_BUFFER = new ArrayBuffer(0);
/** Each change of a file sets another `ctime`, unless the change before was less than this many milliseconds earlier. */
const SETTLED_MS = 1000;

/** A file with these is the same as before. Unlike `mtime`, programs cannot set `ctime`. */
const SAME = ['dev', 'ino', 'size', 'ctimeNs'] as const;

interface TaggedFile extends Pick<BigIntStats, (typeof SAME)[number]> {
  etag: string;
}

/**
 * Reads small files of a published folder by blocking calls. The result is undefined if a file changes while it is read. Hashing a file may
 * take longer than reading it, and so may allocating and freeing memory for it: the tags of a version's files that stay the same are
 * remembered, and the memory of the last file that was released is filled again.
 */
export function quickReader(folder: string, disk: QuickDisk): NonNullable<FolderAccess['readNow']> {
  let [tagged, taggedOf] = [new Map<string, TaggedFile>(), ''];
  let spare = NO_BUFFER;
  const read = (path: string, version: string): QuickFile | undefined => {
    if (version !== taggedOf || tagged.size === MAX_TAGS) [tagged, taggedOf] = [new Map(), version];
    const descriptor = openSync(`${folder}/${path}`, AS_FILE);
    try {
      const known = tagged.get(path);
      const before = known ?? fstatSync(descriptor, { bigint: true });
      if (before.size > MAX_QUICK || ('isFile' in before && !before.isFile())) return undefined;
      const capacity = Math.ceil(Number(before.size) / BUFFER_UNIT) * BUFFER_UNIT;
      const buffer = spare.byteLength === capacity ? spare : new ArrayBuffer(capacity);
      spare = NO_BUFFER;
      const bytes = new Uint8Array(buffer, 0, Number(before.size));
      const length = readSync(descriptor, bytes, 0, bytes.length, 0);
      const now = fstatSync(descriptor, { bigint: true });
      if (length !== bytes.length || SAME.some((member) => now[member] !== before[member])) {
        tagged.delete(path);
        return undefined;
      }
      const release = (): void => {
        spare = buffer;
      };
      if (known) return { bytes, etag: known.etag, release };
      if (idOfVersion(statSync(`${folder}/${INDEX_FILE}`, { bigint: true })) !== version) return undefined;
      const { dev, ino, size, ctimeNs } = now;
      const etag = digestTag(hash('sha256', bytes, 'buffer'));
      if (Date.now() - Number(ctimeNs) / 1e6 > SETTLED_MS) tagged.set(path, { dev, ino, size, ctimeNs, etag });
      return { bytes, etag, release };
    } finally {
      closeSync(descriptor);
    }
  };
  return (path, version) => disk(() => read(path, version));
}

const TOO_MANY_FILES = new Set(['EMFILE', 'ENFILE']);

function noFile(error: unknown): undefined {
  const { code } = error as { code: string };
  if (NO_FILE.has(code)) return undefined;
  if (TOO_MANY_FILES.has(code)) throw new TooBusy();
  throw error;
}

/** Maximum number of bytes in a piece of a file. */
const PIECE_BYTES = 1 << 16;

/** Wraps an open file, which must not change while it is read. If it is not a regular file, closes it and resolves to undefined. */
async function openedFile(handle: FileHandle): Promise<PublishedFile | undefined> {
  const stats = await handle.stat({ bigint: true }).catch(async (error) => {
    await handle.close();
    throw error;
  });
  if (!stats.isFile()) {
    await handle.close();
    return undefined;
  }
  const size = Number(stats.size);
  /** Fills a buffer with the bytes of the file from `offset` on. Rejects if the file ends first. */
  const fill = async (buffer: Uint8Array, offset: number): Promise<void> => {
    for (let at = 0; at < buffer.length; ) {
      const { bytesRead } = await handle.read(buffer, at, buffer.length - at, offset + at);
      if (bytesRead === 0) throw new Error('a published file became shorter while it was being read');
      at += bytesRead;
    }
  };
  const checkUnchanged = async (): Promise<void> => {
    const { mtimeNs, size: now } = await handle.stat({ bigint: true });
    if (mtimeNs !== stats.mtimeNs || now !== stats.size)
      throw new Error('a published file was changed while it was being read');
  };
  async function* pieces(start: number, end: number): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
    const buffer = new Uint8Array(Math.min(PIECE_BYTES, end - start));
    for (let at = start; at < end; at += buffer.length) {
      const piece = buffer.subarray(0, end - at);
      await fill(piece, at);
      // Checked before the last piece, so that a mixture of two versions never seems complete.
      if (at + piece.length === end) await checkUnchanged();
      yield piece;
    }
  }
  return {
    size,
    pieces,
    async bytes() {
      const buffer = new Uint8Array(size);
      await fill(buffer, 0);
      await checkUnchanged();
      return buffer;
    },
    async digest() {
      const hash = createHash('sha256');
      for await (const piece of pieces(0, size)) hash.update(piece);
      return new Uint8Array(hash.digest());
    },
    close: () => handle.close(),
  };
}

/**
 * Lists the paths of the files that may be sent from a published folder, apart from those below /v1. Leaves out links, compressed copies
 * of other files, and hidden files and folders, except the folder `.well-known`.
 */
export function folderPages(folder: string): () => Promise<string[]> {
  return async () => {
    const files = await filesBelow(folder, '');
    const all = new Set(files);
    const isCopy = (file: string, ending: string) => file.endsWith(ending) && all.has(file.slice(0, -ending.length));
    return files.filter((file) => !Object.values(COMPRESSED_ENDINGS).some((ending) => isCopy(file, ending)));
  };
}

/** RFC 8615 reserves this name for metadata about a site. */
const WELL_KNOWN = '.well-known';

async function filesBelow(folder: string, prefix: string): Promise<string[]> {
  const files: string[] = [];
  // Skips folders that the process may not list, such as the `lost+found` of a volume.
  const entries = await readdir(join(folder, prefix), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES' || error.code === 'EPERM') return [];
    throw error;
  });
  for (const entry of entries) {
    const path = prefix + entry.name;
    if (path === API_FOLDER || (entry.name.startsWith('.') && path !== WELL_KNOWN)) continue;
    if (entry.isDirectory()) files.push(...(await filesBelow(folder, `${path}/`)));
    else if (entry.isFile()) files.push(path);
  }
  return files;
}

/**
 * Identifies the version in a published folder by the folder's index file, which every build writes anew. Ignores the file's `ctime`, since
 * backups and permission changes update it. Rejects if the file does not exist.
 */
export function folderVersion(folder: string): () => Promise<string> {
  return () => stat(join(folder, INDEX_FILE), { bigint: true }).then(idOfVersion);
}

function idOfVersion({ ino, size, mtimeNs }: BigIntStats): string {
  return `${ino} ${size} ${mtimeNs}`;
}
