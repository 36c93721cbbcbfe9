import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findSources } from '../../../../src/discover/find-sources.ts';
import type { Source } from '../../../../src/model.ts';
import { sourcesOfShard } from '../../../../src/pipeline/shards/assign-shards.ts';
import { readSettings } from '../../../../src/settings/read-settings.ts';

const sources = findSources('raw-data', null, () => {});

function bytesOf(part: readonly Source[]): number {
  return part.reduce((sum, { path }) => sum + statSync(path).size, 0);
}

test.each([1, 2, 3, 7, 25, 30])('of %i shards, each dataset is in one, and none has much more to do', (of) => {
  const parts = Array.from({ length: of }, (_, at) => sourcesOfShard(sources, { number: at + 1, of }));
  const configs = parts.flat().map(({ config }) => config);
  expect(configs.sort()).toEqual(sources.map(({ config }) => config));
  const sizes = parts.map(bytesOf);
  const largest = Math.max(...sources.map((source) => bytesOf([source])));
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(largest + sources.length);
  for (const part of parts) expect(part.map(({ config }) => config)).toEqual(part.map(({ config }) => config).sort());
});

test('the order of the sources does not matter', () => {
  const names = (from: readonly Source[]): string[] =>
    sourcesOfShard(from, { number: 2, of: 3 }).map((it) => it.config);
  expect(names(sources.toReversed()).sort()).toEqual(names(sources).sort());
});

test.each(['0/3', '4/3', '1', '1/', '/3', '01/3', '1/0', '-1/3', '1.5/3', 'a/b', '1/3/3', ' 1/3', '1/10000'])(
  '"%s" does not name a part',
  (shard) => {
    const { settings, problems } = readSettings('build', { shard }, {});
    expect(settings.shard).toBeNull();
    expect(problems.map(({ message }) => message)).toEqual([`--shard ${shard} does not name a part`]);
  },
);

test('the first and the last shard are valid', () => {
  expect(readSettings('build', { shard: '1/3' }, {}).settings.shard).toEqual({ number: 1, of: 3 });
  expect(readSettings('build', { shard: '9999/9999' }, {}).settings.shard).toEqual({ number: 9999, of: 9999 });
});
