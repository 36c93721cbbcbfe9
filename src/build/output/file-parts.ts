/** Long files that several threads write: each part is a file beside the one that they become. */

import { closeSync, existsSync, openSync, readSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import type { FilePart } from '../../model.ts';
import { explainingWriteErrors } from './write-errors.ts';

/** Bytes that are copied at a time when parts are joined. */
const COPIED_BYTES = 1 << 20;

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
        renameSync(open, path);
      });
    },
  };
}

/**
 * Joins the parts 0 to `count` − 1, at least one, into the file at `target`. Throws an error, and leaves the
 * parts as they are, if one is missing or the file exists; and a `ProblemError` if the system refuses to write.
 */
export function joinPartFiles(target: string, count: number): void {
  const parts = Array.from({ length: count }, (_, number) => pathOf(target, number));
  const [first] = parts;
  const missing = parts.find((path) => !existsSync(path));
  if (first === undefined || missing !== undefined) throw new Error(`${missing ?? pathOf(target, 0)} was not ended`);
  if (existsSync(target)) throw new Error(`${target} was written before`);
  explainingWriteErrors(target, () => {
    appendAll(parts.slice(1), first);
    renameSync(first, target);
  });
}

/** Appends files to another, and removes them. */
function appendAll(paths: readonly string[], to: string): void {
  const descriptor = openSync(to, 'a');
  try {
    for (const path of paths) {
      append(path, descriptor);
      rmSync(path);
    }
  } finally {
    closeSync(descriptor);
  }
}

function append(path: string, target: number): void {
  const descriptor = openSync(path, 'r');
  const buffer = Buffer.allocUnsafe(COPIED_BYTES);
  try {
    for (let length = readSync(descriptor, buffer); length > 0; length = readSync(descriptor, buffer)) {
      for (let start = 0; start < length; ) start += writeSync(target, buffer, start, length - start);
    }
  } finally {
    closeSync(descriptor);
  }
}
