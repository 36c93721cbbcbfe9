import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { foldName, whyNotPortable } from '../../contract/file-names.ts';
import { API_FOLDER, ASSET_FOLDER, DATASET_PAGES, EMBED_FOLDER } from '../../contract/routes.ts';
import { ProblemError, problem } from '../../problems/problem.ts';

/** Folders that need no check: Almanac chooses the names in them, except config and category names, which are checked elsewhere. */
const MADE: ReadonlySet<string> = new Set([API_FOLDER, ASSET_FOLDER, DATASET_PAGES, EMBED_FOLDER]);

/**
 * Throws a `ProblemError` if a published folder contains names that do not work on every system: two that some systems treat as the same,
 * such as `A` and `a`, or one that Windows does not allow. Copying the output to another system could silently lose such files.
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
        const message = `many systems treat the names /${folder}${other} and /${path} as the same`;
        throw refusal('name-collision', message);
      }
      seen.set(foldName(entry.name), entry.name);
      if (entry.isDirectory() && !MADE.has(path)) check(`${path}/`);
    }
  };
  check('');
}

function refusal(code: 'name-invalid' | 'name-collision', message: string): ProblemError {
  return new ProblemError(problem(code, { file: null }, message, 'Rename the source file or page.'));
}
