import { LRUCache } from 'lru-cache';
import { lengthOf } from '../../contract/page-layout.ts';
import type { Content, ContentCache } from '../../serve/published-version.ts';

/** Approximate memory overhead of a cache entry, in bytes. */
const ENTRY_OVERHEAD = 1024;
/**
 * Of contents that can be had again without much work, a full cache accepts one of this many, at random. So what is requested often comes in
 * sooner or later and stays, while requests for very many different pages replace little: freeing memory would take longer than reading a file.
 */
const ONE_OF = 16;

/** Returns a function that makes caches of at most `maxBytes` bytes each, or undefined if `maxBytes` is 0. They drop what is least recently used. */
export function memoryCache(maxBytes: number): (() => ContentCache) | undefined {
  if (maxBytes === 0) return undefined;
  const sizeCalculation = ({ parts }: Content): number => lengthOf(parts) + ENTRY_OVERHEAD;
  return () => {
    const cache = new LRUCache<string, Content>({ maxSize: maxBytes, sizeCalculation });
    return {
      get: (key) => cache.get(key),
      set(key, content, isCostly = false) {
        const isFull = cache.calculatedSize + sizeCalculation(content) > maxBytes;
        if (isCostly || !isFull || Math.random() * ONE_OF < 1) cache.set(key, content);
      },
    };
  };
}
