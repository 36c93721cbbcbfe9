import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { foldName } from '../contract/file-names.ts';
import { attempt } from '../problems/attempt.ts';

/*
 * A name can be spelled in several ways. An accented letter is one code point or several: keyboards usually produce one, but some file
 * systems, such as HFS+ on older Macs, store several. Most file systems on Windows and macOS ignore case, but most on servers do not.
 */

/**
 * Returns a function that looks up names, whatever their Unicode normalisation. It returns the name itself if it exists, or else an existing
 * name that differs only in normalisation; undefined if neither exists.
 */
export function spellingIn(names: ReadonlySet<string>): (name: string) => string | undefined {
  const composed = new Map(Array.from(names, (name) => [name.normalize('NFC'), name]));
  return (name) => (names.has(name) ? name : composed.get(name.normalize('NFC')));
}

/** The first of `names` that equals `wanted` if case is ignored; undefined if no name does, or if `wanted` itself is in `names`. */
export function otherCase(names: readonly string[], wanted: string): string | undefined {
  if (names.some((name) => name.normalize('NFC') === wanted.normalize('NFC'))) return undefined;
  const folded = foldName(wanted);
  return names.find((name) => foldName(name) === folded);
}

/**
 * A path in a folder, spelled as on disk. If a name in it exists only in a different case, returns the path on disk up to that name as
 * `otherCase`: only case-insensitive file systems would open the given path. A missing path is returned unchanged. Paths use `/`.
 */
export function spelledPath(folder: string, path: string): { path: string } | { otherCase: string } {
  let found = '';
  for (const part of path.split('/')) {
    const names = namesIn(join(folder, found));
    const spelled = spellingIn(new Set(names))(part);
    const other = spelled === undefined ? otherCase(names, part) : undefined;
    if (other !== undefined) return { otherCase: found + other };
    if (spelled === undefined) return { path };
    found += `${spelled}/`;
  }
  return { path: found.slice(0, -1) };
}

/** The names in a folder; empty if it does not exist or cannot be listed. */
export function namesIn(folder: string): string[] {
  return attempt(() => readdirSync(folder), []);
}
