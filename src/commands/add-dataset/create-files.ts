/** Creates new files and edits an existing one: all or nothing. A new file never overwrites an existing file. */

import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  constants,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { retryRename } from '../../pipeline/files/retry-rename.ts';
import { linkOrCopy } from '../../pipeline/output/link-files.ts';
import { removeEmptyFolders } from '../../pipeline/output/remove-folder.ts';
import { explainingWriteErrors, type WriteAdvice } from '../../pipeline/output/write-errors.ts';
import { alreadyExists, refusal } from './refusal.ts';

export interface NewFile {
  path: string;
  /** The file's name in messages. */
  file: string;
  /** The new file's text, or the path of a file to copy. */
  content: { text: string } | { copyOf: string };
}

export interface FileEdit {
  path: string;
  /** The file's name in messages. */
  file: string;
  /** The file's text before and after the change. */
  before: string;
  after: string;
}

const DISK_FULL = 'Free up some space there and try again.';
const NO_PERMISSION = 'Give this user permission to write there.';
const IN_THE_WAY = 'Remove or rename the existing file: a folder is needed there.';

/** Advice for system errors while files are created or edited. */
const ADVICE: WriteAdvice = {
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
  EFBIG: 'Raise the file size limit (ulimit -f) and try again.',
  EROFS: NO_PERMISSION,
  EACCES: NO_PERMISSION,
  EPERM: NO_PERMISSION,
  EEXIST: IN_THE_WAY,
  ENOTDIR: IN_THE_WAY,
  ENAMETOOLONG: 'Give the file a shorter name.',
  otherwise: 'Fix the problem and try again.',
};

/**
 * Creates the files and their folders. The first file acts as a lock: if several processes create the same files, the process that creates
 * the first one also creates the others. The edit, if there is one, comes last and replaces its file atomically. `check` is called once all
 * temporary files are written, and throws to cancel. Throws a `ProblemError` if a file already exists, if the edited file has changed, or
 * if writing fails. If an error is thrown, everything that this call has created is removed.
 */
export function createFiles(files: readonly [NewFile, ...NewFile[]], edit: FileEdit | null, check: () => void): void {
  const folders: { path: string; first: string }[] = [];
  const created: string[] = [];
  const ready: string[] = [];
  const temporaryIn = (place: string): string => {
    // Builds ignore names that start with a dot. The name is always short: one made from the file's own name could be too long.
    const temporary = join(place, `.adding-${randomUUID()}`);
    ready.push(temporary);
    return temporary;
  };
  try {
    for (const folder of new Set(files.map(({ path }) => dirname(path)))) {
      const first = explainingWriteErrors(folder, () => mkdirSync(folder, { recursive: true }), ADVICE);
      if (first !== undefined) folders.push({ path: folder, first });
    }
    for (const { path, content } of files) {
      const temporary = temporaryIn(dirname(path));
      explainingWriteErrors(path, () => writeContent(temporary, content), ADVICE);
    }
    // Renaming works only within one file system, so the new file is in the same folder as the one that it replaces.
    const edited = edit && temporaryIn(dirname(edit.path));
    if (edit && edited) explainingWriteErrors(edit.path, () => writeEdited(edited, edit), ADVICE);
    check();
    for (const [index, { path, file }] of files.entries()) {
      explainingWriteErrors(path, () => giveName(ready[index] as string, path, file), ADVICE);
      created.push(path);
    }
    if (edit && edited) explainingWriteErrors(edit.path, () => replace(edit, edited), ADVICE);
  } catch (error) {
    for (const path of created.reverse()) rmSync(path, { force: true });
    for (const path of ready) rmSync(path, { force: true });
    for (const { path, first } of folders.reverse()) removeEmptyFolders(path, first);
    throw error;
  }
  for (const path of ready) rmSync(path, { force: true });
}

function writeContent(path: string, content: NewFile['content']): void {
  if ('text' in content) writeFileSync(path, content.text, { flag: 'wx' });
  else copyFileSync(content.copyOf, path, constants.COPYFILE_EXCL);
}

/** Links or copies a temporary file to its final path. Unlike renaming, this never replaces an existing file. */
function giveName(ready: string, path: string, file: string): void {
  try {
    linkOrCopy(ready, path);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? alreadyExists(file) : error;
  }
}

function writeEdited(path: string, { path: original, after }: FileEdit): void {
  writeFileSync(path, after, { flag: 'wx' });
  chmodSync(path, statSync(original).mode);
}

/** Replaces a file with its edited version. Throws a `ProblemError` if the file has changed since it was read. */
function replace({ path, file, before }: FileEdit, edited: string): void {
  if (readFileSync(path, 'utf8') !== before) {
    throw refusal('file-changed', file, 'was changed while a category was being added to it', 'Add the file again.');
  }
  retryRename(() => renameSync(edited, path));
}
