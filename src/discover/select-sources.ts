import { posix } from 'node:path';
import { didYouMean } from '../problems/did-you-mean.ts';
import { formatCount } from '../problems/format-problem.ts';
import { type Problem, ProblemError, problem, type Report } from '../problems/problem.ts';
import type { FoundData } from './describe-source.ts';
import { CATALOGUE_FILE } from './read-catalogue.ts';

/**
 * Of the data that was found, what glob patterns name: by its config name, or by its path. Of what was reported, that is told
 * which concerns it, or all of the folder. Throws a `ProblemError` where a pattern names nothing.
 */
export function chooseData(
  found: readonly FoundData[],
  patterns: readonly string[],
  reported: readonly Problem[],
  report: Report,
): FoundData[] {
  const idle = patterns.filter((pattern) => !found.some((it) => isNamed(it, pattern)));
  // An empty folder is told as that.
  if (idle.length > 0 && found.length > 0) throw new ProblemError(namesNothing(idle, found));
  const chosen = found.filter((it) => patterns.some((pattern) => isNamed(it, pattern)));
  const ofChosen = new Set(chosen.flatMap(({ problems, shared }) => [...problems, ...shared]));
  const ofAll = ({ file }: Problem): boolean =>
    file === null || file === CATALOGUE_FILE || patterns.some((pattern) => posix.matchesGlob(file, pattern));
  for (const it of reported) if (ofChosen.has(it) || ofAll(it)) report(it);
  return chosen;
}

function isNamed({ file, source }: FoundData, pattern: string): boolean {
  return posix.matchesGlob(file, pattern) || posix.matchesGlob(source?.config ?? '', pattern);
}

function namesNothing(idle: readonly string[], found: readonly FoundData[]): Problem {
  const names = found.map(({ file, source }) => source?.config || file);
  const [first = ''] = idle;
  const meant = idle.length === 1 ? didYouMean(first, names) : '';
  return problem(
    'setting-invalid',
    { file: null },
    `--only ${idle.join(',')} names no dataset${meant}`,
    `Write config names, or paths below the raw-data folder, such as economy/*. There ${names.length === 1 ? 'is' : 'are'} ${formatCount(names.length, 'dataset')}: ${names.join(', ')}.`,
  );
}
