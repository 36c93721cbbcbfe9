/** Reads the outputs of shards and checks that they are complete and belong together. */

import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ZodError } from 'zod';
import {
  chunkIndexFile,
  collectionFile,
  DATASET_FILES,
  datasetFile,
  downloadFile,
  INDEX_FILE,
  LOGO_FILE,
  type LOOK_FILES,
  pageFile,
  TEXTS_FILE,
  THEME_FILE,
} from '../../contract/routes.ts';
import type { Catalogue, ListedDataset } from '../../model.ts';
import { attempt } from '../../problems/attempt.ts';
import { advice } from '../../problems/name-command.ts';
import { type Problem, ProblemError, problem, type Report, reportingErrors } from '../../problems/problem.ts';
import { SETTINGS } from '../../settings/settings.ts';
import { digestOfFile } from '../files/file-digest.ts';
import { configIn } from '../files/files-of-datasets.ts';
import {
  entrySchema,
  indexSchema,
  readShardManifest,
  SHARD_FILE,
  SHARED_SETTING_NAMES,
  type ShardManifest,
  textsSchema,
} from './shard-manifest.ts';

/** The output of a shard, as read for merging. */
export type Shard = ReturnType<typeof readShard>;

/** Reads and checks shards. If any problems are returned, the shards must not be merged. */
export function readShards(folders: readonly string[]): { shards: Shard[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const report: Report = (it) => problems.push(it);
  const shards = folders.flatMap((folder) => reportingErrors(report, () => readShard(folder)) ?? []);
  const [first, ...others] = shards;
  if (!first) return { shards, problems };
  const mismatches = others.flatMap((other) => differences(first, other));
  // If the shards belong to different builds, reporting missing or repeated shards would be misleading.
  const gaps =
    mismatches.length > 0
      ? []
      : [...repeated(shards), ...(problems.length > 0 ? [] : missing(shards, first.manifest.shards))];
  return { shards, problems: [...problems, ...mismatches, ...gaps] };
}

/** Reads the shard at a path that the user has given. Throws a `ProblemError` if it is invalid or damaged. */
function readShard(folder: string) {
  const manifest = attempt(() => readShardManifest(folder), null);
  if (!manifest) throw notAShard(folder);
  try {
    if (digestOfPart(folder, INDEX_FILE) !== manifest.index) throw damaged(folder, notAsPublished(INDEX_FILE));
    const index = indexSchema.parse(JSON.parse(readPart(folder, INDEX_FILE)));
    const unlisted = index.datasets.find(({ config }) => manifest.datasets.every((it) => it.config !== config));
    if (unlisted) throw damaged(folder, `its ${SHARD_FILE} does not list the dataset ${unlisted.config}`);
    const datasets = manifest.datasets.map(({ config, files }) => {
      const summary = index.datasets.find((it) => it.config === config);
      if (!summary) throw damaged(folder, `its index does not list the dataset ${config}`);
      const { license, row_count: rowCount, formerly = [] } = summary;
      checkFiles(folder, config, files, requiredFiles(config, rowCount, manifest.settings));
      const listed: ListedDataset = { ...readEntry(folder, summary), license, formerly, rowCount };
      return { listed, files };
    });
    const { datasets: _, has_logo: hasLogo, featured = null, ...head } = index;
    const look = readLook(folder, manifest);
    if (hasLogo !== (look.logo !== null)) throw damaged(folder, `its ${SHARD_FILE} does not match its index`);
    const catalogue: Catalogue = { ...head, featured, ...look };
    return { folder, manifest, catalogue, datasets };
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    if (!(error instanceof ZodError)) throw damaged(folder, (error as Error).message);
    const places = error.issues.map(({ path }) => path.join('.') || 'their top level').join(', ');
    throw damaged(folder, `its documents have invalid values at ${places}`);
  }
}

type ListedFiles = ShardManifest['datasets'][number]['files'];

/** Checks that the files listed for a dataset belong to it and have the listed sizes, and that all required files are listed. */
function checkFiles(folder: string, config: string, files: ListedFiles, required: readonly string[]): void {
  for (const [path, bytes] of files) {
    if (configIn(path) !== config) throw notAShard(folder);
    const size = sizeOfPart(folder, path);
    if (size !== bytes) throw damaged(folder, size === null ? `${path} is missing` : notAsPublished(path));
  }
  const listed = new Set(files.map(([path]) => path));
  const lacking = required.find((path) => !listed.has(path));
  if (lacking !== undefined) throw damaged(folder, `its ${SHARD_FILE} does not list ${lacking}`);
}

/** Paths of files that a dataset must have. If each page is a file, only the last page of each page size is included. */
function requiredFiles(config: string, rowCount: number, settings: ShardManifest['settings']): string[] {
  const { pageSizes, layout, formats } = settings;
  const collection = { kind: 'records', config } as const;
  const always = [
    collectionFile(collection),
    ...DATASET_FILES.map((kind) => datasetFile(kind, config)),
    ...formats.map((format) => downloadFile(format, config)),
  ];
  if (layout === 'packed') return [...always, chunkIndexFile(config)];
  // Including only the last pages keeps the list short, even if a damaged index states a huge number of records.
  const last = pageSizes.map((limit) => ({ limit, offset: rowCount - (rowCount % limit) }));
  return [...always, ...last.map((window) => pageFile(collection, window))];
}

/** Size of a published file in a shard, in bytes; null if there is no such file or it is reached through a link. */
function sizeOfPart(folder: string, path: string): number | null {
  const file = join(folder, 'client', path);
  const there = lstatSync(file, { throwIfNoEntry: false });
  if (!there?.isFile()) return null;
  return realpathSync(dirname(file)) === join(realpathSync(folder), 'client', dirname(path)) ? there.size : null;
}

/** Reads the logo, theme and texts of a shard. Throws a `ProblemError` if a file does not match its digest in the manifest. */
function readLook(folder: string, { look }: ShardManifest): Pick<Catalogue, 'logo' | 'theme' | 'texts'> {
  const read = (file: (typeof LOOK_FILES)[number]): string | null => {
    if (look[file] === undefined) return null;
    if (digestOfPart(folder, file) !== look[file]) throw damaged(folder, notAsPublished(file));
    return readPart(folder, file);
  };
  const texts = read(TEXTS_FILE);
  return {
    logo: read(LOGO_FILE),
    theme: read(THEME_FILE),
    texts: texts === null ? { home: null, pages: [] } : textsSchema.parse(JSON.parse(texts)),
  };
}

function readPart(folder: string, path: string): string {
  return readFileSync(join(folder, 'client', path), 'utf8');
}

/** Digest of a published file in a shard. Throws a `ProblemError` if the file is missing. */
function digestOfPart(folder: string, path: string): string {
  if (sizeOfPart(folder, path) === null) throw damaged(folder, `${path} is missing`);
  return digestOfFile(join(folder, 'client', path));
}

/** Reads the info document of a dataset, which must have the same config name and category as in the index. */
function readEntry(folder: string, { config, category }: Pick<ListedDataset, 'config' | 'category'>) {
  const file = datasetFile('info', config);
  const entry = entrySchema.parse(JSON.parse(readPart(folder, file)));
  if (entry.config === config && entry.category === category) return entry;
  throw damaged(folder, notAsPublished(file));
}

export function notAsPublished(path: string): string {
  return `${path} has changed since it was published`;
}

function notAShard(folder: string): ProblemError {
  const message = `${folder} is not a shard: it has no valid ${SHARD_FILE}`;
  const help = advice`Pass folders that were written by {almanac build --} --shard I/N.`;
  return new ProblemError(problem('shard-invalid', { file: null }, message, help));
}

/** Error for a shard that cannot be merged because a file is missing, unreadable, invalid or changed. */
export function damaged(folder: string, reason: string): ProblemError {
  const message = `the shard ${folder} is damaged: ${reason}`;
  return new ProblemError(problem('shard-invalid', { file: null }, message, 'Copy the shard again or rebuild it.'));
}

/** Reports differences between two shards in properties that must be the same for all shards. */
function differences(first: Shard, other: Shard): Problem[] {
  const compared: (readonly [what: string, of: (shard: Shard) => unknown, help: string])[] = [
    ['the number of shards', ({ manifest }) => manifest.shards, SAME_SETTINGS],
    ...SHARED_SETTING_NAMES.map(
      (name) => [`--${SETTINGS[name].flag}`, ({ manifest }: Shard) => manifest.settings[name], SAME_SETTINGS] as const,
    ),
    ['the names or sizes of the datasets in the raw data', ({ manifest }) => manifest.digest, SAME_DATA],
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
      'Pass each shard only once, and only shards of the same build.',
    ),
  );
}

function missing(shards: readonly Shard[], of: number): Problem[] {
  const there = new Set(shards.map(({ manifest }) => manifest.shard));
  const numbers = Array.from({ length: of }, (_, at) => at + 1).filter((number) => !there.has(number));
  if (numbers.length === 0) return [];
  const names = numbers.map((number) => `${number}/${of}`).join(', ');
  const [message, them, folders] =
    numbers.length === 1
      ? [`shard ${names} is missing`, 'it', 'its folder']
      : [`shards ${names} are missing`, 'them', 'their folders'];
  const help = advice`Build ${them} with {almanac build --} --shard I/${of} and pass ${folders} as well.`;
  return [problem('shard-missing', { file: null }, message, help)];
}
