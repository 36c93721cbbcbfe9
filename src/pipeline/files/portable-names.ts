import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { foldName, whyNotPortable } from '../../contract/file-names.ts';
import { API_FOLDER, ASSET_FOLDER, DATASET_PAGES, EMBED_FOLDER } from '../../contract/routes.ts';
import { ProblemError, problem } from '../../problems/problem.ts';

/** Folders whose names are made by builds: from config names, which are the same in every case, or from digests. */
const MADE: ReadonlySet<string> = new Set([API_FOLDER, ASSET_FOLDER, DATASET_PAGES, EMBED_FOLDER]);

/**
 * Throws a `ProblemError` if a published folder has files or folders that not every system can have: two whose names differ in upper and
 * lower case alone, or one with a name that Windows reserves. Otherwise a copy of the output would silently lose one of them.
 */
export function requirePortableNames(client: string): void {
  const check = (folder: string): void => {
    const seen = new Map<string, string>();
    for (const entry of readdirSync(join(client, folder), { withFileTypes: true })) {
      const path = folder + entry.name;
      const reason = whyNotPortable(entry.name);
      if (reason !== null) throw refusal('name-invalid', `/${path} cannot be published: ${reason}`);
      const other = seen.get(foldName(entry.name));
      if (other !== undefined) {
        const message = `/${folder}${other} and /${path} differ in upper and lower case alone, and many systems take them for one`;
        throw refusal('name-collision', message);
      }
      seen.set(foldName(entry.name), entry.name);
      if (entry.isDirectory() && !MADE.has(path)) check(`${path}/`);
    }
  };
  check('');
}

function refusal(code: 'name-invalid' | 'name-collision', message: string): ProblemError {
  return new ProblemError(problem(code, { file: null }, message, 'Rename the file or page that it comes from.'));
}
