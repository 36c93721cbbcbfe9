import { copyFileSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { attempt } from '../../problems/attempt.ts';
import { retryRename } from '../files/retry-rename.ts';
import { nativeFiles } from './native-fs.ts';
import { realPath } from './output-folder.ts';
import { IN_WORK, isLeftover, SET_ASIDE } from './output-names.ts';
import { removeFolder } from './remove-folder.ts';
import { explainingWriteErrors } from './write-errors.ts';

/**
 * Replaces a folder with a finished one on the same file system. If the process is killed, either the old or the new folder is in place and
 * complete; where folders cannot be swapped in one step, the target may be missing until `mendFolder` restores the old folder. If the
 * system refuses to put the new folder in place, the old one stays, unless another process has replaced it. If the target is a link to a
 * folder, that folder is replaced. The old folder is moved to `keepOldAs`, where nothing may exist; if that is null, or the move fails, it
 * is removed. Throws a `ProblemError` if the system refuses; returns an error if only removing the old folder fails.
 */
export function swapFolder(finished: string, target: string, keepOldAs: string | null = null): Error | null {
  const place = realPath(target);
  const beside = join(dirname(place), `.${basename(place)}-${crypto.randomUUID()}`);
  try {
    explainingWriteErrors(place, () => {
      mkdirSync(dirname(place), { recursive: true });
      rename(finished, beside + IN_WORK);
      if (existsSync(place)) exchange(beside, place);
      else rename(beside + IN_WORK, place);
    });
  } catch (error) {
    removeFolder(beside + IN_WORK);
    throw error;
  }
  if (keepOldAs === null || !takeFolder(beside + IN_WORK, keepOldAs)) return removeFolder(beside + IN_WORK);
  return null;
}

/** Moves a folder to a path that must not exist. Returns false if `from` is not a folder (a link does not count) or the move fails. */
export function takeFolder(from: string, to: string): boolean {
  return attempt(() => {
    if (!lstatSync(from).isDirectory()) return false;
    rename(from, to);
    return true;
  }, false);
}

/** Swaps the folder at `place` with the finished one next to it. */
function exchange(beside: string, place: string): void {
  if (exchangeAtOnce(beside + IN_WORK, place)) return;
  rename(place, beside + SET_ASIDE);
  try {
    rename(beside + IN_WORK, place);
  } catch (error) {
    // If locks are not supported, another process may have put its output there in the meantime.
    if (existsSync(place)) removeFolder(beside + SET_ASIDE);
    else rename(beside + SET_ASIDE, place);
    throw error;
  }
  rename(beside + SET_ASIDE, beside + IN_WORK);
}

/** Swaps two folders in a single step; false if that fails or is unsupported. The caller then renames them one after the other. */
function exchangeAtOnce(from: string, to: string): boolean {
  if (process.platform === 'win32') return false;
  return attempt(() => {
    nativeFiles?.swapSync(from, to);
    return nativeFiles !== null;
  }, false);
}

/**
 * Cleans up folders that killed processes have left next to a target. If the target is missing, restores an old folder that was set aside.
 * If no other process can be working on the target (`isExclusive`), removes the rest and returns an error for each that it cannot remove.
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

function rename(from: string, to: string): void {
  retryRename(() => renameSync(from, to));
}

/** Moves a file or folder to a path that must not exist. Copies it if that path is on another file system. */
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

/** Copies a folder recursively. `cpSync` is not used, since it crashes Node 24 if a folder cannot be created. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const copy = entry.isDirectory() ? copyFolder : copyFileSync;
    copy(join(from, entry.name), join(to, entry.name));
  }
}
