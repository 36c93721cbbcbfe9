import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { countRows, type RecordHashes } from '../../compare/count-rows.ts';
import { describeColumns, describeWhole, isUnchanged, sharedKey } from '../../compare/describe-change.ts';
import { columnsOf, type Edition } from '../../compare/edition.ts';
import { parseRecords } from '../../compare/records.ts';
import {
  type AboutDocument,
  type ChangesDocument,
  type EditionChange,
  MAX_CHANGES,
  type ManifestDocument,
} from '../../contract/documents.ts';
import {
  API_MANIFEST,
  CHANGES_FILE,
  chunkIndexFile,
  DEFAULT_LIMIT,
  datasetFile,
  isChunkFile,
  pageFile,
} from '../../contract/routes.ts';
import type { ListedDataset, WrittenFile } from '../../model.ts';
import { hashRow } from '../../parse/checks/check-duplicates.ts';
import { digestOf } from '../files/file-digest.ts';
import { configIn } from '../files/files-of-datasets.ts';
import { recordLines } from './last-edition.ts';
import { formerName, type PreviousOutput, readDocument, readEdition } from './previous.ts';

/** The history of a catalogue that was compared with no other. */
export const NO_HISTORY: ChangesDocument = { since: null, changes: [] };

/** Digits of a change's identifier. */
const ID_LENGTH = 20;

/** An edition in a folder or on a site: how to read its files, and the digests of the files of each dataset, by path. */
interface EditionFiles {
  read: PreviousOutput['read'];
  digests: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/**
 * Describes how the datasets in a folder differ from those that were published before, and adds that to the history of changes. `written`
 * are the files in the folder. Without a manifest of what was published before, the history begins anew. If `isWhole` is false, datasets
 * that are not listed are not missing.
 */
export async function recordChanges(
  previous: PreviousOutput,
  listed: readonly ListedDataset[],
  { folder, written }: { folder: string; written: readonly WrittenFile[] },
  isWhole: boolean,
): Promise<ChangesDocument> {
  const manifest = await readDocument<ManifestDocument>(previous, API_MANIFEST);
  const history = await readDocument<ChangesDocument>(previous, CHANGES_FILE);
  if (!manifest || !history) return NO_HISTORY;
  const last: EditionFiles = { read: previous.read, digests: digestsByDataset(manifest.files) };
  const files = written.map(({ path, digest }) => ({ path, sha256: digest }));
  const next: EditionFiles = {
    read: async (path) => readFileSync(join(folder, path)),
    digests: digestsByDataset(files),
  };
  const opened: PreviousOutput = { ...previous, where: folder, read: next.read };
  const newest = history.changes[0]?.id ?? '';
  const found: EditionChange[] = [];
  const add = (change: Omit<EditionChange, 'id'>): void => {
    const { config, name, ...others } = change;
    const id = digestOf(JSON.stringify([newest, change])).slice(0, ID_LENGTH);
    found.push({ config, name, id, ...others });
  };
  for (const dataset of listed) {
    const { config, name } = dataset;
    const before = formerName(previous, dataset);
    if (before === config && haveSameFiles(last, next, config)) continue;
    const [is, was] = [await readEdition(opened, config), before === null ? null : await readEdition(previous, before)];
    const date = latestDate(await readDocument<AboutDocument>(opened, datasetFile('about', config)));
    if (!is) continue;
    if (before === null || !was) {
      add({ config, name, change: 'added', date, ...describeWhole(is, 'added') });
      continue;
    }
    const described = describeColumns(was, is);
    const rows = await compareRows({ edition: was, files: last, config: before }, { edition: is, files: next, config });
    const change = { rows, ...described };
    if (isUnchanged(change) && before === config) continue;
    add({ config, name, change: 'changed', ...(before !== config && { formerly: before }), date, ...change });
  }
  const present = new Set(listed.flatMap(({ config, formerly }) => [config, ...formerly]));
  for (const { config, name } of isWhole ? previous.index.datasets : []) {
    const was = present.has(config) ? null : await readEdition(previous, config);
    if (was) add({ config, name, change: 'removed', date: null, ...describeWhole(was, 'removed') });
  }
  const since = history.since ?? previous.index.build;
  return { since, changes: [...found, ...history.changes].slice(0, MAX_CHANGES) };
}

function digestsByDataset(files: readonly { path: string; sha256: string }[]): EditionFiles['digests'] {
  const byDataset = new Map<string, Map<string, string>>();
  for (const { path, sha256 } of files) {
    const config = configIn(path);
    if (config === undefined) continue;
    const own = byDataset.get(config) ?? new Map<string, string>();
    byDataset.set(config, own.set(path, sha256));
  }
  return byDataset;
}

/** Whether two editions of a dataset have the same columns and records, by the digests of their files. */
function haveSameFiles(last: EditionFiles, next: EditionFiles, config: string): boolean {
  return [datasetFile('schema', config), ...recordFiles(next, config)].every(isIn(last, next, config));
}

/** Returns a function that tells whether a file of a dataset is the same in two editions. */
function isIn(one: EditionFiles, other: EditionFiles, config: string): (path: string) => boolean {
  const [was, is] = [one.digests.get(config), other.digests.get(config)];
  return (path) => was !== undefined && was.get(path) === is?.get(path);
}

/** Files that have each record of a dataset once. */
function recordFiles({ digests }: EditionFiles, config: string): string[] {
  const paths = [...(digests.get(config)?.keys() ?? [])];
  const chunks = paths.filter((path) => isChunkFile(path) && path !== chunkIndexFile(config));
  const pages = posix.dirname(pageFile({ kind: 'records', config }, { limit: DEFAULT_LIMIT, offset: 0 }));
  return chunks.length > 0 ? chunks : paths.filter((path) => posix.dirname(path) === pages);
}

interface OneEdition {
  edition: Edition;
  files: EditionFiles;
  config: string;
}

async function compareRows(last: OneEdition, next: OneEdition): Promise<EditionChange['rows']> {
  const key = sharedKey(last.edition, next.edition);
  const [before, now] = [columnsOf(last.edition), columnsOf(next.edition)];
  const isSameTable = JSON.stringify([...before].map(typed)) === JSON.stringify([...now].map(typed));
  const shared = isSameTable ? null : [...now.keys()].filter((name) => before.has(name));
  const counted = countRows(await hashRecords(last, next, key, shared), await hashRecords(next, last, key, shared));
  return { before: last.edition.schema.row_count, now: next.edition.schema.row_count, ...counted, key };
}

function typed([name, { type }]: readonly [string, { type: string }]): string[] {
  return [name, type];
}

/**
 * Hashes the records of an edition in those files that are not the same in the other one: their text, or the values of some columns, if the
 * editions have others too.
 */
async function hashRecords(
  { edition, files, config }: OneEdition,
  other: OneEdition,
  key: readonly string[] | null,
  columns: readonly string[] | null,
): Promise<RecordHashes> {
  const count = edition.schema.row_count;
  const [hashes, keys] = [new Float64Array(count), key && new Float64Array(count)];
  const isShared = isIn(files, other.files, config);
  let row = 0;
  for (const path of recordFiles(files, config).filter((it) => !isShared(it))) {
    const bytes = await files.read(path);
    const lines = bytes ? recordLines(Uint8Array.from(bytes), isChunkFile(path)) : [];
    const values = key || columns ? parseRecords(lines) : [];
    for (const [index, line] of lines.entries()) {
      const hashOf = (names: readonly string[]): number =>
        hashRow(names.map((name) => JSON.stringify(values[index]?.[name])));
      hashes[row] = columns ? hashOf(columns) : hashRow([line]);
      if (keys && key) keys[row] = hashOf(key);
      row += 1;
    }
  }
  return { records: hashes.subarray(0, row), keys: keys?.subarray(0, row) ?? null };
}

/** The latest date that a publisher states for the data; null without any. */
function latestDate(about: AboutDocument | undefined): string | null {
  const dates = [about?.modified, about?.retrieved, about?.published].filter((date) => date != null);
  return dates.sort().at(-1) ?? null;
}
