import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Mutant } from './mutant.ts';
import { type RunOptions, runTests } from './run-tests.ts';
import type { Durations, Stage, TestFinder } from './stages.ts';
import { coveringTests, recordingEnvironment, systemTestsOf } from './system-tests.ts';
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
  const results = await runAll(copy, { name: 'related', tests: finder.quick }, {});
  const failed = results.filter(({ isPassed }) => !isPassed).map(({ test }) => test);
  if (failed.length > 0) {
    throw new Error(`Tests fail without a mutant: ${failed.join(', ')}. Let "npm run test:quick" pass first.`);
  }
  return new Map(results.map(({ test, duration }) => [test, duration]));
}

/**
 * Runs the tests of processes that some mutants need, `workers` at once and without a mutant, and returns which of them run the code of each
 * mutant. Throws an error if one of them fails.
 */
export async function coverMutants(
  copy: WorkCopy,
  project: string,
  mutants: readonly Mutant[],
  workers: number,
): Promise<Map<Mutant, Set<string>>> {
  const tests = [...new Set(mutants.flatMap(({ file }) => systemTestsOf(project, file)))];
  if (tests.length === 0) return new Map();
  const folder = join(copy.temporary, 'coverage');
  const options = { workers, variables: recordingEnvironment(folder) };
  const results = await runAll(copy, { name: 'system', tests }, options);
  const covering = coveringTests(folder, mutants);
  rmSync(folder, { recursive: true, force: true });
  // What records takes longer, so a test may fail that does not otherwise.
  const doubtful = results.filter(({ isPassed }) => !isPassed).map(({ test }) => test);
  const limit = BASELINE_LIMIT_MS;
  if (doubtful.length > 0 && (await runTests(copy, { name: 'system', tests: doubtful }, { limit })) !== 'passed') {
    throw new Error(
      `Tests of processes fail without a mutant: ${doubtful.join(', ')}. Let "npm test" pass first, or give --quick.`,
    );
  }
  return covering;
}

interface FileResult {
  test: string;
  isPassed: boolean;
  /** In milliseconds. */
  duration: number;
}

/** Runs all tests of a stage, and returns the result of each file. */
async function runAll(copy: WorkCopy, stage: Stage, options: Omit<RunOptions, 'limit'>): Promise<FileResult[]> {
  const reportTo = join(copy.temporary, 'report.json');
  const result = await runTests(copy, stage, { ...options, limit: BASELINE_LIMIT_MS, reportTo });
  if (result === 'timeout') throw new Error('The tests do not end, even without a mutant: run "npm test".');
  const { testResults } = JSON.parse(readFileSync(reportTo, 'utf8')) as {
    testResults: { name: string; status: string; startTime: number; endTime: number }[];
  };
  return testResults.map(({ name, status, startTime, endTime }) => ({
    test: relative(copy.folder, name).replaceAll('\\', '/'),
    isPassed: status === 'passed',
    duration: endTime - startTime,
  }));
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
      const result = await runTests(copy, stage, { limit: ALLOWANCE_MS + SLOWDOWN * alone });
      if (result !== 'passed') return { mutant, noticed: { stage: stage.name, isTimeout: result === 'timeout' } };
    }
    return { mutant, noticed: null };
  });
}
