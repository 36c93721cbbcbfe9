/** Names of what an output consists of, and of what stands beside it. */

import { basename, dirname, join } from 'node:path';

/** File that marks a folder as an output of this program, so that it may be replaced. */
export const MARK_FILE = '.almanac-output';

/** The spare of an output: the one before it, which the next is made of. `place` is the output's own, without links. */
export function spareOf(place: string): string {
  return join(dirname(place), `.${basename(place)}-spare`);
}
