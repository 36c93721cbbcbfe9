/* Names of the files in an output and of the folders next to it. */

import { basename, dirname, join } from 'node:path';

/** File that marks a folder as an output of Almanac, which the next build may replace. */
export const MARK_FILE = '.almanac-output';

/** File with the build manifest. It is outside the folder `client`, so it is not published. */
export const MANIFEST_FILE = '.almanac-build.json';

/** Folder of the published files in an output. */
export const CLIENT = 'client/';

/** Path of a new staging folder next to the output in `place`. */
export function workFolderBeside(place: string): string {
  return join(dirname(place), `.${basename(place)}-${crypto.randomUUID()}${IN_WORK}`);
}

/**
 * Path of the recycled output, which is the one that the output in `place` replaced. It is kept so that the next build can move unchanged
 * datasets and pages out of it. `place` must not contain links.
 */
export function recycledOutputOf(place: string): string {
  return join(dirname(place), `.${basename(place)}-recycled`);
}

/*
 * Suffixes of hidden folders that may exist next to an output during a build:
 * - `-new`: a staging folder, a finished output that is about to be moved into place, or an old output that is being removed;
 * - `-old`: the complete old output, at a moment when nothing is in its place;
 * - `-discarded`, after one of these: what a process is removing, even after the build.
 * If a process is killed, it may leave these folders behind, and the next build cleans them up with `mendFolder`.
 */
export const IN_WORK = '-new';
export const SET_ASIDE = '-old';
export const DISCARDED = '-discarded';

const LEFTOVER = /^-[0-9a-f-]{36}-(?:new|old)(?:-discarded)?$/;

/** Whether a name is that of a hidden folder with one of these suffixes next to the folder `of`. */
export function isLeftover(name: string, of: string): boolean {
  return name.startsWith(`.${of}-`) && LEFTOVER.test(name.slice(of.length + 1));
}
