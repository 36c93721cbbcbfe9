import { randomUUID } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';

/**
 * Clears the way for an output by renaming the existing one; all of them are removed at the end. After many deletions, some file systems
 * take several times as long to create files, for any program: ext4 without a journal does not reuse the inodes of recently deleted files,
 * and searches for others.
 */
export function setAside(path: string): void {
  if (existsSync(path)) renameSync(path, `${path}-${randomUUID()}`);
}
