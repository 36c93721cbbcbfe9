import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { retryRename } from '../files/retry-rename.ts';
import { nativeFiles } from './native-fs.ts';
import { realPath } from './output-folder.ts';
import { IN_WORK, isLeftover, SET_ASIDE } from './output-names.ts';
import { explainingWriteErrors } from './write-errors.ts';

interface SwapOptions {
  /** Called with the finished folder once it is beside the target. */
  seal?: (folder: string) => void;
  /** Path at which the old folder is kept. Nothing exists there. */
  keepOldAs?: string | undefined;
}

/**
 * Puts a finished folder in the place of another. If the process is killed, at any moment, one of the two is whole in
 * the place. Only if the file system cannot exchange folders is there a moment without either; `mendFolder` then puts
 * the old one back. If a step fails, the old one stays. If the target is a link to a folder, the link stays, and the
 * folder that it leads to is replaced. All are on one file system. The old folder is kept or removed. Throws a `ProblemError` if the system
 * refuses; returns the error if the old folder could not be removed.
 */
export function swapFolder(finished: string, target: string, { seal, keepOldAs }: SwapOptions = {}): Error | null {
  const place = realPath(target);
  const beside = join(dirname(place), `.${basename(place)}-${randomUUID()}`);
  try {
    explainingWriteErrors(place, () => {
      mkdirSync(dirname(place), { recursive: true });
      rename(finished, beside + IN_WORK);
      seal?.(beside + IN_WORK);
      if (existsSync(place)) exchange(beside, place);
      else rename(beside + IN_WORK, place);
    });
  } catch (error) {
    removeFolder(beside + IN_WORK);
    throw error;
  }
  if (keepOldAs === undefined || !takeFolder(beside + IN_WORK, keepOldAs)) return removeFolder(beside + IN_WORK);
  return null;
}

/** Moves a folder to a path that does not exist; false if there is no folder, but perhaps a link to one, or if that fails. */
export function takeFolder(from: string, to: string): boolean {
  try {
    if (!lstatSync(from).isDirectory()) return false;
    rename(from, to);
    return true;
  } catch {
    return false;
  }
}

/** Exchanges the folder in a place with the finished one beside it. */
function exchange(beside: string, place: string): void {
  if (exchangeAtOnce(beside + IN_WORK, place)) return;
  rename(place, beside + SET_ASIDE);
  try {
    rename(beside + IN_WORK, place);
  } catch (error) {
    // Without locks, another process may have filled the place in between.
    if (existsSync(place)) removeFolder(beside + SET_ASIDE);
    else rename(beside + SET_ASIDE, place);
    throw error;
  }
  rename(beside + SET_ASIDE, beside + IN_WORK);
}

/** False if the kernel or the file system cannot do it; the reason shows when the folders are renamed one by one. */
function exchangeAtOnce(from: string, to: string): boolean {
  if (process.platform === 'win32') return false;
  try {
    nativeFiles?.swapSync(from, to);
    return nativeFiles !== null;
  } catch {
    return false;
  }
}

/**
 * Mends what killed processes have left beside a target: puts back a folder that was set aside; and if `isExclusive`, so that no other
 * process is at work on the target, removes the rest. Returns the errors of what could not be removed.
 */
export function mendFolder(target: string, isExclusive: boolean): Error[] {
  const place = realPath(target);
  const parent = dirname(place);
  if (!existsSync(parent)) return [];
  const leftovers = readdirSync(parent).filter((name) => isLeftover(name, basename(place)));
  const aside = leftovers.find((name) => name.endsWith(SET_ASIDE));
  if (aside && !existsSync(place)) explainingWriteErrors(place, () => rename(join(parent, aside), place));
  if (!isExclusive) return [];
  return leftovers.flatMap((name) => removeFolder(join(parent, name)) ?? []);
}

/** Removes a folder if there is one; returns the error if that fails. */
function removeFolder(folder: string): Error | null {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    return null;
  } catch (error) {
    return error as Error;
  }
}

/** Renames a file or folder. */
function rename(from: string, to: string): void {
  retryRename(() => renameSync(from, to));
}

/** Moves a file or folder to where nothing is; copies it if the target is on another file system. */
export function move(from: string, to: string): void {
  try {
    rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    if (statSync(from).isDirectory()) copyFolder(from, to);
    else copyFileSync(from, to);
    rmSync(from, { recursive: true, force: true });
  }
}

/** Copies a folder of files and folders. `cpSync` would end the whole process if a folder cannot be made (Node 24). */
function copyFolder(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const copy = entry.isDirectory() ? copyFolder : copyFileSync;
    copy(join(from, entry.name), join(to, entry.name));
  }
}
