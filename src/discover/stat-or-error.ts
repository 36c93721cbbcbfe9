import { lstatSync, type StatSyncFn, type Stats, statSync } from 'node:fs';

/** Stats of what a path leads to, by default after following links; null if nothing is there; an error if that cannot be determined. */
export function statOrError(path: string, stat: StatSyncFn = statSync): Stats | Error | null {
  try {
    return stat(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    return error as Error;
  }
}

/** Like `statOrError`, but without following links, so that a dangling link counts as existing. */
export function lstatOrError(path: string): Stats | Error | null {
  return statOrError(path, lstatSync);
}

/** Whether a path leads to a folder; false if that cannot be determined. */
export function isFolder(path: string): boolean {
  const there = statOrError(path);
  return there !== null && !(there instanceof Error) && there.isDirectory();
}
