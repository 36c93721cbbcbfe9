import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

/** Makes an empty folder for what the first test that needs it makes for all of a run. Any user may read it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-shared-'));
  await chmod(folder, 0o755);
  project.provide('sharedFolder', folder);
  return async () => {
    // What is installed may have been made read-only.
    if (process.getuid && process.getuid() !== 0) await promisify(execFile)('chmod', ['-R', 'u+w', folder]);
    await rm(folder, { recursive: true, force: true });
  };
}
