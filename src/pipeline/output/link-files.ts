/*
 * Reuses files of earlier outputs in a new one. Outputs share them as hard links, so nothing may ever write to a published file.
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
 * Gives a file a second name, or copies it if it cannot be linked there, for example to another file system. Never replaces a file.
 * Returns false for a copy. Throws ENOENT if `from` is missing, and EEXIST if `to` exists.
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

/** Makes a file with these bytes by linking one that has the same; false if that one is missing or differs. */
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
 * Links listed files from one published folder into another, and returns them as they are there; null if one is missing, or has another
 * size or time than it had. Throws a `ProblemError` if the system refuses to write.
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
    // The system does not let this user see it.
    return false;
  }
}

/**
 * Moves the listed files of a dataset from one published folder, a path without links, to another. This takes two system calls; linking
 * takes one for each file. Returns false, with nothing moved, if a file is missing, has changed in size or time, or was added.
 * Throws a `ProblemError` if the system refuses to write.
 */
export function moveDataset(from: string, to: string, config: string, files: readonly WrittenFile[]): boolean {
  const [folder] = pathsOf(config);
  const source = join(from, folder);
  try {
    // What a link leads to belongs to somebody else.
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

/** The number of files and links below a folder. */
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

/** The folder and the file of a dataset in a published folder. */
function pathsOf(config: string): [string, string] {
  const collection = { kind: 'records', config } as const;
  return [collectionFolder(collection), collectionFile(collection)];
}
