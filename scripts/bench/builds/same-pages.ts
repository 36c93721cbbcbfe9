import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

const PATTERNS = ['v1/datasets/*.json', 'v1/datasets/*/limit/100/offset/*.json'];

/** The folder in an output that contains `v1`: its subfolder `client` if it has one, otherwise the output folder itself. */
export function servedFolder(out: string): string {
  const client = join(out, 'client');
  return existsSync(client) ? client : out;
}

/** Paths of the page files of all datasets, relative to `folder`, which contains `v1`. */
export function pageFiles(folder: string): Set<string> {
  return new Set(globSync(PATTERNS, { cwd: folder }).map((file) => file.replaceAll('\\', '/')));
}

/** Throws unless two folders have the same pages: files with the same names and equal JSON values. */
export function checkSamePages(ours: string, theirs: string): void {
  const [expected, actual] = [pageFiles(ours), pageFiles(theirs)];
  if (expected.size === 0) throw new Error(`there are no pages in ${ours}`);
  const missing = [...expected].filter((file) => !actual.has(file));
  const unexpected = [...actual].filter((file) => !expected.has(file));
  if (missing.length + unexpected.length > 0) {
    const examples = [...missing, ...unexpected].slice(0, 3).join(', ');
    throw new Error(`${missing.length} pages are missing and ${unexpected.length} are unexpected, such as ${examples}`);
  }
  for (const file of expected) {
    const pages = [ours, theirs].map((folder) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown);
    if (!isDeepStrictEqual(pages[0], pages[1])) throw new Error(`${file} differs from Almanac’s`);
  }
}
