import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inject } from 'vitest';

/** Longest time that one test may need to make what others wait for, in milliseconds. */
const LIMIT_MS = 280_000;

/**
 * A folder that is made once for all test files of a run: the first that asks for its name fills it, and the others wait. Rejects if that
 * failed. Tests must not change what is in it.
 */
export async function onceForAll(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(inject('sharedFolder'), name);
  const [done, failed] = [`${folder}-done`, `${folder}-failed`];
  if (isFirst(folder)) {
    try {
      await fill(folder);
      writeFileSync(done, '');
    } catch (error) {
      writeFileSync(failed, `${(error as { stderr?: string }).stderr ?? ''}\n${(error as Error).stack}`);
    }
  }
  const deadline = performance.now() + LIMIT_MS;
  while (!existsSync(done)) {
    if (existsSync(failed)) throw new Error(`${name} was not made: ${readFileSync(failed, 'utf8')}`);
    if (performance.now() > deadline) throw new Error(`${name} was not made in time`);
    await setTimeout(100);
  }
  return folder;
}

/** True if this process has made the folder. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
