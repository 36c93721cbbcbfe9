/** Puts new files into a folder, all of them whole or none, and over nothing that is there. */

import { randomUUID } from 'node:crypto';
import { constants, copyFileSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { linkOrCopy } from '../../build/output/link-files.ts';
import { type Advice, explainingWriteErrors } from '../../build/output/write-errors.ts';
import { alreadyExists } from './choose-path.ts';

/** A file to be made. */
export interface NewFile {
  path: string;
  /** How it is called in what is said of it. */
  file: string;
  /** Its text, or the path of the file it is a copy of. */
  content: { text: string } | { copyOf: string };
}

const ROOM = 'Make room there, and add the file again.';
const RIGHTS = 'Let the user who adds files write there.';
const IN_THE_WAY = 'Remove or rename the file that stands where a folder must be.';

const ADDING: Advice = {
  byCode: new Map([
    ['ENOSPC', ROOM],
    ['EDQUOT', ROOM],
    ['EFBIG', 'Raise the limit on the size of files (ulimit -f), and add the file again.'],
    ['EROFS', RIGHTS],
    ['EACCES', RIGHTS],
    ['EPERM', RIGHTS],
    ['EEXIST', IN_THE_WAY],
    ['ENOTDIR', IN_THE_WAY],
    ['ENAMETOOLONG', 'Give the file a shorter name.'],
  ]),
  otherwise: 'Mend that, and add the file again.',
};

/**
 * Makes files that lie in one folder, and the folder. The first is the claim: of several processes with the same files, the one that
 * made it makes the others. `check` is called when everything is ready, and throws to leave it. Throws a `ProblemError` when something is in a
 * file's place, or the system has something against it; what this call has made is removed then.
 */
export function createFiles(files: readonly [NewFile, ...NewFile[]], check: () => void): void {
  const folder = dirname(files[0].path);
  const made: string[] = [];
  const ready: string[] = [];
  const firstMade = explainingWriteErrors(folder, () => mkdirSync(folder, { recursive: true }), ADDING);
  try {
    for (const { path, content } of files) {
      // Hidden, so that no build looks at it; short, whatever the length of the name.
      const temporary = join(folder, `.adding-${randomUUID()}`);
      ready.push(temporary);
      explainingWriteErrors(path, () => make(temporary, content), ADDING);
    }
    check();
    for (const [index, { path, file }] of files.entries()) {
      explainingWriteErrors(path, () => place(ready[index] as string, path, file), ADDING);
      made.push(path);
    }
  } catch (error) {
    for (const path of made.reverse()) rmSync(path, { force: true });
    for (const path of ready) rmSync(path, { force: true });
    if (firstMade !== undefined) removeIfEmpty(folder);
    throw error;
  }
  for (const path of ready) rmSync(path, { force: true });
}

function make(path: string, content: NewFile['content']): void {
  if ('text' in content) writeFileSync(path, content.text, { flag: 'wx' });
  else copyFileSync(content.copyOf, path, constants.COPYFILE_EXCL);
}

/** Gives a finished file its name. Unlike renaming, this never replaces a file. */
function place(ready: string, path: string, file: string): void {
  try {
    linkOrCopy(ready, path);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? alreadyExists(file) : error;
  }
}

/** Removes a folder that this call has made, unless another process has put something into it. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Then it is in use.
  }
}
