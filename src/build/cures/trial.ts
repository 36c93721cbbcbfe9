import { pasterFor } from '../../discover/paste-patch.ts';
import type { Source } from '../../model.ts';
import type { Problem } from '../../problems/problem.ts';
import { profileSource } from '../first-pass.ts';
import { readingHere } from '../tasks.ts';
import type { Trial } from './try-cures.ts';

/** Tries cures of a file by reading it again on this thread. */
export function trialOf(source: Source): Trial {
  return {
    ...pasterFor(source),
    read(patched) {
      const problems: Problem[] = [];
      profileSource(patched, (it) => problems.push(it), readingHere());
      return problems;
    },
  };
}
