/** Reads the outputs of shards and checks that they are complete and belong together. */

import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { attempt } from '../../problems/attempt.ts';
import { advice } from '../../problems/name-command.ts';
import { type Problem, ProblemError, problem, type Report, reportingErrors } from '../../problems/problem.ts';
import { SETTINGS } from '../../settings/settings.ts';
import { statsOf } from '../files/file-stats.ts';
import { configIn } from '../files/files-of-datasets.ts';
import { readShardManifest, SHARD_FILE, SHARED_SETTING_NAMES } from './shard-manifest.ts';

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
  for (const { listed, files } of manifest.datasets) {
    for (const [path, bytes] of files) {
      if (configIn(path) !== listed.config) throw notAShard(folder);
      const there = statsOf(join(folder, 'client', path));
      if (!there?.isFile()) throw damaged(folder, `${path} is missing`);
      if (there.size !== bytes) throw damaged(folder, notAsPublished(path));
    }
  }
  return { folder, manifest };
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
    ['the catalogue’s description', ({ manifest }) => manifest.catalogue, SAME_DATA],
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
  const byNumber = Map.groupBy(shards, ({ manifest }) => `${manifest.shard}/${manifest.shards}`);
  const help = 'Pass each shard only once, and only shards of the same build.';
  return [...byNumber].flatMap(([number, group]) => {
    const message = `the shard ${number} occurs more than once: in ${group.map(({ folder }) => folder).join(', ')}`;
    return group.length > 1 ? problem('shard-repeated', { file: null }, message, help) : [];
  });
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
