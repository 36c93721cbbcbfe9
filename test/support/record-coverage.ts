import { join } from 'node:path';
import { COVERAGE_VARIABLE, folderOfTest } from '../../scripts/mutation/system-tests.ts';

/** Makes the processes that a test starts from now on record which code they run, if the environment asks for that. */
export function recordInto(test: string): void {
  const folder = process.env[COVERAGE_VARIABLE];
  if (folder) process.env.NODE_V8_COVERAGE = join(folder, folderOfTest(test));
}

export function stopRecording(): void {
  if (process.env[COVERAGE_VARIABLE]) delete process.env.NODE_V8_COVERAGE;
}
