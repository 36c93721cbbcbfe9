/** Names of what an output consists of, and of what stands beside it. */

import { basename, dirname, join } from 'node:path';

/** File that marks a folder as an output of this program, so that it may be replaced. */
export const MARK_FILE = '.almanac-output';

/** File in which a build notes what it made an output of; not in its folder `client`, which is what is published. */
export const MANIFEST_FILE = '.almanac-build.json';

/** How a spare's name ends. */
export const SPARE = '-spare';

/** The spare of an output: the one before it, which the next is made of. `place` is the output's own, without links. */
export function recycledOutputOf(place: string): string {
  return join(dirname(place), `.${basename(place)}${SPARE}`);
}

/*
 * Beside the place of an output there may stand, under hidden names of their own,
 * - `-new`: a folder on its way to the place, or one from there that is being removed;
 * - `-old`: the former folder, whole, while its place is empty.
 * A process that is killed leaves them there; `mendFolder` is for whoever comes next. A spare that one was at work on stays, too: it has
 * no record then, and is removed by the next build.
 */
export const IN_WORK = '-new';
export const SET_ASIDE = '-old';

const LEFT = /^-[0-9a-f-]{36}-(?:new|old)$/;

/** True for the name of a folder that a killed process has left beside one of another name. */
export function isLeft(name: string, of: string): boolean {
  return name.startsWith(`.${of}-`) && LEFT.test(name.slice(of.length + 1));
}
