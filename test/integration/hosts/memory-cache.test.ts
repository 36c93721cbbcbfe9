import { expect, test } from 'vitest';
import { memoryCache } from '../../../src/hosts/node/memory-cache.ts';
import type { Content } from '../../../src/serve/published-version.ts';

function content(bytes: number): Content {
  return { parts: [new Uint8Array(bytes)], etag: '"x"' };
}

test('a cache holds no more than its bytes, and drops what was not requested for the longest time', () => {
  const cache = memoryCache(1_000_000)?.();
  const keys = Array.from({ length: 50 }, (_, index) => `k${index}`);
  for (const key of keys) {
    cache?.set(key, content(100_000));
    expect(cache?.get('k0'), key).toBeDefined();
  }
  const kept = keys.filter((key) => cache?.get(key));
  expect(kept).toEqual(['k0', ...keys.slice(-8)]);
});

test('each content counts with its bytes, in all of its parts, and one kilobyte more', () => {
  const cache = memoryCache(2 * 1024 + 30)?.();
  cache?.set('a', { parts: [new Uint8Array(6), new Uint8Array(4)], etag: '"a"' });
  cache?.set('b', content(20));
  expect([cache?.get('a'), cache?.get('b')]).not.toContain(undefined);
  cache?.set('b', content(21));
  expect(cache?.get('a')).toBeUndefined();
});
