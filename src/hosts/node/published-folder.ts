import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { INDEX_FILE } from '../../contract/routes.ts';
import type { ReadPublished } from '../../model.ts';

/** Reads the files of a published folder. */
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

/**
 * Identifies what a folder publishes now: each build replaces the folder, and writes a new index file. Its `ctime` does not count, since a
 * backup or a change of permissions sets it. Rejects if there is none.
 */
export function folderVersion(folder: string): () => Promise<string> {
  return async () => {
    const { ino, size, mtimeNs } = await stat(join(folder, INDEX_FILE), { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  };
}
