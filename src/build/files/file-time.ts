import type { Stats } from 'node:fs';

/** When a file was last written to, in whole milliseconds since 1970: fractions would make a manifest long, and say nothing more. */
export function timeOf({ mtimeMs }: Stats): number {
  return Math.floor(mtimeMs);
}
