/*
 * Reuses files of earlier outputs in a new one. Outputs share files through hard links, so a published file must never be modified.
 */

import {
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { WrittenFile } from '../../model.ts';
import { attempt } from '../../problems/attempt.ts';
import { isFileOf, isReadable, statsOf, timeOf } from '../files/file-stats.ts';
import { explainingWriteErrors } from './write-errors.ts';

/**
 * Creates a hard link to a file, or copies the file if it cannot be linked, for example to another file system. Never overwrites a file.
 * Returns false for a copy. Throws ENOENT if `from` is missing and EEXIST if `to` exists.
 */
export function linkOrCopy(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EEXIST') throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    return false;
  }
}

/** Links or copies a file if its content is `bytes`. Returns false if the content differs or `from` is not a readable file. */
export function linkIfSame(from: string, to: string, bytes: Uint8Array): boolean {
  const there = statsOf(from);
  if (!there?.isFile() || !isReadable(there) || there.size !== bytes.length) return false;
  if (!attempt(() => readFileSync(from).equals(bytes), false)) return false;
  linkOrCopy(from, to);
  return true;
}

/**
 * Links listed files from one published folder into another and returns the list of the new files. If one is missing or unreadable, or its
 * size or time has changed, returns null and leaves the files linked so far. Throws a `ProblemError` if the system refuses to write.
 */
export function linkFiles(from: string, to: string, files: readonly WrittenFile[]): WrittenFile[] | null {
  const made = new Set<string>();
  const linked: WrittenFile[] = [];
  for (const file of files) {
    const [source, target] = [join(from, file.path), join(to, file.path)];
    if (!isFileOf(source, file.bytes, file.modified)) return null;
    const isLinked = explainingWriteErrors(target, () => {
      const folder = dirname(target);
      if (!made.has(folder)) mkdirSync(folder, { recursive: true });
      made.add(folder);
      return linkOrCopy(source, target);
    });
    linked.push(isLinked ? file : { ...file, modified: timeOf(lstatSync(target)) });
  }
  return linked;
}

/** Published folders of earlier outputs, whose files a new one can have. */
export interface EarlierOutputs {
  /** The current output. */
  previous: string;
  /** The output before it; null if it cannot be reused. Its path must not contain links. */
  recycled: string | null;
}

/**
 * Moves the listed files from the recycled output into a new one, or links them from the current one. `paths` are the files and folders
 * that contain them and nothing else. Returns the list of the new files; null, with none of them there, if one is missing or has changed.
 * Throws a `ProblemError` if the system refuses to write.
 */
export function takeFiles(
  { previous, recycled }: EarlierOutputs,
  to: string,
  paths: readonly string[],
  files: readonly WrittenFile[],
): readonly WrittenFile[] | null {
  if (recycled !== null && moveFiles(recycled, to, paths, files)) return files;
  const linked = linkFiles(previous, to, files);
  if (!linked) removePaths(to, paths);
  return linked;
}

/**
 * Moves whole files and folders, with one rename each, whereas linking takes a system call per file. Returns false and moves nothing if a
 * listed file is missing or has changed in size or time, if there are others, or if the system refuses.
 */
function moveFiles(from: string, to: string, paths: readonly string[], files: readonly WrittenFile[]): boolean {
  try {
    const counts = paths.map((path) => countIn(join(from, path)));
    const there = paths.filter((_, index) => counts[index] !== null);
    // A folder reached through a link is not part of the output, so it must not be moved.
    if (there.some((path) => realpathSync.native(join(from, path)) !== join(from, path))) return false;
    if (counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) !== files.length) return false;
    if (!files.every(({ path, bytes, modified }) => isFileOf(`${from}/${path}`, bytes, modified))) return false;
    for (const path of there) renameInto(join(from, path), join(to, path));
    return true;
  } catch {
    removePaths(to, paths);
    return false;
  }
}

/** Number of files and links in a folder and its subfolders; 1 for a file; null if the path does not exist. */
function countIn(path: string): number | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats ? 1 : null;
  const entries = readdirSync(path, { withFileTypes: true });
  return entries.reduce((sum, it) => sum + (it.isDirectory() ? (countIn(join(path, it.name)) ?? 0) : 1), 0);
}

/** Renames a file or folder. Creates the folder that is to contain it only if that is missing, since it seldom is. */
function renameInto(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(dirname(to), { recursive: true });
    renameSync(from, to);
  }
}

function removePaths(folder: string, paths: readonly string[]): void {
  for (const path of paths) {
    const whole = join(folder, path);
    explainingWriteErrors(whole, () => rmSync(whole, { recursive: true, force: true }));
  }
}
