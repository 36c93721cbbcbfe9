import { LRUCache } from 'lru-cache';
import { lengthOf } from '../../contract/page-layout.ts';
import type { Content, ContentCache } from '../../serve/published-version.ts';

/** Approximate memory overhead of a cache entry, in bytes. */
const ENTRY_OVERHEAD = 1024;

/** Returns a function that makes LRU caches of at most `maxBytes` bytes each, or undefined if `maxBytes` is 0. */
export function memoryCache(maxBytes: number): (() => ContentCache) | undefined {
  if (maxBytes === 0) return undefined;
  const sizeCalculation = ({ parts }: Content): number => lengthOf(parts) + ENTRY_OVERHEAD;
  return () => new LRUCache<string, Content>({ maxSize: maxBytes, sizeCalculation });
}
