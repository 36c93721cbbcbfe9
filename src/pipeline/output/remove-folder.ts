import { closeSync, lstatSync, openSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname, join, parse, resolve } from 'node:path';
import { attempt } from '../../problems/attempt.ts';
import { DISCARDED } from './output-names.ts';

/** Number of files and folders that a build removes itself, in about the time that starting a process takes. */
const MAX_WAITED_FOR = 300;
/** Maximum number of attempts to remove the folder of a build, and the milliseconds between two. */
const MAX_ATTEMPTS = 10;
const PAUSE = 100;

/**
 * Removes a folder if it exists. A large one is renamed, and removed by a process that nobody waits for, so that it may exist for a while.
 * If that process is killed, for example because its container ends, the next build removes the rest. Returns the error if that fails.
 */
export function removeFolder(folder: string): Error | null {
  try {
    if (!lstatSync(folder).isDirectory()) rmSync(folder);
    else if (!removeSome(folder, { entries: MAX_WAITED_FOR })) removeLater(folder);
    return null;
  } catch (error) {
    return isMissing(error) ? null : (error as Error);
  }
}

/**
 * Returns a function that removes a folder like `removeFolder`, even if the process has all the files open that it may: a descriptor is
 * kept for that.
 */
export function folderRemover(folder: string): () => Promise<Error | null> {
  const spare = openSync(devNull, 'r');
  return async () => {
    closeSync(spare);
    let failure = removeFolder(folder);
    for (let attempt = 1; failure && attempt < MAX_ATTEMPTS; attempt += 1) {
      // Threads that are ending may still write to the folder, or use the descriptor.
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      failure = removeFolder(folder);
    }
    return failure;
  };
}

/** Removes at most this many files and folders of a folder; false if some are left. Others may be removing it at the same time. */
function removeSome(folder: string, remaining: { entries: number }): boolean {
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (remaining.entries === 0) return false;
      remaining.entries -= 1;
      if (!entry.isDirectory()) rmSync(path, { force: true, maxRetries: 3 });
      else if (!removeSome(path, remaining)) return false;
    }
    rmdirSync(folder);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return true;
}

/** Gives way to the build and to servers. */
const REMOVE = `const [fs, os] = ['fs', 'os'].map(process.getBuiltinModule);
os.setPriority(os.constants.priority.PRIORITY_LOW);
fs.rmSync(process.argv[1], { recursive: true, force: true, maxRetries: 3 });`;

function removeLater(folder: string): void {
  const discarded = folder.endsWith(DISCARDED) ? folder : folder + DISCARDED;
  if (discarded !== folder) renameSync(folder, discarded);
  // Imported only here, since few builds need it. On Windows, a folder in which a process works could not be removed.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(process.execPath, ['--eval', REMOVE, discarded], {
    ...{ cwd: parse(discarded).root, detached: true, stdio: 'ignore', windowsHide: true },
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  // If it cannot be started, the next build tries again.
  child.on('error', () => {}).unref();
}

/** Removes a folder and its ancestors up to and including `first`, but stops at one that is not empty or cannot be removed. */
export function removeEmptyFolders(folder: string, first: string): void {
  const shortest = resolve(first).length;
  attempt(() => {
    for (let path = resolve(folder); path.length >= shortest; path = dirname(path)) rmdirSync(path);
  }, undefined);
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
