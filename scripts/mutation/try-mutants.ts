import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Mutant } from './mutant.ts';
import { runTests } from './run-tests.ts';
import type { Durations, Stage, TestFinder } from './stages.ts';
import type { WorkCopy } from './work-copy.ts';

/** What became of a mutant: noticed in a stage, by a failure or since the tests did not end, or not noticed. */
export interface Outcome {
  mutant: Mutant;
  noticed: { stage: Stage['name']; isTimeout: boolean } | null;
}

/** Tests of a stage get this many times as long as they take without a mutant, and this many milliseconds more. */
const SLOWDOWN = 5;
const ALLOWANCE_MS = 30_000;
/** How long a test file may take that was not measured, in milliseconds. */
const UNKNOWN_MS = 30_000;
/** How long all tests together may take before any mutant, in milliseconds. */
const BASELINE_LIMIT_MS = 30 * 60_000;

/**
 * Runs the tests of the quick tiers without a mutant, and returns how long each file takes. Throws an error if one of them fails: it would
 * fail for every mutant.
 */
export async function measureTests(copy: WorkCopy, finder: TestFinder): Promise<Durations> {
  const report = join(copy.temporary, 'report.json');
  const stage: Stage = { name: 'related', tests: finder.quick };
  const result = await runTests(copy, stage, BASELINE_LIMIT_MS, report);
  if (result === 'timeout') throw new Error('The tests do not end, even without a mutant: run "npm run test:quick".');
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; status: string; startTime: number; endTime: number }[];
  };
  const failed = testResults.filter(({ status }) => status !== 'passed').map(({ name }) => relative(copy.folder, name));
  if (result === 'failed') {
    throw new Error(`Tests fail without a mutant: ${failed.join(', ')}. Let "npm run test:quick" pass first.`);
  }
  return new Map(
    testResults.map(({ name, startTime, endTime }) => [relative(copy.folder, name), endTime - startTime] as const),
  );
}

/**
 * Runs the tests of processes that some mutants need, without a mutant. Throws an error if one of them fails.
 */
export async function checkSystemTests(copy: WorkCopy, finder: TestFinder, mutants: readonly Mutant[]): Promise<void> {
  const tests = [...new Set(mutants.flatMap(({ file }) => finder.systemTestsOf(file)))];
  if (tests.length === 0) return;
  const result = await runTests(copy, { name: 'system', tests }, BASELINE_LIMIT_MS);
  if (result !== 'passed') {
    throw new Error('Tests of processes fail without a mutant. Let "npm test" pass first, or give --quick.');
  }
}

/** Tries a mutant in a copy: its stages in turn, until one notices it. */
export function tryMutant(
  copy: WorkCopy,
  mutant: Mutant,
  stages: readonly Stage[],
  durations: Durations,
): Promise<Outcome> {
  return copy.with(mutant, async () => {
    for (const stage of stages) {
      const alone = stage.tests.reduce((sum, test) => sum + (durations.get(test) ?? UNKNOWN_MS), 0);
      const result = await runTests(copy, stage, ALLOWANCE_MS + SLOWDOWN * alone);
      if (result !== 'passed') return { mutant, noticed: { stage: stage.name, isTimeout: result === 'timeout' } };
    }
    return { mutant, noticed: null };
  });
}
