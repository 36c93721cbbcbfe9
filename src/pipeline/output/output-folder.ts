import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Written } from '../../model.ts';
import { attempt } from '../../problems/attempt.ts';
import { totalOf } from '../files/files-of-datasets.ts';
import { MANIFEST_FILE, MARK_FILE } from './output-names.ts';

/** Number and total size, in bytes, of all files in a folder and its subfolders. */
export function measureFolder(folder: string): Written {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return totalOf(files.map(({ parentPath, name }) => ({ bytes: statSync(join(parentPath, name)).size })));
}

/** Marks a folder as an output. */
export function markOutput(folder: string): void {
  writeFileSync(join(folder, MARK_FILE), 'Made by Almanac: the next build replaces this folder.\n');
}

/**
 * Reason why a folder must not be replaced by an output made from these inputs. Null if it may be replaced: it is missing (and no part of
 * its path is a file), empty or an output itself, and it neither contains an input nor is inside one.
 */
export function whyNotReplaceable(folder: string, inputs: readonly { path: string; name: string }[]): string | null {
  for (const { path, name } of inputs) {
    if (isInside(path, folder)) return `it contains ${name}`;
    if (isInside(folder, path)) return `it is inside ${name}`;
  }
  const there = nearestThere(resolve(folder));
  if (!statSync(there).isDirectory())
    return there === resolve(folder) ? 'it is not a folder' : `${there} is not a folder`;
  if (!existsSync(folder)) return null;
  if (readdirSync(folder).length === 0 || isOutput(folder)) return null;
  return 'it contains files that were not made by Almanac';
}

/** Whether a folder is an output. If its mark was removed, it can still be recognised by its manifest. */
export function isOutput(folder: string): boolean {
  return [MARK_FILE, MANIFEST_FILE].some((name) => existsSync(join(folder, name)));
}

function nearestThere(path: string): string {
  return existsSync(path) ? path : nearestThere(dirname(path));
}

/** Whether `path`, after resolving links, is `folder` itself or inside it. `identify` returns a unique ID of the file at a path. */
export function isInside(path: string, folder: string, identify = identityOf): boolean {
  const [inner, outer] = [realPath(path), realPath(folder)];
  const way = relative(outer, inner);
  if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return true;
  // A folder may have several names, for example on a case-insensitive file system.
  const identity = identify(outer);
  if (identity === null) return false;
  for (let at = inner; ; at = dirname(at)) {
    if (identify(at) === identity) return true;
    if (at === dirname(at)) return false;
  }
}

/** Device and inode of a file or folder: the same for all its paths. Null if it is inaccessible or its file system has no inodes. */
function identityOf(path: string): string | null {
  return attempt(() => {
    const { dev, ino } = statSync(path, { bigint: true });
    return ino === 0n ? null : `${dev}:${ino}`;
  }, null);
}

/** Resolves the links in a path. The path need not exist, and links may be broken. Throws an error if links are circular. */
export function realPath(path: string): string {
  const absolute = resolve(path);
  let reason: unknown;
  try {
    return realpathSync(absolute);
  } catch (error) {
    reason = (error as NodeJS.ErrnoException).code;
    if ((reason !== 'ENOENT' && reason !== 'ENOTDIR') || absolute === dirname(absolute)) throw error;
  }
  const isLink = reason === 'ENOENT' && lstatSync(absolute, { throwIfNoEntry: false })?.isSymbolicLink();
  const parent = realPath(dirname(absolute));
  return isLink ? realPath(resolve(parent, readlinkSync(absolute))) : join(parent, basename(absolute));
}
