import type { Stats } from 'node:fs';

/** When a file was last written to, in whole milliseconds since 1970: fractions would make a manifest long, and say nothing more. */
export function timeOf({ mtimeMs }: Stats): number {
  return Math.floor(mtimeMs);
}

/** Whether `there` is a file of this size, in bytes, last changed at `time`, in milliseconds since 1970, that its owner may read. */
export function isFileOf(there: Stats | undefined, size: number | undefined, time: number | undefined): boolean {
  return there !== undefined && there.size === size && timeOf(there) === time && there.isFile() && isReadable(there);
}

/** Whether the owner of a file may read it, as a server must. */
export function isReadable({ mode }: Stats): boolean {
  return (mode & OWNER_READS) !== 0;
}

const OWNER_READS = 0o400;
