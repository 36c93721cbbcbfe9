import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Edition } from '../../compare/edition.ts';
import type { IndexDocument } from '../../contract/documents.ts';
import { datasetFile, INDEX_FILE } from '../../contract/routes.ts';
import type { Source } from '../../model.ts';
import { ProblemError, problem } from '../../problems/problem.ts';
import type { Settings } from '../../settings/settings.ts';
import { CLIENT } from '../output/output-names.ts';

/** What was published before this build. */
export interface PreviousOutput {
  /** As messages name it: a folder or a URL. */
  where: string;
  /** Whether it is the output that the build replaces. */
  isOwn: boolean;
  index: IndexDocument;
  /** Reads a published file; resolves to undefined if there is none. Rejects with a `ProblemError` if it cannot be read. */
  read(path: string): Promise<Uint8Array | undefined>;
}

/** The settings that say what an output is compared with. */
type Comparing = Pick<Settings, 'compare' | 'previous' | 'out'>;

/**
 * Opens what was published before: the folder or site that the settings name, or else the output that the build will replace. Null if there
 * is nothing to compare with: on the first build, if a site has no catalogue yet, and if the settings say so. Rejects with a `ProblemError`
 * if a folder that the settings name holds no output, or if a site does not answer.
 */
export async function openPrevious({ compare, previous, out }: Comparing): Promise<PreviousOutput | null> {
  if (!compare) return null;
  if (previous !== null && /^https?:\/\//i.test(previous)) return openSite(previous);
  const folders = previous === null ? [join(out, CLIENT)] : [join(previous, CLIENT), previous];
  const folder = folders.find((it) => existsSync(join(it, INDEX_FILE)));
  if (folder !== undefined) {
    const output = await openOutput(folder, async (path) => readIfThere(join(folder, path)));
    return output && { ...output, isOwn: previous === null };
  }
  if (previous === null) return null;
  throw unreadable(
    previous,
    `has no ${INDEX_FILE}`,
    'Name the output of an earlier build, or the address of its site.',
  );
}

function readIfThere(path: string): Uint8Array | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}

async function openOutput(where: string, read: PreviousOutput['read']): Promise<PreviousOutput | null> {
  const bytes = await read(INDEX_FILE);
  return bytes ? { where, isOwn: false, index: parse(bytes, where, INDEX_FILE) as IndexDocument, read } : null;
}

/** Longest time for one file of a site, in milliseconds. */
const TIMEOUT = 120_000;
const TRIES = 3;

function openSite(url: string): Promise<PreviousOutput | null> {
  const base = url.endsWith('/') ? url : `${url}/`;
  return openOutput(url, async (path) => {
    for (let tries = 1; ; tries += 1) {
      try {
        const response = await fetch(new URL(path, base), { signal: AbortSignal.timeout(TIMEOUT) });
        if (response.ok) return new Uint8Array(await response.arrayBuffer());
        if (response.status === 404 || response.status === 410) return undefined;
        throw new Error(`${path} is answered with status ${response.status}`);
      } catch (error) {
        if (tries < TRIES) continue;
        const { message, cause } = error as Error;
        throw unreadable(url, `cannot be read: ${cause instanceof Error ? cause.message : message}`, RETRY);
      }
    }
  });
}

const RETRY = 'Try again later, or build with --no-compare, which publishes whatever the raw data has.';

function unreadable(where: string, reason: string, help: string): ProblemError {
  return new ProblemError(
    problem('previous-unreadable', { file: null }, `the last edition, ${where}, ${reason}`, help),
  );
}

/** Parses a published document. Throws a `ProblemError` if it is not JSON, as the page of a host that answers everything is not. */
function parse(bytes: Uint8Array, where: string, path: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw unreadable(where, `has a file ${path} that is not JSON`, 'Check the address, or build with --no-compare.');
  }
}

/** Reads a JSON document that was published; undefined if there is none. */
export async function readDocument<T>({ where, read }: PreviousOutput, path: string): Promise<T | undefined> {
  const bytes = await read(path);
  return bytes && (parse(bytes, where, path) as T);
}

/** The documents of a dataset's last edition; null if there was none, or if it lacks one of them. */
export async function readEdition(previous: PreviousOutput, config: string): Promise<Edition | null> {
  const files = ['schema', 'profile', 'quality'] as const;
  const [schema, profile, quality] = await Promise.all(
    files.map((file) => readDocument<Edition[typeof file]>(previous, datasetFile(file, config))),
  );
  return schema && profile && quality ? ({ schema, profile, quality } as Edition) : null;
}

/** The name under which a dataset was published: its own, or else one that it had before. Null if it was not. */
export function formerName({ index }: PreviousOutput, { config, formerly }: Pick<Source, 'config' | 'formerly'>) {
  const known = new Set(index.datasets.map((dataset) => dataset.config));
  return [config, ...formerly].find((name) => known.has(name)) ?? null;
}
