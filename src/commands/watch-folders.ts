/** Detects changes to files, for commands that run alongside an editor. */

import { existsSync, type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { attempt } from '../problems/attempt.ts';

/** Editors write a file in several steps. Events within this time, in milliseconds, count as one change. */
const SAME_CHANGE_MS = 100;
/** How long, in milliseconds, a folder may be absent while it is being replaced. */
const ABSENT_MS = 1000;
/** Interval, in milliseconds, at which to check whether an absent folder exists. */
const LOOK_MS = 100;
/** Matches paths that builds ignore, and those of editors' temporary files. */
const HIDDEN = /(?:^|[\\/])\.|~$|\.(?:swp|swx|tmp)$/i;

/**
 * Calls `act` shortly after each change in the folder, except to hidden and temporary files, or to the files, if the folders that contain
 * them exist. Changes in quick succession count as one. Also calls `act` when the folder has been absent for a while, and when the folder
 * is back. Watches until the returned function is called.
 */
export function watchFolders({ folder, files }: { folder: string; files: readonly string[] }, act: () => void) {
  let watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  const after = (milliseconds: number, step: () => void): void => {
    clearTimeout(timer);
    timer = setTimeout(step, milliseconds);
  };
  const onEvent = (): void => after(existsSync(folder) ? SAME_CHANGE_MS : ABSENT_MS, settle);
  const stopWatching = (): void => {
    for (const it of watchers.splice(0)) it.close();
  };
  /** Recreates all watchers, since the watcher of a folder that was removed or moved never reports again. */
  const start = (): void => {
    stopWatching();
    watchers = [
      ...watcherOf(folder, true, (name) => !HIDDEN.test(name), onEvent),
      ...files.flatMap((path) => watcherOf(dirname(path), false, (name) => name === basename(path), onEvent)),
    ];
    if (!existsSync(folder)) lookForFolder();
  };
  const settle = (): void => {
    start();
    act();
  };
  const lookForFolder = (): void => after(LOOK_MS, existsSync(folder) ? settle : lookForFolder);
  start();
  return () => {
    clearTimeout(timer);
    stopWatching();
  };
}

/** Watches a folder. Returns an empty array if that is impossible, for example because the folder no longer exists. */
function watcherOf(
  folder: string,
  recursive: boolean,
  isWanted: (name: string) => boolean,
  onEvent: () => void,
): FSWatcher[] {
  return attempt(() => {
    const watcher = watch(folder, { recursive }, (_, name) => {
      if (name === null || isWanted(name)) onEvent();
    });
    return [watcher.on('error', onEvent)];
  }, []);
}
