import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { foldName } from '../contract/file-names.ts';

/*
 * One name can be spelled in several ways. A letter with an accent is one character or two: people type one, and some file systems, such as
 * that of older Macs, keep two. And most file systems on Windows and macOS do not tell upper from lower case, while those on servers do.
 */

/** Finds names that are spelled with the same letters, however their accents are composed. */
export class Spellings {
  /** By their composed form. Names in ASCII have a single form, and are left out. */
  readonly #composed = new Map<string, string>();
  readonly #names: ReadonlySet<string>;

  constructor(names: ReadonlySet<string>) {
    this.#names = names;
    for (const name of names) {
      if (!isAscii(name)) this.#composed.set(name.normalize('NFC'), name);
    }
  }

  /** The name itself if it exists, or else the one with the same letters; undefined if neither exists. */
  find(name: string): string | undefined {
    if (this.#names.has(name)) return name;
    return isAscii(name) ? undefined : this.#composed.get(name.normalize('NFC'));
  }
}

function isAscii(name: string): boolean {
  return /^\p{ASCII}*$/u.test(name);
}

/** The name that differs from the wanted one in case alone; undefined if the wanted one exists, or no other is like it. */
export function otherCase(names: Iterable<string>, wanted: string): string | undefined {
  const folded = foldName(wanted);
  let other: string | undefined;
  for (const name of names) {
    if (name === wanted || name.normalize('NFC') === wanted.normalize('NFC')) return undefined;
    if (foldName(name) === folded) other ??= name;
  }
  return other;
}

/**
 * A path below a folder as the disk spells it, or the path that is there instead and differs in upper and lower case alone: some file
 * systems would open it, and others would not. A path that leads nowhere is returned as it is. Paths have `/`.
 */
export function spelledPath(folder: string, path: string): { path: string } | { otherCase: string } {
  let found = '';
  for (const part of path.split('/')) {
    const names = namesIn(join(folder, found));
    const spelled = new Spellings(new Set(names)).find(part);
    const other = spelled === undefined ? otherCase(names, part) : undefined;
    if (other !== undefined) return { otherCase: found + other };
    if (spelled === undefined) return { path };
    found += `${spelled}/`;
  }
  return { path: found.slice(0, -1) };
}

/** The names in a folder; none if it does not exist or cannot be listed: whoever opens a path in it reports why. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
