import { pasters } from '../../discover/paste-patch.ts';
import type { Source } from '../../model.ts';
import type { Problem } from '../../problems/problem.ts';
import { profileSource } from '../first-pass.ts';
import { readingHere } from '../tasks.ts';
import type { Trial } from './try-fixes.ts';

/**
 * Returns a function that makes a `Trial` for a source. A trial reads the file again, on this thread, but only once for each patched
 * description. All trials together read each data package only once. `rawData` is the folder of sources that are not in one yet.
 */
export function trials(rawData?: string): (source: Source) => Trial {
  const pasterFor = pasters(rawData);
  return (source) => {
    const { sidecar, describe } = pasterFor(source);
    const described = new Map<string, Source | null>();
    const found = new Map<Source, readonly Problem[]>();
    return {
      sidecar,
      describe: (patch) => remember(described, JSON.stringify(patch), () => describe(patch)),
      read: (patched) => remember(found, patched, () => profileSource(patched, readingHere()).problems),
    };
  };
}

function remember<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const value = known.has(key) ? (known.get(key) as V) : make();
  known.set(key, value);
  return value;
}
