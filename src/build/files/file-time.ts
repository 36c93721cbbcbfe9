import type { Stats } from 'node:fs';

/** When a file was last written to, in whole milliseconds since 1970: fractions would make a manifest long, and say nothing more. */
export function timeOf({ mtimeMs }: Stats): number {
  return Math.floor(mtimeMs);
}

/** True if there is a file with a size, in bytes, and a time of the last change, in milliseconds since 1970. */
export function isFileOf(there: Stats | undefined, size: number | undefined, time: number | undefined): boolean {
  return there !== undefined && there.size === size && timeOf(there) === time && there.isFile();
}
