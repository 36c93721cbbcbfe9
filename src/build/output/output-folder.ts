import { randomUUID } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Written } from '../../model.ts';
import { MARK_FILE } from './output-names.ts';
import { explainingWriteErrors } from './write-errors.ts';

/** Number and bytes of the files in a folder and all below it. */
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

/** A folder that an output is made from, and what it is called. */
export interface InputFolder {
  path: string;
  name: string;
}

/**
 * Why a folder must not be replaced by what is made from some folders; null when it may be: it is not there, empty, or an output
 * itself, and lies in none of them, and none of them in it.
 */
export function whyNotReplaceable(folder: string, inputs: readonly InputFolder[]): string | null {
  for (const { path, name } of inputs) {
    if (isInside(path, folder)) return `it holds ${name}`;
    if (isInside(folder, path)) return `it lies in ${name}`;
  }
  const there = nearestThere(resolve(folder));
  if (!statSync(there).isDirectory()) return there === resolve(folder) ? 'it is no folder' : `${there} is no folder`;
  if (!existsSync(folder)) return null;
  if (readdirSync(folder).length === 0 || existsSync(join(folder, MARK_FILE))) return null;
  return 'it holds files that no build of Almanac made';
}

/** A path, or the nearest one above it where something is. */
function nearestThere(path: string): string {
  return existsSync(path) ? path : nearestThere(dirname(path));
}

/** True when a path is a folder or lies inside it, whatever links lead there. */
function isInside(path: string, folder: string): boolean {
  return `${realPath(path)}${sep}`.startsWith(`${realPath(folder)}${sep}`);
}

/**
 * A path without links, also where it is not there yet, or a link on the way leads to what is not there. Throws where links
 * lead in circles.
 */
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

/**
 * Makes an empty folder for what is made on the way, and removes those left there by processes that are no more. Its
 * name begins with the process id. Throws a `ProblemError` where the system does not let it.
 */
export function temporaryFolder(parent: string): string {
  // Not mkdtemp: its folders are closed to other users, and a web server is one.
  const folder = join(parent, `${process.pid}-${randomUUID()}`);
  return explainingWriteErrors(folder, () => {
    mkdirSync(parent, { recursive: true });
    for (const name of readdirSync(parent)) {
      const owner = /^([0-9]+)-/.exec(name)?.[1];
      if (owner && !isRunning(Number(owner))) rmSync(join(parent, name), { recursive: true, force: true });
    }
    mkdirSync(folder);
    return folder;
  });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
