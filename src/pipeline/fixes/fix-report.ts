import { advice } from '../../problems/name-command.ts';
import { sizeOf } from '../input/csv-file.ts';
import type { BuildReport } from '../report.ts';
import { trials } from './trial.ts';
import { tryFixes } from './try-fixes.ts';

/** Size, in bytes, above which no fixes are tried for a file without errors, because reading it again would delay the build. */
const LARGE_FILE = 1 << 24;

/** Tries the fixes of the problems in a report before the report is shown. */
export function fixReport({ fixable }: Pick<BuildReport, 'fixable'>): void {
  const trialOf = trials();
  for (const { source, problems } of fixable) {
    const hasErrors = problems.some(({ severity }) => severity === 'error');
    if (hasErrors || sizeOf(source.path) <= LARGE_FILE) tryFixes(problems, trialOf(source));
    else
      for (const it of problems)
        if (it.candidates.length > 0)
          it.help += advice`\nFor tested fixes, run {almanac check}: the file is large, so the build has not tried any.`;
  }
}
