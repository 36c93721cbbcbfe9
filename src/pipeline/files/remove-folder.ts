import { closeSync, existsSync, openSync, readdirSync, rmdirSync, rmSync, unlinkSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';

/** Maximum number of attempts to remove a folder, and the milliseconds between two. */
const MAX_ATTEMPTS = 10;
const PAUSE = 100;

/**
 * Returns a function that removes a folder if it exists, even if the process has all the files open that it may: a descriptor is kept for
 * that. The function returns the error if the folder remains.
 */
export function folderRemover(folder: string): () => Promise<Error | null> {
  const spare = openSync(devNull, 'r');
  return async () => {
    closeSync(spare);
    let failure: Error | null = null;
    for (let attempt = 1; existsSync(folder) && attempt <= MAX_ATTEMPTS; attempt += 1) {
      failure = failureOf(() => (attempt === 1 ? rmSync(folder, { recursive: true }) : removeOneByOne(folder)));
      // Threads that are ending may still write to the folder, or use the descriptor.
      if (failure) await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    return failure;
  };
}

function failureOf(step: () => void): Error | null {
  try {
    step();
    return null;
  } catch (error) {
    return error as Error;
  }
}

/**
 * Removes a folder with one descriptor at a time; `rmSync` needs one for each level of folders. Links are removed, and what they lead to is
 * not: a recursive `readdirSync` would list that too.
 */
export function removeOneByOne(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeOneByOne(path);
    else unlinkSync(path);
  }
  rmdirSync(folder);
}
