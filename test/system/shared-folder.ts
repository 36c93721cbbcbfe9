import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

/** Makes an empty folder for what the first test that needs it makes for all of a run. Any user may read it. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-shared-'));
  chmodSync(folder, 0o755);
  project.provide('sharedFolder', folder);
  return () => {
    if (process.platform !== 'win32') execFileSync('chmod', ['-R', 'u+w', folder]);
    rmSync(folder, { recursive: true, force: true });
  };
}
