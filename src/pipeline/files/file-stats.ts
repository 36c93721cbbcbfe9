import type { Stats } from 'node:fs';
import { attempt } from '../../problems/attempt.ts';
import { fs } from './builtin-fs.ts';

/** Modification time of a file, in whole milliseconds since 1970. Fractions would only make the manifest longer. */
export function timeOf({ mtimeMs }: Stats): number {
  return Math.floor(mtimeMs);
}

/** State of what is at a path, without following a link; undefined if it does not exist or cannot be accessed. */
export function statsOf(path: string): Stats | undefined {
  return attempt(() => fs.lstatSync(path, { throwIfNoEntry: false }), undefined);
}

/** Whether a path has a file that its owner may read, with this size in bytes and modification time in milliseconds since 1970. */
export function isFileOf(path: string, size: number | undefined, time: number | undefined): boolean {
  const there = statsOf(path);
  return there !== undefined && there.size === size && timeOf(there) === time && there.isFile() && isReadable(there);
}

/** Whether the owner of a file may read it. A server that runs as the owner needs this permission. */
export function isReadable({ mode }: Stats): boolean {
  return (mode & 0o400) !== 0;
}
