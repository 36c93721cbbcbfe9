import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { runBuild } from '../support/builds/run-build.ts';

/** Builds the real catalogue once, by the command that publishers use, for all tests that look at a built output. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-test-'));
  const out = join(folder, 'out');
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const { code, stdout, stderr } = await runBuild(['--out', out, '--json', '--quiet']);
    if (code !== 0) throw new Error(`the real site is not built: ${stderr}`);
    project.provide('builtSite', out);
    project.provide('buildReport', JSON.parse(stdout));
  } catch (error) {
    await remove();
    throw error;
  }
  return remove;
}
