import { randomUUID } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';

/**
 * Makes room for an output by renaming what is there; it is removed with all else at the end. Where many files were deleted just before,
 * some file systems take several times as long to make new ones, whoever makes them: ext4 without a journal leaves the inodes of files that
 * were deleted in the last minutes alone, and looks for others.
 */
export function setAside(path: string): void {
  if (existsSync(path)) renameSync(path, `${path}-${randomUUID()}`);
}
