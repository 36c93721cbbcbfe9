import { expect, onTestFinished, test, vi } from 'vitest';
import { memoryCache } from '../../../src/hosts/node/memory-cache.ts';
import type { Content } from '../../../src/serve/published-version.ts';

function content(bytes: number): Content {
  return { parts: [new Uint8Array(bytes)], etag: '"x"' };
}

test('a cache holds no more than its bytes, and drops what was not requested for the longest time', () => {
  const cache = memoryCache(1_000_000)?.();
  const keys = Array.from({ length: 50 }, (_, index) => `k${index}`);
  for (const key of keys) {
    cache?.set(key, content(100_000), true);
    expect(cache?.get('k0'), key).toBeDefined();
  }
  const kept = keys.filter((key) => cache?.get(key));
  expect(kept).toEqual(['k0', ...keys.slice(-8)]);
});

test('a full cache keeps what is requested often among many others, and accepts what becomes so', () => {
  let calls = 0;
  const random = vi.spyOn(Math, 'random').mockImplementation(() => (calls++ % 16) / 16);
  onTestFinished(() => random.mockRestore());
  const cache = memoryCache(1_000_000)?.();
  const request = (key: string): boolean => {
    const isKept = cache?.get(key) !== undefined;
    if (!isKept) cache?.set(key, content(100_000));
    return isKept;
  };
  const popular = ['a', 'b', 'c', 'd'];
  for (const key of popular) expect(request(key)).toBe(false);
  for (let other = 0; other < 2_000; other += 1) {
    request(`k${other}`);
    if (other % 20 === 0) for (const key of popular) expect(request(key), key).toBe(true);
  }
  const requests = Array.from({ length: 20 }, () => request('new'));
  expect(requests.indexOf(true)).toBeGreaterThan(0);
  expect(requests.at(-1)).toBe(true);
});

test('a cache keeps a copy of what will be overwritten', () => {
  const cache = memoryCache(1_000_000)?.();
  const bytes = new Uint8Array([1, 2, 3]);
  cache?.set('a', { parts: [bytes], etag: '"a"', release: () => bytes.fill(0) });
  bytes.fill(0);
  expect(cache?.get('a')).toEqual({ parts: [new Uint8Array([1, 2, 3])], etag: '"a"' });
});

test('each content counts with its bytes, in all of its parts, and one kilobyte more', () => {
  const cache = memoryCache(2 * 1024 + 30)?.();
  cache?.set('a', { parts: [new Uint8Array(6), new Uint8Array(4)], etag: '"a"' }, true);
  cache?.set('b', content(20), true);
  expect([cache?.get('a'), cache?.get('b')]).not.toContain(undefined);
  cache?.set('b', content(21), true);
  expect(cache?.get('a')).toBeUndefined();
});
