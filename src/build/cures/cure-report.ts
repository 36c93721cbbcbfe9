import type { BuildReport } from '../report.ts';
import { trialOf } from './trial.ts';
import { tryCures } from './try-cures.ts';

/** Tries the cures of the problems in a report, before anybody sees them. */
export function cureReport({ curable }: Pick<BuildReport, 'curable'>): void {
  for (const { source, problems } of curable) tryCures(problems, trialOf(source));
}
