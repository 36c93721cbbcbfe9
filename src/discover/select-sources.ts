import { posix, sep } from 'node:path';
import { formatCount } from '../problems/format-problem.ts';
import { type Problem, ProblemError, problem, type Report } from '../problems/problem.ts';
import { didYouMean } from '../suggestions/suggest.ts';
import { CATALOGUE_FILE } from './catalogue/read-catalogue.ts';
import type { FoundData } from './describe-source.ts';

/**
 * Selects the data files whose config name or path matches a glob pattern. Of the given problems, reports those that concern a selected
 * file, a matching path or the folder as a whole. Throws a `ProblemError` if there are data files, but a pattern matches none of them.
 */
export function selectSources(
  found: readonly FoundData[],
  given: readonly string[],
  problems: readonly Problem[],
  report: Report,
): FoundData[] {
  // On Windows, a backslash in a pattern is always a separator, since it cannot be part of a file name.
  const patterns = given.map((pattern) => pattern.replaceAll(sep, '/'));
  const unmatched = patterns.filter((pattern) => !found.some((it) => isMatched(it, pattern)));
  // A folder without data files is reported elsewhere.
  if (unmatched.length > 0 && found.length > 0) throw new ProblemError(matchesNothing(unmatched, found));
  const selected = found.filter((it) => patterns.some((pattern) => isMatched(it, pattern)));
  const ofSelected = new Set(selected.flatMap(({ problems, shared }) => [...problems, ...shared]));
  const isOfFolder = ({ file }: Problem): boolean =>
    file === null || file === CATALOGUE_FILE || patterns.some((pattern) => posix.matchesGlob(file, pattern));
  for (const it of problems) if (ofSelected.has(it) || isOfFolder(it)) report(it);
  return selected;
}

function isMatched({ file, source }: FoundData, pattern: string): boolean {
  return posix.matchesGlob(file, pattern) || posix.matchesGlob(source?.config ?? '', pattern);
}

function matchesNothing(unmatched: readonly string[], found: readonly FoundData[]): Problem {
  const names = found.map(({ file, source }) => source?.config || file);
  const [first = ''] = unmatched;
  const suggestion = unmatched.length === 1 ? didYouMean(first, names) : '';
  const there = `There ${names.length === 1 ? 'is' : 'are'} ${formatCount(names.length, 'dataset')}: ${names.join(', ')}.`;
  const help = `Use config names, or paths relative to the raw-data folder, such as economy/*. ${there}`;
  const message = `--only ${unmatched.join(',')} matches no dataset${suggestion}`;
  return problem('setting-invalid', { file: null }, message, help);
}
