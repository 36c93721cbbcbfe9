import { closeSync, constants, existsSync, fstatSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nativeFiles } from './native-fs.ts';
import { realPath } from './output-folder.ts';
import { removeEmptyFolders } from './remove-folder.ts';
import { explainingWriteErrors } from './write-errors.ts';

const NO_LOCK = {
  /** False if the output could not be locked, so that another build may write to it at the same time. */
  isExclusive: false,
  release(): void {},
};

/**
 * Locks an output against other builds. If another build holds the lock, calls `onWait` and waits. The system releases the lock when
 * the process ends, even if it crashes. Throws a `ProblemError` if the lock file does not exist and cannot be created.
 *
 * The lock file is next to the output, and releasing the lock removes it. Builds that reach an output through different links lock the
 * same file. A build that cannot open it, for example because another user created it, runs without a lock, and so does one that finds
 * something else there: only an empty regular file is locked and removed.
 */
export async function lockOutput(out: string, onWait: () => void): Promise<typeof NO_LOCK> {
  const place = realPath(out);
  const file = join(dirname(place), `.${basename(place)}.lock`);
  for (;;) {
    const firstMade = explainingWriteErrors(file, () => mkdirSync(dirname(file), { recursive: true }));
    const descriptor = openLockFile(file);
    if (descriptor === null) return NO_LOCK;
    if (!(await lockFile(descriptor, onWait))) {
      release(descriptor, file, firstMade);
      return NO_LOCK;
    }
    // If another build held the lock, it has removed the file by now, and a third build may have locked a new file.
    if (isAt(descriptor, file)) return { isExclusive: true, release: () => release(descriptor, file, firstMade) };
    closeSync(descriptor);
  }
}

/**
 * Flags for opening a lock file without following a link. O_NONBLOCK keeps the system from waiting for a reader if the file is a pipe.
 * Windows has no such pipes and cannot lock a file that is opened only for appending.
 */
export function flagsToLock(platform: string): number {
  const { O_RDWR, O_WRONLY, O_CREAT, O_APPEND, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;
  return platform === 'win32' ? O_RDWR | O_CREAT : O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_NOFOLLOW;
}

/** Opens the lock file; null if what exists there cannot be opened, for example because of its owner, or is not an empty regular file. */
function openLockFile(file: string): number | null {
  try {
    const descriptor = explainingWriteErrors(file, () => openSync(file, flagsToLock(process.platform)));
    const stats = fstatSync(descriptor);
    if (stats.isFile() && stats.size === 0) return descriptor;
    closeSync(descriptor);
    return null;
  } catch (error) {
    if (existsSync(file)) return null;
    throw error;
  }
}

/** Locks an open file, after waiting if another build holds the lock; false if locks are not supported. */
async function lockFile(descriptor: number, onWait: () => void): Promise<boolean> {
  if (nativeFiles === null) return false;
  try {
    if (nativeFiles.tryLock(descriptor)) return true;
  } catch {
    // Network file systems may not support locks.
    return false;
  }
  onWait();
  await nativeFiles.waitForLock(descriptor);
  return true;
}

/**
 * Whether the file at a path is the one that the descriptor refers to. Device numbers are not compared: on Windows, some versions of Node
 * report a different one for an open file than for its path (https://github.com/libuv/libuv/pull/4698).
 */
function isAt(descriptor: number, path: string): boolean {
  return fstatSync(descriptor, { bigint: true }).ino === statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}

/** Removes the lock file, releases the lock, and removes the folders that were created for the file, if they are empty. */
function release(descriptor: number, file: string, firstMade: string | undefined): void {
  // The file is removed before the descriptor is closed: once the lock is released, another build could lock the file.
  rmSync(file, { force: true });
  closeSync(descriptor);
  if (firstMade !== undefined) removeEmptyFolders(dirname(file), firstMade);
}
