import { type Stats, statSync } from 'node:fs';

/** What is at a path, links followed; null if nothing is there, and the error if that cannot be found out. */
export function statOrError(path: string): Stats | Error | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    return error as Error;
  }
}
