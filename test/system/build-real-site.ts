import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

const run = promisify(execFile);

/** Builds the real catalogue once, by the command that publishers use, for all tests that look at a built output. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-test-'));
  const out = join(folder, 'out');
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const { stdout } = await run(process.execPath, ['scripts/build.ts', '--out', out, '--json', '--quiet'], {
      maxBuffer: 1 << 24,
    });
    project.provide('builtSite', out);
    project.provide('buildReport', JSON.parse(stdout));
  } catch (error) {
    await remove();
    throw error;
  }
  return remove;
}
