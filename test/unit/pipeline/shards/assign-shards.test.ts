import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { undescribedSource } from '../../../../src/discover/describe-source.ts';
import type { Source } from '../../../../src/model.ts';
import { digestOfSources, sourcesOfShard } from '../../../../src/pipeline/shards/assign-shards.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';

/** Sources whose files have some sizes in bytes, by config name. */
function sourcesWith(sizes: Readonly<Record<string, number>>): Source[] {
  const folder = folderWith(Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, 'x'.repeat(size)])));
  return Object.keys(sizes).map((config) => ({ ...undescribedSource(join(folder, config), config), config }));
}

function shards(sources: readonly Source[], of: number): string[] {
  return Array.from({ length: of }, (_, at) =>
    sourcesOfShard(sources, { number: at + 1, of })
      .map(({ config }) => config)
      .join(' '),
  );
}

test('the largest file is given away first, each to the shard with the fewest bytes', () => {
  expect(shards(sourcesWith({ a: 1, b: 2, c: 9, d: 10, e: 4 }), 2)).toEqual(['a b d', 'c e']);
});

test('files of one size are given away in the order of their names, in whatever order they are found', () => {
  const sources = sourcesWith({ a: 5, b: 5, c: 5, d: 5 });
  expect(shards(sources, 3)).toEqual(['a d', 'b', 'c']);
  expect(shards(sources.toReversed(), 3)).toEqual(['d a', 'b', 'c']);
});

test('empty files, and files that cannot be reached, are shared out too', () => {
  const sources = sourcesWith({ a: 0, b: 0, c: 0, d: 0 });
  expect(shards(sources, 2)).toEqual(['a c', 'b d']);
  expect(
    shards(
      sources.map((source) => ({ ...source, path: '/nowhere/x' })),
      2,
    ),
  ).toEqual(['a c', 'b d']);
  // An empty file weighs as much as one byte.
  expect(shards(sourcesWith({ a: 2, b: 0, c: 0, d: 0, e: 0 }), 2)).toEqual(['a e', 'b c d']);
});

test('the digest of sources is that of their names and sizes', () => {
  const sources = sourcesWith({ wages: 3, rents: 0 });
  const digest = createHash('sha256').update('[["wages",3],["rents",0]]').digest('hex');
  expect(digestOfSources(sources)).toBe(digest);
  const lost = sources.map((source) => (source.config === 'rents' ? { ...source, path: '/nowhere/x' } : source));
  expect(digestOfSources(lost)).toBe(digest);
});
