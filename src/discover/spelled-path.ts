import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { otherCase, Spellings } from './spelling.ts';

/**
 * A path below a folder as the disk spells it, or the path that differs from it in upper and lower case alone and is there instead: a file system
 * that does not tell them apart would open that one, and others would not. A path that leads nowhere is returned as it is. Paths have `/`.
 */
export function spelledPath(folder: string, path: string): { path: string } | { otherCase: string } {
  let found = '';
  for (const part of path.split('/')) {
    const names = namesIn(join(folder, found));
    const spelled = new Spellings(new Set(names)).find(part);
    const other = spelled === undefined ? otherCase(names, part) : undefined;
    if (other !== undefined) return { otherCase: found + other };
    if (spelled === undefined) return { path };
    found += `${spelled}/`;
  }
  return { path: found.slice(0, -1) };
}

/** No names for a folder that cannot be listed: whoever opens the path reports why. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
