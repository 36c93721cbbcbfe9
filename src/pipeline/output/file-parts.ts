/** Lets several threads write a long file: each part is a separate file next to the final one until the parts are joined. */

import { closeSync, existsSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { FilePart, JoinedFile } from '../../model.ts';
import { appendWithDigest } from '../files/file-digest.ts';
import { retryRename } from '../files/retry-rename.ts';
import { explainingWriteErrors } from './write-errors.ts';

function pathOf(target: string, number: number): string {
  return `${target}.part-${number}`;
}

/** Opens part `number` of the file at `target`, in an existing folder. Throws a `ProblemError` if the system refuses to write. */
export function openPart(target: string, number: number): FilePart {
  const path = pathOf(target, number);
  if (existsSync(path)) throw new Error(`${path} has already been written`);
  // A part is renamed to its final name only when it is complete.
  const open = `${path}.open`;
  const descriptor = explainingWriteErrors(open, () => openSync(open, 'wx'));
  return {
    write: (bytes) => explainingWriteErrors(open, () => writeFileSync(descriptor, bytes)),
    end() {
      explainingWriteErrors(open, () => {
        closeSync(descriptor);
        retryRename(() => renameSync(open, path));
      });
    },
  };
}

/**
 * Joins parts 0 to `count` − 1 (at least one) into the file at `target` and appends the bytes that `endOf` returns. Throws an error and
 * keeps the parts if one is missing or the file already exists. Throws a `ProblemError` if the system refuses to write.
 */
export function joinPartFiles(target: string, count: number, endOf?: (parts: JoinedFile) => Uint8Array): JoinedFile {
  const parts = Array.from({ length: count }, (_, number) => pathOf(target, number));
  const [first] = parts;
  const missing = parts.find((path) => !existsSync(path));
  if (first === undefined || missing !== undefined) throw new Error(`${missing ?? pathOf(target, 0)} is missing`);
  if (existsSync(target)) throw new Error(`${target} has already been written`);
  return explainingWriteErrors(target, () => {
    const others = parts.slice(1);
    const joined = appendWithDigest(others, first, endOf);
    for (const path of others) rmSync(path);
    retryRename(() => renameSync(first, target));
    return joined;
  });
}
