import { randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Output, ReadPublished } from '../model.ts';

/** Counts of what was written. */
export interface Written {
  files: number;
  bytes: number;
}

/** An output into a folder of the file system. Folders are made as they are needed; no file is written twice. */
export function folderOutput(folder: string): Output & { written: Written } {
  const made = new Set<string>();
  const written: Written = { files: 0, bytes: 0 };
  return {
    written,
    write(path, body) {
      const target = join(folder, path);
      const parent = dirname(target);
      if (!made.has(parent)) {
        mkdirSync(parent, { recursive: true });
        made.add(parent);
      }
      const bytes = Buffer.from(body, 'utf8');
      writeFileSync(target, bytes, { flag: 'wx' });
      written.files += 1;
      written.bytes += bytes.length;
    },
  };
}

/** Reads files of a published folder. */
export function folderReader(folder: string): ReadPublished {
  return async (path) => {
    try {
      return new Uint8Array(await readFile(join(folder, path)));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR' || code === 'ENAMETOOLONG') return undefined;
      throw error;
    }
  };
}

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

/** File that marks a folder as an output of this program, so that it may be replaced. */
const MARK_FILE = '.almanac-output';

/** Marks a folder as an output. */
export function markOutput(folder: string): void {
  writeFileSync(join(folder, MARK_FILE), 'Made by Almanac: the next build replaces this folder.\n');
}

/**
 * Why a folder must not be replaced by the output of a build from `rawData`; null when it may be: it is not there, empty, or an output
 * itself, and neither folder lies in the other.
 */
export function whyNotReplaceable(folder: string, rawData: string): string | null {
  if (isInside(rawData, folder)) return 'it holds the raw data';
  if (isInside(folder, rawData)) return 'it lies in the raw data';
  if (!existsSync(folder)) return null;
  if (!statSync(folder).isDirectory()) return 'it is no folder';
  if (readdirSync(folder).length === 0 || existsSync(join(folder, MARK_FILE))) return null;
  return 'it holds files that no build of Almanac made';
}

/** True when a path is a folder or lies inside it, whatever links lead there. */
function isInside(path: string, folder: string): boolean {
  return `${realPath(path)}${sep}`.startsWith(`${realPath(folder)}${sep}`);
}

/** A path without links, as far as it exists. */
function realPath(path: string): string {
  const whole = resolve(path);
  if (existsSync(whole)) return realpathSync(whole);
  return whole === dirname(whole) ? whole : join(realPath(dirname(whole)), basename(whole));
}

/**
 * Makes an empty folder for what is made on the way, and removes those left there by processes that are no more. Its
 * name begins with the process id.
 */
export function temporaryFolder(parent: string): string {
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) {
    const owner = /^([0-9]+)-/.exec(name)?.[1];
    if (owner && !isRunning(Number(owner))) rmSync(join(parent, name), { recursive: true, force: true });
  }
  // Not mkdtemp: its folders are closed to other users, and a web server is one.
  const folder = join(parent, `${process.pid}-${randomUUID()}`);
  mkdirSync(folder);
  return folder;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Puts a finished folder in the place of another, which is left whole until the moment of the change, and stays when that
 * fails. Where the place is a link to a folder, the link stays, and the folder it leads to is replaced.
 */
export function replaceFolder(finished: string, target: string): void {
  const place = existsSync(target) ? realpathSync(target) : resolve(target);
  mkdirSync(dirname(place), { recursive: true });
  const beside = join(dirname(place), `.${basename(place)}-${randomUUID()}`);
  try {
    moveFolder(finished, `${beside}-new`);
    if (existsSync(place)) renameSync(place, `${beside}-old`);
    renameSync(`${beside}-new`, place);
  } catch (error) {
    if (existsSync(`${beside}-old`) && !existsSync(place)) renameSync(`${beside}-old`, place);
    rmSync(`${beside}-new`, { recursive: true, force: true });
    throw error;
  }
  rmSync(`${beside}-old`, { recursive: true, force: true });
}

/** Moves a folder, by copying when the target is on another file system. */
function moveFolder(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    cpSync(from, to, { recursive: true });
    rmSync(from, { recursive: true, force: true });
  }
}
