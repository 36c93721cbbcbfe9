import { LRUCache } from 'lru-cache';
import { joinParts, lengthOf } from '../../contract/page-layout.ts';
import type { Bytes } from '../../serve/body.ts';
import type { Content, ContentCache } from '../../serve/published-version.ts';

/** Approximate memory overhead of a cache entry, in bytes. */
const ENTRY_OVERHEAD = 1024;
/**
 * A full cache accepts one of this many contents, at random, unless they are costly. So what is requested often gets in soon and stays, while
 * requests for ever different pages replace little: freeing what they replace would take longer than reading them from files.
 */
const ONE_OF = 64;

/** Returns a function that makes LRU caches of at most `maxBytes` bytes each, or undefined if `maxBytes` is 0. */
export function memoryCache(maxBytes: number): (() => ContentCache) | undefined {
  if (maxBytes === 0) return undefined;
  const sizeCalculation = ({ parts }: Content): number => lengthOf(parts) + ENTRY_OVERHEAD;
  return () => {
    const cache = new LRUCache<string, Content>({ maxSize: maxBytes, sizeCalculation });
    return {
      get: (key) => cache.get(key),
      set(key, content, isCostly = false) {
        const isFull = cache.calculatedSize + sizeCalculation(content) > maxBytes;
        if (!isCostly && isFull && Math.random() * ONE_OF >= 1) return;
        const { release, ...kept } = content;
        cache.set(key, release ? { ...kept, parts: [joinParts(content.parts as readonly Bytes[])] } : content);
      },
    };
  };
}
