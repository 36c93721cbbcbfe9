import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { formatCount } from '../../problems/format-problem.ts';
import { pathBelow } from '../path-below.ts';

export type ReadText = { text: string } | { reason: string };

/**
 * The text of a UTF-8 file in the raw-data folder, without a byte order mark, or the reason that it cannot be read. For a file of more than
 * `maxBytes`, the reason states its size and ends in `tooLarge`.
 */
export function readSmallText(rawData: string, path: string, maxBytes: number, tooLarge: string): ReadText {
  const file = join(rawData, path);
  try {
    if (!pathBelow(realpathSync(rawData), realpathSync(file))) {
      return { reason: 'is a link to a file outside the raw-data folder' };
    }
    const stats = statSync(file);
    if (!stats.isFile()) return { reason: 'is not a file' };
    if (stats.size > maxBytes) return { reason: `has ${formatCount(stats.size, 'byte')}, ${tooLarge}` };
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { reason: 'does not exist' };
    return { reason: error instanceof TypeError ? 'is not text in UTF-8' : `cannot be read: ${message}` };
  }
}
