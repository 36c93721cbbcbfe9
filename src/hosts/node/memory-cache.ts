import { LRUCache } from 'lru-cache';
import { lengthOf } from '../../contract/page-layout.ts';
import type { Content, ContentCache } from '../../serve/published-version.ts';

/** Approximate memory of a cache entry beyond its bytes, in bytes. */
const ENTRY_OVERHEAD = 1024;

/** Makes caches of at most `maxBytes` bytes, which drop the least recently used contents; undefined if `maxBytes` is 0. */
export function memoryCache(maxBytes: number): (() => ContentCache) | undefined {
  if (maxBytes === 0) return undefined;
  const sizeCalculation = ({ parts }: Content): number => lengthOf(parts) + ENTRY_OVERHEAD;
  return () => new LRUCache<string, Content>({ maxSize: maxBytes, sizeCalculation });
}
