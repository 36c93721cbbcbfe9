/** Reads the outputs of shards, and checks that they are whole and belong together. */

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { IndexDocument } from '../../contract/documents.ts';
import { datasetFile, INDEX_FILE } from '../../contract/routes.ts';
import type { Catalogue, ListedDataset } from '../../model.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { type Problem, ProblemError, problem } from '../../problems/problem.ts';
import { SETTINGS } from '../../settings/settings.ts';
import { datasetFinder } from '../files/files-of-datasets.ts';
import { MANIFEST_FILE, readManifest, SHARED_SETTING_NAMES, type ShardManifest } from './shard-manifest.ts';

/** A shard that was built. */
export interface Shard {
  /** The path as it was given. */
  folder: string;
  manifest: ShardManifest;
  catalogue: Catalogue;
  datasets: ShardDataset[];
}

/** A dataset in a shard. */
export interface ShardDataset {
  listed: ListedDataset;
  files: ShardManifest['datasets'][number]['files'];
}

/** Reads shards. If there are problems, they must not be merged. */
export function readShards(folders: readonly string[]): { shards: Shard[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const shards = folders.flatMap((folder) => {
    try {
      return readShard(folder);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      problems.push(error.problem);
      return [];
    }
  });
  const [first, ...others] = shards;
  if (!first) return { shards, problems };
  const mismatches = others.flatMap((other) => differences(first, other));
  // Among shards of different builds, a missing or repeated shard means nothing.
  const gaps = mismatches.length > 0 ? [] : [...repeated(shards), ...(problems.length > 0 ? [] : missing(shards))];
  return { shards, problems: [...problems, ...mismatches, ...gaps] };
}

function readShard(folder: string): Shard {
  let manifest: ShardManifest;
  try {
    manifest = readManifest(folder);
  } catch {
    throw notAShard(folder);
  }
  const client = join(folder, 'client');
  try {
    const { catalogue, summaries } = readIndex(client);
    const datasets = manifest.datasets.map(({ config, files }): ShardDataset => {
      const summary = summaries.get(config);
      if (!summary) throw damaged(folder, `its index lacks the dataset ${config}`);
      const isOwn = datasetFinder([config]);
      for (const [path, bytes] of files) {
        if (isOwn(path) === undefined) throw notAShard(folder);
        const there = statSync(join(client, path), { throwIfNoEntry: false });
        if (!there) throw damaged(folder, `${path} is missing`);
        if (there.size !== bytes) throw damaged(folder, otherSize(path, there.size, bytes));
      }
      return { listed: { ...readEntry(client, config), ...summary }, files };
    });
    return { folder, manifest, catalogue, datasets };
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw damaged(folder, (error as Error).message);
  }
}

/** The catalogue from the index, and what only the index says about the datasets. */
function readIndex(client: string): {
  catalogue: Catalogue;
  summaries: Map<string, Pick<ListedDataset, 'license' | 'rowCount'>>;
} {
  const index = JSON.parse(readFileSync(join(client, INDEX_FILE), 'utf8')) as IndexDocument;
  const { title, description, publisher, contact, license, categories } = index;
  const plain = categories.map((it) => ({ name: it.name, title: it.title, description: it.description }));
  return {
    catalogue: { title, description, publisher, contact, license, categories: plain },
    summaries: new Map(index.datasets.map((it) => [it.config, { license: it.license, rowCount: it.row_count }])),
  };
}

function readEntry(client: string, config: string): Omit<ListedDataset, 'license' | 'rowCount'> {
  return JSON.parse(readFileSync(join(client, datasetFile('info', config)), 'utf8'));
}

function otherSize(path: string, size: number, published: number): string {
  return `${path} has ${formatCount(size, 'byte')}, and was published with ${formatCount(published, 'byte')}`;
}

function notAShard(folder: string): ProblemError {
  const message = `${folder} is not a shard: it has no valid ${MANIFEST_FILE}`;
  const help = 'Name folders that npm run build -- --shard I/N wrote.';
  return new ProblemError(problem('shard-invalid', { file: null }, message, help));
}

/** The problem of a shard whose files are not those that were published. */
export function damaged(folder: string, reason: string): ProblemError {
  const message = `the shard ${folder} is not whole: ${reason}`;
  return new ProblemError(problem('shard-invalid', { file: null }, message, 'Copy it again, or build it again.'));
}

/** The differences between two shards in what must be the same in all. */
function differences(first: Shard, other: Shard): Problem[] {
  const compared: (readonly [what: string, of: (shard: Shard) => unknown, help: string])[] = [
    ['the number of shards', ({ manifest }) => manifest.shards, SAME_SETTINGS],
    ...SHARED_SETTING_NAMES.map(
      (name) => [`--${SETTINGS[name].flag}`, ({ manifest }: Shard) => manifest.settings[name], SAME_SETTINGS] as const,
    ),
    ['the names and sizes of all datasets', ({ manifest }) => manifest.digest, SAME_DATA],
    ['the catalogue’s description', ({ catalogue }) => catalogue, SAME_DATA],
  ];
  return compared
    .filter(([, of]) => !isDeepStrictEqual(of(first), of(other)))
    .map(([what, , help]) =>
      problem('shards-differ', { file: null }, `${first.folder} and ${other.folder} differ in ${what}`, help),
    );
}

const SAME_SETTINGS = 'Build all shards with the same settings.';
const SAME_DATA =
  'Build all shards from the same raw data, for example from the same commit with the same line endings.';

function repeated(shards: readonly Shard[]): Problem[] {
  const byNumber = Map.groupBy(shards, ({ manifest }) => `the shard ${manifest.shard}/${manifest.shards}`);
  const byConfig = Map.groupBy(
    shards.flatMap((shard) => shard.manifest.datasets.map(({ config }) => ({ ...shard, config }))),
    ({ config }) => `the dataset ${config}`,
  );
  const twice = [...byNumber].filter(([, group]) => group.length > 1);
  const reported = twice.length > 0 ? twice : [...byConfig].filter(([, group]) => group.length > 1);
  return reported.map(([what, group]) =>
    problem(
      'shard-repeated',
      { file: null },
      `${what} occurs more than once: in ${group.map(({ folder }) => folder).join(', ')}`,
      'Name each shard once, and only shards of one build.',
    ),
  );
}

function missing(shards: readonly Shard[]): Problem[] {
  const there = new Set(shards.map(({ manifest }) => manifest.shard));
  const of = shards[0]?.manifest.shards ?? 0;
  const numbers = Array.from({ length: of }, (_, at) => at + 1).filter((number) => !there.has(number));
  if (numbers.length === 0) return [];
  const names = numbers.map((number) => `${number}/${of}`).join(', ');
  const help = `Build ${numbers.length === 1 ? 'it' : 'them'} with npm run build -- --shard I/${of}, and name ${numbers.length === 1 ? 'its folder' : 'their folders'} as well.`;
  return [
    problem(
      'shard-missing',
      { file: null },
      `of ${formatCount(of, 'shard')}, ${names} ${numbers.length === 1 ? 'is' : 'are'} missing`,
      help,
    ),
  ];
}
