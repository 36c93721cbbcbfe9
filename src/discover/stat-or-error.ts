import { lstatSync, type Stats, statSync } from 'node:fs';

/** What is at a path, with links followed; null if nothing is there; the error if the system cannot tell. */
export function statOrError(path: string): Stats | Error | null {
  return resultOf(() => statSync(path, { throwIfNoEntry: false }));
}

/** The same for a link itself, which may lead nowhere. */
export function lstatOrError(path: string): Stats | Error | null {
  return resultOf(() => lstatSync(path, { throwIfNoEntry: false }));
}

/** Whether a path leads to a folder, as far as the system can tell. */
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
