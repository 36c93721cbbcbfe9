import { type Stats, statSync } from 'node:fs';

/** What is at a path, with links followed; null if nothing is there; the error if the system cannot tell. */
export function statOrError(path: string): Stats | Error | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    return error as Error;
  }
}
