/** Notices changes in folders, for a command that runs beside an editor. */

import { existsSync, type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Editors write a file in several steps. Events within this time, in milliseconds, are one change. */
const SAME_CHANGE_MS = 100;
/** A folder that is replaced is absent for a moment: how long that may take, and how often it is looked for, in milliseconds. */
const ABSENT_MS = 1000;
const LOOK_MS = 100;

export interface Watched {
  /** A folder with everything below it, apart from hidden files and folders; it may be absent. */
  folder: string;
  /** Files elsewhere, whose folders exist. */
  files: readonly string[];
}

/**
 * Calls `act` some time after each change of the folder or the files; changes in quick succession are one. It calls `act` when the folder
 * has been absent for a while, and when it is back. Watches until the returned function is called.
 */
export function watchFolders({ folder, files }: Watched, act: () => void): () => void {
  let watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  /** When the folder was found to be absent; null while it is there. */
  let absentSince: number | null = null;
  let isAbsenceKnown = false;
  /** Whether one of the files has changed, and `act` was not called since. */
  let hasFileChanged = false;
  const after = (milliseconds: number, step: () => void): void => {
    clearTimeout(timer);
    timer = setTimeout(step, milliseconds);
  };
  const onEvent = (): void => after(SAME_CHANGE_MS, renew);
  const onFileEvent = (): void => {
    hasFileChanged = true;
    onEvent();
  };
  const actNow = (): void => {
    hasFileChanged = false;
    act();
  };
  const stopWatching = (): void => {
    for (const it of watchers.splice(0)) it.close();
  };
  /** A watcher of a folder that was removed, or put elsewhere, never reports again: so all are made anew, and then nothing is missed. */
  const start = (): void => {
    stopWatching();
    watchers = [
      ...watcherOf(folder, true, (name) => !isHidden(name), onEvent),
      ...files.flatMap((path) => watcherOf(dirname(path), false, (name) => name === basename(path), onFileEvent)),
    ];
  };
  const renew = (): void => {
    start();
    if (existsSync(folder)) {
      [absentSince, isAbsenceKnown] = [null, false];
      actNow();
      return;
    }
    absentSince ??= performance.now();
    if (isAbsenceKnown ? hasFileChanged : performance.now() - absentSince >= ABSENT_MS) {
      isAbsenceKnown = true;
      actNow();
    }
    lookForFolder();
  };
  const lookForFolder = (): void =>
    after(LOOK_MS, () => (existsSync(folder) || !isAbsenceKnown ? renew() : lookForFolder()));
  start();
  if (!existsSync(folder)) {
    isAbsenceKnown = true;
    lookForFolder();
  }
  return () => {
    clearTimeout(timer);
    stopWatching();
  };
}

/** A watcher of a folder; none if it cannot be watched, as when it has gone. */
function watcherOf(
  folder: string,
  recursive: boolean,
  isWanted: (name: string) => boolean,
  onEvent: () => void,
): FSWatcher[] {
  try {
    const watcher = watch(folder, { recursive }, (_, name) => {
      if (name === null || isWanted(name)) onEvent();
    });
    watcher.on('error', onEvent);
    return [watcher];
  } catch {
    return [];
  }
}

/** Whether builds ignore a path, or it is a copy that an editor keeps while a file is edited. */
function isHidden(path: string): boolean {
  return /(?:^|[\\/])\.|~$|\.(?:swp|swx|tmp)$/i.test(path);
}
