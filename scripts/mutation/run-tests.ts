import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Stage } from './stages.ts';
import type { WorkCopy } from './work-copy.ts';

/** How a run of tests ended: every test passed, one failed, or the time was up. */
export type TestResult = 'passed' | 'failed' | 'timeout';

export interface RunOptions {
  /** How long the tests may take, in milliseconds. */
  limit: number;
  /** Where the results of all tests are written, as JSON; absent to end with the first that fails. */
  reportTo?: string;
  /** How many test files are run at once. */
  workers?: number;
  /** Variables for the tests. */
  variables?: Readonly<Record<string, string>>;
}

/**
 * Runs the tests of a stage in a copy. Tests of the quick tiers draw a tenth of their random cases. Those of processes are tried twice, since
 * they depend on time.
 */
export function runTests(
  copy: WorkCopy,
  stage: Stage,
  { limit, reportTo, workers = 1, variables }: RunOptions,
): Promise<TestResult> {
  const vitest = join(copy.folder, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', ...stage.tests, '--maxWorkers', String(workers)];
  if (reportTo === undefined) args.push('--bail', '1', '--reporter', 'dot');
  else args.push('--reporter', 'json', '--outputFile', reportTo);
  if (stage.name === 'system') args.push('--retry', '1');
  const env = {
    ...process.env,
    PROOF: 'quick',
    TMPDIR: copy.temporary,
    PATH: `${join(copy.folder, 'node_modules/.bin')}:${process.env.PATH}`,
    ...variables,
  };
  return new Promise((resolve, reject) => {
    // A group of its own: a mutant may loop forever in any process that its tests have started.
    const child = spawn(process.execPath, args, { cwd: copy.folder, env, stdio: 'ignore', detached: true });
    let isLate = false;
    const endGroup = (): void => {
      try {
        process.kill(-(child.pid as number), 'SIGKILL');
      } catch {
        // Nothing of it is left.
      }
    };
    const onExit = (): void => endGroup();
    process.prependOnceListener('exit', onExit);
    const timer = setTimeout(() => {
      isLate = true;
      endGroup();
    }, limit);
    child.on('error', reject);
    child.on('exit', (code) => {
      clearTimeout(timer);
      process.removeListener('exit', onExit);
      endGroup();
      if (isLate) resolve('timeout');
      else resolve(code === 0 ? 'passed' : 'failed');
    });
  });
}
