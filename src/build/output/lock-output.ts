import { closeSync, existsSync, fstatSync, mkdirSync, openSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nativeFiles } from './native-fs.ts';
import { realPath } from './output-folder.ts';
import { explainingWriteErrors } from './write-errors.ts';

/** The right to write an output. */
export interface OutputLock {
  /** False where the platform or the file system has no locks: another build may write the same output. */
  isAlone: boolean;
  release(): void;
}

const NO_LOCK: OutputLock = { isAlone: false, release() {} };

/**
 * Locks an output against other builds; `onWait` is told when another build holds the lock. The kernel frees it when a
 * process ends, however it ends. Throws a `ProblemError` where nothing can be written beside the output.
 *
 * The lock is on a file beside the output, which is there while a build runs: the one place that all have in common who write
 * to the output, by whatever path and link, as whatever user, from whatever container.
 */
export async function lockOutput(out: string, onWait: () => void): Promise<OutputLock> {
  const place = realPath(out);
  const file = join(dirname(place), `.${basename(place)}.lock`);
  let tellOnce = onWait;
  for (;;) {
    const firstMade = explainingWriteErrors(file, () => mkdirSync(dirname(file), { recursive: true }));
    const descriptor = openLockFile(file);
    if (descriptor === null) return NO_LOCK;
    const isLocked = await lockFile(descriptor, tellOnce);
    if (!isLocked) {
      release(descriptor, file, firstMade);
      return NO_LOCK;
    }
    // Who held the lock has removed the file, and another build may have locked a new one since.
    if (isAt(descriptor, file)) return { isAlone: true, release: () => release(descriptor, file, firstMade) };
    closeSync(descriptor);
    tellOnce = () => {};
  }
}

/** Null where the lock file is somebody else's. */
function openLockFile(file: string): number | null {
  try {
    return explainingWriteErrors(file, () => openSync(file, 'a'));
  } catch (error) {
    if (existsSync(file)) return null;
    throw error;
  }
}

/** Locks an open file once it is free; false where there are no locks. */
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
  return there !== undefined && there.ino === opened.ino && there.dev === opened.dev;
}

/** Removes the lock file, and the folders that were made for it where nothing was put into them. */
function release(descriptor: number, file: string, firstMade: string | undefined): void {
  // While the lock is held: no one can have locked this file since.
  rmSync(file, { force: true });
  closeSync(descriptor);
  if (firstMade === undefined) return;
  try {
    for (let folder = dirname(file); folder.startsWith(firstMade); folder = dirname(folder)) rmdirSync(folder);
  } catch {
    // It holds the output, or something of others.
  }
}
