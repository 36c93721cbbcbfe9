/*
 * Reuses files of earlier outputs in a new one. Outputs share files through hard links, so a published file must never be modified.
 */

import {
  constants,
  copyFileSync,
  existsSync,
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
import { collectionFile, collectionFolder } from '../../contract/routes.ts';
import type { WrittenFile } from '../../model.ts';
import { isFileOf, isReadable, timeOf } from '../files/file-stats.ts';
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
  try {
    const there = lstatSync(from, { throwIfNoEntry: false });
    if (!there?.isFile() || !isReadable(there) || there.size !== bytes.length) return false;
    if (!readFileSync(from).equals(bytes)) return false;
  } catch {
    return false;
  }
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
    const there = explainingWriteErrors(target, () => {
      const folder = dirname(target);
      if (!made.has(folder)) mkdirSync(folder, { recursive: true });
      made.add(folder);
      return isAsListed(source, file) ? linkIfThere(source, target) : null;
    });
    if (there === null) return null;
    linked.push(there === 'linked' ? file : { ...file, modified: timeOf(lstatSync(target)) });
  }
  return linked;
}

function isAsListed(path: string, { bytes, modified }: WrittenFile): boolean {
  try {
    return isFileOf(lstatSync(path, { throwIfNoEntry: false }), bytes, modified);
  } catch {
    return false;
  }
}

/**
 * Moves the listed files of a dataset from one published folder, whose path must not contain links, to another. This takes two renames,
 * whereas linking takes a system call per file. Returns false and moves nothing if a file is missing, was added, or has changed in size or
 * time. Throws a `ProblemError` if the system refuses to write.
 */
export function moveDataset(from: string, to: string, config: string, files: readonly WrittenFile[]): boolean {
  const [folder] = pathsOf(config);
  const source = join(from, folder);
  try {
    // A folder reached through a link is not part of the output, so it must not be moved.
    if (realpathSync.native(source) !== source || countBelow(source) !== files.length - 1) return false;
    if (!files.every((file) => isAsListed(`${from}/${file.path}`, file))) return false;
  } catch {
    return false;
  }
  explainingWriteErrors(join(to, folder), () => {
    mkdirSync(dirname(join(to, folder)), { recursive: true });
    for (const path of pathsOf(config)) renameSync(join(from, path), join(to, path));
  });
  return true;
}

/** Number of files and links in a folder and its subfolders. */
function countBelow(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.reduce((sum, it) => sum + (it.isDirectory() ? countBelow(join(folder, it.name)) : 1), 0);
}

function linkIfThere(from: string, to: string): 'linked' | 'copied' | null {
  try {
    return linkOrCopy(from, to) ? 'linked' : 'copied';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !existsSync(from)) return null;
    throw error;
  }
}

/** Removes all files of a dataset from a published folder. */
export function removeDataset(folder: string, config: string): void {
  for (const path of pathsOf(config)) {
    const whole = join(folder, path);
    explainingWriteErrors(whole, () => rmSync(whole, { recursive: true, force: true }));
  }
}

/** A dataset's folder and the file of its first page of records, which is next to it. Paths are relative to a published folder. */
function pathsOf(config: string): [string, string] {
  const collection = { kind: 'records', config } as const;
  return [collectionFolder(collection), collectionFile(collection)];
}
