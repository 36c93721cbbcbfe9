import { createHash } from 'node:crypto';
import { statOrError } from '../../discover/stat-or-error.ts';
import type { Source } from '../../model.ts';
import type { ShardNumber } from '../../settings/parse-value.ts';

/**
 * The sources of one shard, in their order. The largest file first, each source goes to the shard that has the fewest bytes so far. Only
 * names and sizes count, so every machine divides the same folder in the same way.
 */
export function sourcesOfShard(sources: readonly Source[], { number, of }: ShardNumber): Source[] {
  const weights = new Array<number>(of).fill(0);
  const taken = new Set<Source>();
  const sized = sources.map((source) => ({ source, bytes: bytesOf(source) }));
  for (const { source, bytes } of sized.sort(
    (a, b) => b.bytes - a.bytes || (a.source.config < b.source.config ? -1 : 1),
  )) {
    const lightest = weights.indexOf(Math.min(...weights));
    // A dataset takes some time even if its file is empty.
    weights[lightest] = (weights[lightest] as number) + bytes + 1;
    if (lightest === number - 1) taken.add(source);
  }
  return sources.filter((source) => taken.has(source));
}

/** SHA-256, in hexadecimal digits, of the names and sizes of all sources: the same in all builds that divide the same datasets. */
export function digestOfSources(sources: readonly Source[]): string {
  const names = sources.map((source) => [source.config, bytesOf(source)]);
  return createHash('sha256').update(JSON.stringify(names)).digest('hex');
}

/** Size of a source's file; 0 if it cannot be reached, which is reported when it is read. */
function bytesOf({ path }: Source): number {
  const there = statOrError(path);
  return there === null || there instanceof Error ? 0 : there.size;
}
