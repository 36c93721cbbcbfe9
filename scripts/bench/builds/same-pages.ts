import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { randomNumbers } from '../data/random.ts';

const PATTERNS = ['v1/datasets/*.json', 'v1/datasets/*/limit/100/offset/*.json'];
/** Up to this many pages, all are compared; of more pages, this many are drawn at random. */
const SAMPLE = 300;

/** The folder of a built output that is served, which contains `/v1`. */
export function servedFolder(out: string): string {
  const client = join(out, 'client');
  return existsSync(client) ? client : out;
}

/** Page files of all datasets, relative to a served folder, sorted. */
export function pageFiles(folder: string): string[] {
  return globSync(PATTERNS, { cwd: folder })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();
}

/**
 * Throws unless two folders have the same pages: files of the same names, with equal JSON values. Of many pages, only the first, the last
 * and a random sample are read.
 */
export function checkSamePages(ours: string, theirs: string): void {
  const [expected, actual] = [pageFiles(ours), pageFiles(theirs)];
  if (expected.length === 0) throw new Error(`there are no pages in ${ours}`);
  const missing = without(expected, actual);
  const unexpected = without(actual, expected);
  if (missing.length + unexpected.length > 0) {
    const examples = [...missing, ...unexpected].slice(0, 3).join(', ');
    throw new Error(`${missing.length} pages are missing and ${unexpected.length} are unexpected, such as ${examples}`);
  }
  for (const file of sampleOf(expected)) {
    const pages = [ours, theirs].map((folder) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown);
    if (!isDeepStrictEqual(pages[0], pages[1])) throw new Error(`${file} differs from ours`);
  }
}

function without(files: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return files.filter((file) => !known.has(file));
}

function sampleOf(files: readonly string[]): readonly string[] {
  if (files.length <= SAMPLE) return files;
  const random = randomNumbers(files.length);
  const drawn = Array.from({ length: SAMPLE }, () => files[Math.floor(random() * files.length)] as string);
  return [files[0] as string, files.at(-1) as string, ...drawn];
}
