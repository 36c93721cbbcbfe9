import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nativeFiles } from './native-fs.ts';
import { realPath } from './output-folder.ts';
import { IN_WORK, isLeft, MARK_FILE, SET_ASIDE, SPARE } from './output-names.ts';
import { explainingWriteErrors } from './write-errors.ts';

/**
 * Puts a finished folder in the place of another. A process that is killed here, at whatever moment, leaves the one or the
 * other whole in the place; only where the file system cannot exchange folders there is a moment without either, and then
 * `mendFolder` brings the former one back. A failure leaves the former one. Where the target is a link to a folder, the link
 * stays, and the folder it leads to is replaced. Throws a `ProblemError` where the system does not let it; returns what kept the
 * former folder from being removed, null when it is gone. With `spare`, a path on the same file system, the former folder is kept there,
 * in place of what is there.
 */
export function swapFolder(finished: string, target: string, spare: string | null = null): Error | null {
  const place = realPath(target);
  const beside = join(dirname(place), `.${basename(place)}-${randomUUID()}`);
  try {
    explainingWriteErrors(place, () => {
      mkdirSync(dirname(place), { recursive: true });
      moveFolder(finished, beside + IN_WORK);
      if (existsSync(place)) exchange(beside, place);
      else renameSync(beside + IN_WORK, place);
    });
  } catch (error) {
    removeFolder(beside + IN_WORK);
    throw error;
  }
  return spare === null ? removeFolder(beside + IN_WORK) : keepFolder(beside + IN_WORK, spare);
}

/** Keeps a folder as a spare, or removes it where that does not do; there is none where nothing was replaced. */
function keepFolder(folder: string, spare: string): Error | null {
  if (!existsSync(folder)) return null;
  try {
    removeSpare(spare);
    renameSync(folder, spare);
    return null;
  } catch {
    return removeFolder(folder);
  }
}

/**
 * Removes a spare, where there is one: moved aside first, so that what a killed process leaves of it is none. Throws where it cannot be, or is
 * none that a build has made.
 */
export function removeSpare(spare: string): void {
  if (!existsSync(spare)) return;
  if (!existsSync(join(spare, MARK_FILE))) throw new Error(`${spare} was made by no build`);
  const aside = `${spare.slice(0, -SPARE.length)}-${randomUUID()}${IN_WORK}`;
  renameSync(spare, aside);
  rmSync(aside, { recursive: true, force: true, maxRetries: 3 });
}

/** Exchanges the folder in a place with that in work beside it. */
function exchange(beside: string, place: string): void {
  if (exchangeAtOnce(beside + IN_WORK, place)) return;
  renameSync(place, beside + SET_ASIDE);
  try {
    renameSync(beside + IN_WORK, place);
  } catch (error) {
    // Another process may have filled the place in between, where there are no locks.
    if (existsSync(place)) removeFolder(beside + SET_ASIDE);
    else renameSync(beside + SET_ASIDE, place);
    throw error;
  }
  renameSync(beside + SET_ASIDE, beside + IN_WORK);
}

/** False where the kernel or the file system cannot; what keeps them from it shows when folders are renamed one by one. */
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
 * Mends what killed processes left beside a target: puts a folder back into its place that was set aside, and, when no other
 * process is at work on the target, removes the rest. Returns what kept it from that.
 */
export function mendFolder(target: string, isAlone: boolean): Error[] {
  const place = realPath(target);
  const parent = dirname(place);
  if (!existsSync(parent)) return [];
  const left = readdirSync(parent).filter((name) => isLeft(name, basename(place)));
  const aside = left.find((name) => name.endsWith(SET_ASIDE));
  if (aside && !existsSync(place)) explainingWriteErrors(place, () => renameSync(join(parent, aside), place));
  if (!isAlone) return [];
  return left.flatMap((name) => removeFolder(join(parent, name)) ?? []);
}

/** Removes a folder where there is one; returns what kept it from that. */
export function removeFolder(folder: string): Error | null {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    return null;
  } catch (error) {
    return error as Error;
  }
}

/** Moves a folder, by copying when the target is on another file system. */
function moveFolder(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    copyFolder(from, to);
    rmSync(from, { recursive: true, force: true });
  }
}

/** Copies a folder of files and folders. Not by `cpSync`, which ends the whole process when a folder cannot be made (Node 24). */
function copyFolder(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const copy = entry.isDirectory() ? copyFolder : copyFileSync;
    copy(join(from, entry.name), join(to, entry.name));
  }
}
