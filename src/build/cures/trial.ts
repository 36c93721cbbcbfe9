import { pasters } from '../../discover/paste-patch.ts';
import type { Source } from '../../model.ts';
import type { Problem } from '../../problems/problem.ts';
import { profileSource } from '../first-pass.ts';
import { readingHere } from '../tasks.ts';
import type { Trial } from './try-cures.ts';

/** Tries cures of files by reading them again on this thread. Descriptions are read once for all of the files. */
export function trials(): (source: Source) => Trial {
  const pasterFor = pasters();
  return (source) => ({ ...pasterFor(source), read });
}

function read(patched: Source): Problem[] {
  const problems: Problem[] = [];
  profileSource(patched, (it) => problems.push(it), readingHere());
  return problems;
}
