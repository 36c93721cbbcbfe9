import { type Stats, statSync } from 'node:fs';

/** What is at a path, or at the end of the link there; null where nothing is, and the reason where that cannot be told. */
export function statOrError(path: string): Stats | Error | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    return error as Error;
  }
}
