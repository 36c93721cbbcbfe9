import { describeMutant } from './mutant.ts';
import type { Outcome } from './try-mutants.ts';

/** Drawn mutants that were not tried. */
export interface Skipped {
  /** Do not fit the types: `npm test` refuses them before any test. */
  invalid: number;
  /** Were judged to change nothing. */
  equivalent: number;
}

/** The score and the survivors, in Markdown. */
export function formatReport(outcomes: readonly Outcome[], skipped: Skipped, seed: number): string {
  const survivors = outcomes.filter(({ noticed }) => noticed === null).map(({ mutant }) => describeMutant(mutant));
  const noticed = outcomes.length - survivors.length;
  const late = outcomes.filter((outcome) => outcome.noticed?.isTimeout).length;
  const score = outcomes.length === 0 ? 'no mutants' : `${((100 * noticed) / outcomes.length).toFixed(1)} %`;
  const stages = Object.entries(Object.groupBy(outcomes, (outcome) => outcome.noticed?.stage ?? 'none')).map(
    ([stage, list]) => `${stage} ${list?.length}`,
  );
  return [
    `Score: ${score} (${noticed} of ${outcomes.length} mutants were noticed, ${late} of them since the tests did not end; seed ${seed})`,
    `Noticed in: ${stages.join(', ')}. Not tried: ${skipped.invalid} that do not fit the types, ${skipped.equivalent} that change nothing.`,
    '',
    ...survivors.sort().map((line) => `- ${line}`),
    '',
  ].join('\n');
}
