import { getCompileCacheDir } from 'node:module';
import { readdirSync, rmSync } from './builtin-fs.ts';

/** Files that Node keeps of all commands together, with room for many builds. */
const MOST_FILES = 5000;

/**
 * Empties Node’s cache of compiled files where it has become large: files that a build has made and run, such as the pages’, are there
 * under names of their own for each build. Does nothing where none is in use.
 */
export function trimCompileCache(): void {
  const folder = getCompileCacheDir();
  if (folder === undefined) return;
  try {
    if (readdirSync(folder).length > MOST_FILES) rmSync(folder, { recursive: true, force: true });
  } catch {
    // It takes up room, and does no harm.
  }
}
