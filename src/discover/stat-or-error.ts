import { lstatSync, type Stats, statSync } from 'node:fs';

/** Stats of what a path leads to, after following links; null if nothing is there; an error if that cannot be determined. */
export function statOrError(path: string): Stats | Error | null {
  return resultOf(() => statSync(path, { throwIfNoEntry: false }));
}

/** Like `statOrError`, but without following links, so that a dangling link counts as existing. */
export function lstatOrError(path: string): Stats | Error | null {
  return resultOf(() => lstatSync(path, { throwIfNoEntry: false }));
}

/** Whether a path leads to a folder; false if that cannot be determined. */
export function isFolder(path: string): boolean {
  const there = statOrError(path);
  return there !== null && !(there instanceof Error) && there.isDirectory();
}

function resultOf(stat: () => Stats | undefined): Stats | Error | null {
  try {
    return stat() ?? null;
  } catch (error) {
    return error as Error;
  }
}
