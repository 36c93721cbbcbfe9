/** Long files that several threads write: each part is a file beside the one that they become. */

import { closeSync, existsSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { FilePart } from '../../model.ts';
import { appendWithDigest, type DigestedFile } from '../files/file-digest.ts';
import { retryRename } from '../files/retry-rename.ts';
import { explainingWriteErrors } from './write-errors.ts';

function pathOf(target: string, number: number): string {
  return `${target}.part-${number}`;
}

/** Opens part `number` of the file at `target`, in a folder that exists. Throws a `ProblemError` if the system refuses to write. */
export function openPart(target: string, number: number): FilePart {
  const path = pathOf(target, number);
  if (existsSync(path)) throw new Error(`${path} was written before`);
  // A part gets its own name only once it is ended.
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
 * Joins the parts 0 to `count` − 1, at least one, into the file at `target`, and appends what `endOf` makes. Throws an error, and leaves
 * the parts as they are, if one is missing or the file exists; and a `ProblemError` if the system refuses to write.
 */
export function joinPartFiles(
  target: string,
  count: number,
  endOf?: (parts: DigestedFile) => Uint8Array,
): DigestedFile {
  const parts = Array.from({ length: count }, (_, number) => pathOf(target, number));
  const [first] = parts;
  const missing = parts.find((path) => !existsSync(path));
  if (first === undefined || missing !== undefined) throw new Error(`${missing ?? pathOf(target, 0)} was not ended`);
  if (existsSync(target)) throw new Error(`${target} was written before`);
  return explainingWriteErrors(target, () => {
    const others = parts.slice(1);
    const joined = appendWithDigest(others, first, endOf);
    for (const path of others) rmSync(path);
    retryRename(() => renameSync(first, target));
    return joined;
  });
}
