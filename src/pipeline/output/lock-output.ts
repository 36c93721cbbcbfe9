import {
  type BigIntStats,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nativeFiles } from './native-fs.ts';
import { realPath } from './output-folder.ts';
import { explainingWriteErrors } from './write-errors.ts';

/** The right to write an output. */
export interface OutputLock {
  /** False if the platform or the file system has no locks: then another build may write to the same output. */
  isExclusive: boolean;
  release(): void;
}

const NO_LOCK: OutputLock = { isExclusive: false, release() {} };

/**
 * Locks an output against other builds. Calls `onWait` once if another build holds the lock, and waits. The system frees the lock when the
 * process ends, however it ends. Throws a `ProblemError` if nothing can be written beside the output.
 *
 * The lock is on a file beside the output, which exists while a build runs. That is the one place that all builds of the output share, by
 * whatever path and link, as whatever user, from whatever container.
 */
export async function lockOutput(out: string, onWait: () => void): Promise<OutputLock> {
  const place = realPath(out);
  const file = join(dirname(place), `.${basename(place)}.lock`);
  let onFirstWait = onWait;
  for (;;) {
    const firstMade = explainingWriteErrors(file, () => mkdirSync(dirname(file), { recursive: true }));
    const descriptor = openLockFile(file);
    if (descriptor === null) return NO_LOCK;
    const isLocked = await lockFile(descriptor, onFirstWait);
    if (!isLocked) {
      release(descriptor, file, firstMade);
      return NO_LOCK;
    }
    // If another build held the lock, it has removed the file by now, and a third may have locked a new one.
    if (isAt(descriptor, file)) return { isExclusive: true, release: () => release(descriptor, file, firstMade) };
    closeSync(descriptor);
    onFirstWait = () => {};
  }
}

/**
 * How a lock file is opened. If it is a pipe, the system would otherwise wait for a reader. Windows locks no file that is opened
 * to append alone, and has no such pipes.
 */
export function flagsToLock(platform: string): number {
  const { O_RDWR, O_WRONLY, O_CREAT, O_APPEND, O_NONBLOCK = 0 } = constants;
  return platform === 'win32' ? O_RDWR | O_CREAT : O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK;
}

/** Null if the lock file belongs to another user, or is not a file. */
function openLockFile(file: string): number | null {
  try {
    return explainingWriteErrors(file, () => openSync(file, flagsToLock(process.platform)));
  } catch (error) {
    if (existsSync(file)) return null;
    throw error;
  }
}

/** Locks an open file once it is free; false if there are no locks. */
async function lockFile(descriptor: number, onWait: () => void): Promise<boolean> {
  if (nativeFiles === null) return false;
  try {
    if (nativeFiles.tryLock(descriptor)) return true;
  } catch {
    // Network file systems may have none.
    return false;
  }
  onWait();
  await nativeFiles.waitForLock(descriptor);
  return true;
}

/** True for the descriptor of the file that is at a path. */
function isAt(descriptor: number, path: string): boolean {
  const opened = fstatSync(descriptor, { bigint: true });
  const there = statSync(path, { bigint: true, throwIfNoEntry: false });
  return there !== undefined && isSameFile(opened, there, process.platform);
}

/** What the system identifies a file by. */
type Identity = Pick<BigIntStats, 'dev' | 'ino'>;

/**
 * Whether two files on one file system are the same. On Windows, some versions of Node number the device of an open file otherwise than
 * that of a path: https://github.com/libuv/libuv/pull/4698.
 */
export function isSameFile(one: Identity, other: Identity, platform: string): boolean {
  return one.ino === other.ino && (platform === 'win32' || one.dev === other.dev);
}

/** Removes the lock file, and the folders that were made for it, if they are empty. */
function release(descriptor: number, file: string, firstMade: string | undefined): void {
  // The lock is still held, so nobody else has locked this file.
  rmSync(file, { force: true });
  closeSync(descriptor);
  if (firstMade === undefined) return;
  try {
    for (let folder = dirname(file); folder.startsWith(firstMade); folder = dirname(folder)) rmdirSync(folder);
  } catch {
    // The folder holds the output, or files of others.
  }
}
