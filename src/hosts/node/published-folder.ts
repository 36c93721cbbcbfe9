import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { INDEX_FILE } from '../../contract/routes.ts';
import type { ReadPublished } from '../../model.ts';

/** Reads files of a published folder. */
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
 * Tells what is published in a folder from what was there before: a build puts another folder in its place, with another index.
 */
export function folderVersion(folder: string): () => Promise<string> {
  return async () => {
    const { ino, size, mtimeNs } = await stat(join(folder, INDEX_FILE), { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  };
}
