/* Names of the files in an output, and of the folders beside it. */

import { basename, dirname, join } from 'node:path';

/** File that marks a folder as an output of Almanac, which may be replaced. */
export const MARK_FILE = '.almanac-output';

/** File of the build manifest. It is not in the folder `client`, so it is not published. */
export const MANIFEST_FILE = '.almanac-build.json';

/** Folder of the published files in an output. */
export const CLIENT = 'client/';

/** A folder beside the output in `place` in which one is made. */
export function workFolderBeside(place: string): string {
  return join(dirname(place), `.${basename(place)}-${crypto.randomUUID()}${IN_WORK}`);
}

/**
 * The recycled output: the one before the output in `place`, a path without links. Builds of the API alone keep it, and move unchanged
 * datasets out of it.
 */
export function recycledOutputOf(place: string): string {
  return join(dirname(place), `.${basename(place)}-recycled`);
}

/*
 * Beside the place of an output there may be, under hidden names of their own,
 * - `-new`: a folder on its way to the place, or in which one is made, or an old one that is being removed;
 * - `-old`: the old folder, whole, while its place is empty.
 * A killed process leaves them behind, and the next process cleans up with `mendFolder`.
 */
export const IN_WORK = '-new';
export const SET_ASIDE = '-old';

const LEFTOVER = /^-[0-9a-f-]{36}-(?:new|old)$/;

/** True for the name of a folder that a killed process has left beside the folder `of`. */
export function isLeftover(name: string, of: string): boolean {
  return name.startsWith(`.${of}-`) && LEFTOVER.test(name.slice(of.length + 1));
}
