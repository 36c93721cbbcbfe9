import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
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

/** Why a folder must not be replaced by a build's output; null when it may be: not there, empty, or an output itself. */
export function whyNotReplaceable(folder: string): string | null {
  if (!existsSync(folder)) return null;
  if (!statSync(folder).isDirectory()) return 'it is no folder';
  if (readdirSync(folder).length === 0 || existsSync(join(folder, MARK_FILE))) return null;
  return 'it holds files that no build of Almanac made';
}

/**
 * Puts a finished folder in the place of another, which is left whole until the moment of the change. Both must be on
 * one file system.
 */
export function replaceFolder(finished: string, target: string): void {
  const place = resolve(target);
  mkdirSync(dirname(place), { recursive: true });
  if (!existsSync(place)) {
    renameSync(finished, place);
    return;
  }
  const old = mkdtempSync(join(dirname(place), `.${basename(place)}-old-`));
  renameSync(place, join(old, 'out'));
  renameSync(finished, place);
  rmSync(old, { recursive: true, force: true });
}
