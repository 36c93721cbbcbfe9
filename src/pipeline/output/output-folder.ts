import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Written } from '../../model.ts';
import { MANIFEST_FILE, MARK_FILE } from './output-names.ts';

/** Number and bytes of all files in a folder and below it. */
export function measureFolder(folder: string): Written {
  const written: Written = { files: 0, bytes: 0 };
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    written.files += 1;
    written.bytes += statSync(join(entry.parentPath, entry.name)).size;
  }
  return written;
}

/** Marks a folder as an output. */
export function markOutput(folder: string): void {
  writeFileSync(join(folder, MARK_FILE), 'Made by Almanac: the next build replaces this folder.\n');
}

/** A folder that an output is made from, and what messages call it. */
export interface InputFolder {
  path: string;
  name: string;
}

/**
 * Why a folder must not be replaced by an output that is made from these inputs. Null if it may be: it does not exist, is empty, or is an
 * output itself; and it is not in an input, and no input is in it.
 */
export function whyNotReplaceable(folder: string, inputs: readonly InputFolder[]): string | null {
  for (const { path, name } of inputs) {
    if (isInside(path, folder)) return `it holds ${name}`;
    if (isInside(folder, path)) return `it lies in ${name}`;
  }
  const there = nearestThere(resolve(folder));
  if (!statSync(there).isDirectory())
    return there === resolve(folder) ? 'it is not a folder' : `${there} is not a folder`;
  if (!existsSync(folder)) return null;
  if (readdirSync(folder).length === 0 || isOutput(folder)) return null;
  return 'it holds files that no build of Almanac made';
}

/** True for an output: it is marked, or it has a manifest, and only its mark was removed. */
export function isOutput(folder: string): boolean {
  return [MARK_FILE, MANIFEST_FILE].some((name) => existsSync(join(folder, name)));
}

/** A path, or the nearest one above it that exists. */
function nearestThere(path: string): string {
  return existsSync(path) ? path : nearestThere(dirname(path));
}

/** True if a path is a folder or is in it, links resolved. `identify` says what is at a path. */
export function isInside(path: string, folder: string, identify = identityOf): boolean {
  const [inner, outer] = [realPath(path), realPath(folder)];
  const way = relative(outer, inner);
  if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return true;
  // One folder may have several names, as where upper and lower case are the same.
  const identity = identify(outer);
  if (identity === null) return false;
  for (let at = inner; ; at = dirname(at)) {
    if (identify(at) === identity) return true;
    if (at === dirname(at)) return false;
  }
}

/** Device and inode of a file or folder, the same for every path to it; null if it cannot be reached, or the file system has no inodes. */
function identityOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return ino === 0n ? null : `${dev}:${ino}`;
  } catch {
    return null;
  }
}

/** A path without links; it need not exist, and a link may lead to nothing. Throws an error if links lead in circles. */
export function realPath(path: string): string {
  const whole = resolve(path);
  let reason: unknown;
  try {
    return realpathSync(whole);
  } catch (error) {
    reason = (error as NodeJS.ErrnoException).code;
    if ((reason !== 'ENOENT' && reason !== 'ENOTDIR') || whole === dirname(whole)) throw error;
  }
  const isLink = reason === 'ENOENT' && lstatSync(whole, { throwIfNoEntry: false })?.isSymbolicLink();
  const parent = realPath(dirname(whole));
  return isLink ? realPath(resolve(parent, readlinkSync(whole))) : join(parent, basename(whole));
}
