import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { formatCount } from '../../problems/format-problem.ts';
import { pathBelow } from '../path-below.ts';

/** Why a path does not lead to a file in the raw-data folder that has at most some number of bytes; null if it does. */
export function whyNotSmallFile(rawData: string, path: string, mostBytes: number, tooLarge: string): string | null {
  try {
    const root = realpathSync(rawData);
    if (!pathBelow(root, realpathSync(join(rawData, path)))) return 'is a link out of the raw-data folder';
    const stats = statSync(join(rawData, path));
    if (!stats.isFile()) return 'is not a file';
    return stats.size > mostBytes ? `has ${formatCount(stats.size, 'byte')}, ${tooLarge}` : null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? 'does not exist' : `cannot be reached: ${message}`;
  }
}

/** The text of a file, which must be UTF-8, without a byte order mark; or why it cannot be read. */
export function readUtf8(rawData: string, path: string): { text: string } | { reason: string } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(join(rawData, path))) };
  } catch (error) {
    return {
      reason: error instanceof TypeError ? 'is not text in UTF-8' : `cannot be read: ${(error as Error).message}`,
    };
  }
}
