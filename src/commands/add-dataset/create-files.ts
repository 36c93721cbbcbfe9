/** Creates new files and edits an existing one: all or nothing. A new file never overwrites an existing file. */

import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
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
import { explainingWriteErrors } from '../../pipeline/output/write-errors.ts';
import { alreadyExists, refusal } from './refusal.ts';

export interface FileChange {
  path: string;
  /** The file's name in messages. */
  file: string;
  /** A new file's text or the path of a file to copy; or the text of an existing file before the change, and afterwards. */
  content: { text: string; before?: string } | { copyOf: string };
}

/**
 * Creates the files and their folders, and replaces each file that is edited atomically. The first file acts as a lock: if several processes
 * create the same files, the process that creates the first one also makes the other changes. An edit must come last. `check` is called once
 * all temporary files are written, and throws to cancel. Throws a `ProblemError` if a new file already exists, if an edited file has
 * changed, or if writing fails. If an error is thrown, everything that this call has created is removed.
 */
export function createFiles(changes: readonly FileChange[], check = (): void => {}): void {
  const folders: { path: string; first: string }[] = [];
  const created: string[] = [];
  const ready: string[] = [];
  try {
    for (const folder of new Set(changes.map(({ path }) => dirname(path)))) {
      const first = explainingWriteErrors(folder, () => mkdirSync(folder, { recursive: true }));
      if (first !== undefined) folders.push({ path: folder, first });
    }
    for (const change of changes) {
      // Renaming works only within one file system, so the temporary file is in the same folder. Builds ignore names that start with a
      // dot. The name is always short: one made from the file's own name could be too long.
      const temporary = join(dirname(change.path), `.adding-${crypto.randomUUID()}`);
      ready.push(temporary);
      explainingWriteErrors(change.path, () => writeContent(temporary, change));
    }
    check();
    for (const [index, change] of changes.entries()) {
      explainingWriteErrors(change.path, () => giveName(ready[index] as string, change));
      if (!('before' in change.content)) created.push(change.path);
    }
  } catch (error) {
    for (const path of created.reverse()) rmSync(path, { force: true });
    for (const path of ready) rmSync(path, { force: true });
    for (const { path, first } of folders.reverse()) removeEmptyFolders(path, first);
    throw error;
  }
  for (const path of ready) rmSync(path, { force: true });
}

/** The change that makes these entries, sorted by name, the content of a JSON file in the raw data, which may exist. */
export function sortedJson(
  rawData: string,
  file: string,
  entries: readonly [name: string, value: unknown][],
): FileChange {
  const path = join(rawData, file);
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
  return { path, file, content: existsSync(path) ? { text, before: readFileSync(path, 'utf8') } : { text } };
}

function writeContent(temporary: string, { path, content }: FileChange): void {
  if ('copyOf' in content) copyFileSync(content.copyOf, temporary, constants.COPYFILE_EXCL);
  else writeFileSync(temporary, content.text, { flag: 'wx' });
  if ('before' in content) chmodSync(temporary, statSync(path).mode);
}

/** Gives a temporary file its final path. Throws a `ProblemError` if a new file exists, or an edited one has changed since it was read. */
function giveName(ready: string, { path, file, content }: FileChange): void {
  if ('before' in content) {
    if (readFileSync(path, 'utf8') !== content.before) {
      throw refusal('file-changed', file, 'was changed by another program in the meantime', 'Try again.');
    }
    retryRename(() => renameSync(ready, path));
    return;
  }
  try {
    // Unlike renaming, this never replaces an existing file.
    linkOrCopy(ready, path);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? alreadyExists(file) : error;
  }
}
