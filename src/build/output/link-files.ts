/* Reuses files of an earlier output in a new one. They are hard links to the same files, so nothing may ever write to a published file. */

import { constants, copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { API_FOLDER, collectionFile, collectionFolder } from '../../contract/routes.ts';
import type { Written } from '../../model.ts';
import { explainingWriteErrors } from './write-errors.ts';

/**
 * Gives a file a second name, or copies it if it cannot be linked there, for example to another file system. Never replaces a file.
 * Throws ENOENT if `from` is missing, and EEXIST if `to` exists.
 */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EEXIST') throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}

/** Makes a file with some bytes by linking one that has the same; false if that one is missing or differs. */
export function linkIfSame(from: string, to: string, bytes: Uint8Array): boolean {
  try {
    const there = statSync(from, { throwIfNoEntry: false });
    if (!there?.isFile() || there.size !== bytes.length || !readFileSync(from).equals(bytes)) return false;
  } catch {
    return false;
  }
  linkOrCopy(from, to);
  return true;
}

/** Links all files of a dataset from one published folder into another, and returns how many. Throws an error if one is missing. */
export function linkDataset(from: string, to: string, config: string): Written {
  const collection = { kind: 'records', config } as const;
  const [first, folder] = [collectionFile(collection), collectionFolder(collection)];
  const written: Written = { files: 0, bytes: 0 };
  explainingWriteErrors(join(to, first), () => mkdirSync(dirname(join(to, first)), { recursive: true }));
  linkFile(join(from, first), join(to, first), written);
  linkFolder(join(from, folder), join(to, folder), written);
  return written;
}

function linkFile(from: string, to: string, written: Written): void {
  const { size } = statSync(from);
  explainingWriteErrors(to, () => linkOrCopy(from, to));
  written.files += 1;
  written.bytes += size;
}

function linkFolder(from: string, to: string, written: Written): void {
  const entries = readdirSync(from, { withFileTypes: true });
  explainingWriteErrors(to, () => mkdirSync(to));
  for (const entry of entries) {
    const link = entry.isDirectory() ? linkFolder : linkFile;
    link(join(from, entry.name), join(to, entry.name), written);
  }
}

/** Removes all files of a dataset from a published folder. */
export function removeDataset(folder: string, config: string): void {
  const collection = { kind: 'records', config } as const;
  remove(folder, [collectionFile(collection), collectionFolder(collection)]);
}

/** Removes everything from a published folder except the files of some datasets. */
export function removeAllBut(folder: string, configs: ReadonlySet<string>): void {
  const collections = [...configs].map((config) => ({ kind: 'records', config }) as const);
  const kept = new Set(collections.flatMap((it) => [collectionFile(it), collectionFolder(it)]));
  const datasets = collectionFolder({ kind: 'datasets', category: null });
  for (const parent of ['', `${API_FOLDER}/`, `${datasets}/`]) {
    const entries = readdirSync(join(folder, parent)).map((name) => parent + name);
    remove(
      folder,
      entries.filter((path) => !kept.has(path) && path !== API_FOLDER && path !== datasets),
    );
  }
}

function remove(folder: string, paths: readonly string[]): void {
  for (const path of paths) {
    const whole = join(folder, path);
    explainingWriteErrors(whole, () => rmSync(whole, { recursive: true, force: true }));
  }
}
