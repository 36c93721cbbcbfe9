import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { randomNumbers } from './random.ts';

const PATTERNS = ['v1/datasets/*.json', 'v1/datasets/*/limit/100/offset/*.json'];
/** Up to this many pages, all are compared; of more, as many. */
const SAMPLE = 300;

/** The folder in a built output that is served: what `/v1` lies in. */
export function servedFolder(out: string): string {
  const client = join(out, 'client');
  return existsSync(client) ? client : out;
}

/** Files of the pages of all datasets, relative to a served folder, in order. */
export function pageFiles(folder: string): string[] {
  return globSync(PATTERNS, { cwd: folder })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();
}

/**
 * Throws unless two folders have the same pages: files of the same names, and the same in them as JSON is read. Of many, the first, the
 * last and some drawn at random are read.
 */
export function checkSamePages(ours: string, theirs: string): void {
  const [expected, actual] = [pageFiles(ours), pageFiles(theirs)];
  if (expected.length === 0) throw new Error(`there are no pages in ${ours}`);
  const missing = without(expected, actual);
  const strange = without(actual, expected);
  if (missing.length + strange.length > 0) {
    const examples = [...missing, ...strange].slice(0, 3).join(', ');
    throw new Error(`${missing.length} pages are missing and ${strange.length} are strange, such as ${examples}`);
  }
  for (const file of sampleOf(expected)) {
    const pages = [ours, theirs].map((folder) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown);
    if (!isDeepStrictEqual(pages[0], pages[1])) throw new Error(`${file} has other contents than ours`);
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
