import { getCompileCacheDir } from 'node:module';
import { attempt } from '../../problems/attempt.ts';
import { fs } from '../files/builtin-fs.ts';

/** Maximum number of files in the cache: enough for the modules of all commands and for those that many builds generate. */
const MAX_FILES = 5000;

/**
 * Clears Node's compile cache if it has grown large: each build adds the modules that it generates and runs, such as those of the pages,
 * under new names. Does nothing if no cache is in use.
 */
export function trimCompileCache(): void {
  const folder = getCompileCacheDir();
  if (folder === undefined) return;
  // A large cache only takes up space, so an error can be ignored.
  attempt(() => {
    if (fs.readdirSync(folder).length > MAX_FILES) fs.rmSync(folder, { recursive: true, force: true });
  }, undefined);
}
