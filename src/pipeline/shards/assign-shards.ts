import { createHash } from 'node:crypto';
import type { Source } from '../../model.ts';
import type { ShardNumber } from '../../settings/parse-value.ts';
import { sizeOf } from '../input/csv-file.ts';

/**
 * Selects the sources of one shard, in their original order. Starting with the largest file, each source is assigned to the shard with the
 * fewest bytes so far. Only names and sizes matter, so every machine divides the same folder identically.
 */
export function sourcesOfShard(sources: readonly Source[], { number, of }: ShardNumber): Source[] {
  const weights = new Array<number>(of).fill(0);
  const taken = new Set<Source>();
  const sized = sources.map((source) => ({ source, bytes: sizeOf(source.path) }));
  for (const { source, bytes } of sized.sort(
    (a, b) => b.bytes - a.bytes || (a.source.config < b.source.config ? -1 : 1),
  )) {
    const lightest = weights.indexOf(Math.min(...weights));
    // Without the 1, all empty files would be assigned to the same shard.
    weights[lightest] = (weights[lightest] as number) + bytes + 1;
    if (lightest === number - 1) taken.add(source);
  }
  return sources.filter((source) => taken.has(source));
}

/** SHA-256, in hexadecimal digits, of the config names and file sizes of all sources. It must be the same for all shards of a build. */
export function digestOfSources(sources: readonly Source[]): string {
  const names = sources.map((source) => [source.config, sizeOf(source.path)]);
  return createHash('sha256').update(JSON.stringify(names)).digest('hex');
}
