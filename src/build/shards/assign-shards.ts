import { createHash } from 'node:crypto';
import { statOrError } from '../../discover/stat-or-error.ts';
import type { Source } from '../../model.ts';
import type { ShardNumber } from '../../settings/parse-value.ts';

/**
 * The sources of one part, in their order: the largest file first, each goes to the part that has the fewest bytes so far. Every machine
 * divides the same folder alike, since names and sizes are all that counts.
 */
export function sourcesOfShard(sources: readonly Source[], { number, of }: ShardNumber): Source[] {
  const weights = new Array<number>(of).fill(0);
  const taken = new Set<Source>();
  const sized = sources.map((source) => ({ source, bytes: bytesOf(source) }));
  for (const { source, bytes } of sized.sort(
    (a, b) => b.bytes - a.bytes || (a.source.config < b.source.config ? -1 : 1),
  )) {
    const lightest = weights.indexOf(Math.min(...weights));
    // A dataset takes its time even where its file is empty.
    weights[lightest] = (weights[lightest] as number) + bytes + 1;
    if (lightest === number - 1) taken.add(source);
  }
  return sources.filter((source) => taken.has(source));
}

/** What two builds have in common that divide the same datasets: SHA-256 of their names and sizes, as hexadecimal digits. */
export function digestOfSources(sources: readonly Source[]): string {
  const names = sources.map((source) => [source.config, bytesOf(source)]);
  return createHash('sha256').update(JSON.stringify(names)).digest('hex');
}

/** Bytes of a source's file; 0 of one that is out of reach, which is told by who reads it. */
function bytesOf({ path }: Source): number {
  const there = statOrError(path);
  return there === null || there instanceof Error ? 0 : there.size;
}
