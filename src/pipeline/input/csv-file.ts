/** CSV files in the file system. No other code reads them, or finds out whether one has changed. */

import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { ByteSource, Source } from '../../model.ts';
import { type Problem, ProblemError, problem, type Report } from '../../problems/problem.ts';

/** Opening a pipe, which may have taken the place of the file, would wait for a writer. */
const READ_AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The bytes of the file at a path; `file` is how messages name it. */
export function csvFile(path: string, file: string): ByteSource {
  return {
    readChunks: (firstBytes, chunkBytes) => readChunks(path, file, firstBytes, chunkBytes),
    readPart: (start, end, buffer) => readPart(path, file, start, end, buffer),
  };
}

/** Never reads more than the file has when it is opened: one that grows as fast as it is read would have no end. */
function* readChunks(path: string, file: string, first: number, size: number): Generator<Uint8Array, void, undefined> {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, READ_AT_ONCE);
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw unreadable(file, 'it is not a regular file');
    const buffer = Buffer.allocUnsafe(Math.min(size, stat.size));
    let wanted = first;
    for (let left = stat.size; left > 0; ) {
      const length = readSync(descriptor, buffer, 0, Math.min(wanted, left), null);
      if (length === 0) return;
      left -= length;
      wanted = size;
      yield buffer.subarray(0, length);
    }
  } catch (error) {
    throw explained(error, file);
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

/** Windows lets nobody read a file that a program has opened for itself alone. */
const IN_USE = 'Close the program that has the file open, such as Excel, and try again.';

function readPart(path: string, file: string, start: number, end: number, buffer: Uint8Array): boolean {
  try {
    const descriptor = openSync(path, READ_AT_ONCE);
    try {
      let length = 0;
      while (length < end - start) {
        const read = readSync(descriptor, buffer, length, end - start - length, start + length);
        if (read === 0) return false;
        length += read;
      }
      return true;
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw explained(error, file);
  }
}

/** An error of the system as a `ProblemError`; any other as it is. */
function explained(error: unknown, file: string): unknown {
  return (error as NodeJS.ErrnoException).syscall === undefined
    ? error
    : unreadable(file, (error as Error).message, (error as NodeJS.ErrnoException).code);
}

function unreadable(file: string, reason: string, code?: string): ProblemError {
  const help = code === 'EBUSY' ? IN_USE : 'Check the file and its permissions.';
  return new ProblemError(problem('file-unreadable', { file }, `cannot be read: ${reason}`, help));
}

/**
 * Text that changes when a file is written to or replaced, whatever its times are set to; empty if it cannot be reached. In nanoseconds:
 * the two passes over a small file are less than a millisecond apart.
 */
export function fingerprintOf(path: string): string {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`;
  } catch {
    return '';
  }
}

/** Size of a file in bytes; 0 if it cannot be reached. */
export function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

/** The problem of a file that another process writes to. */
export function fileChanged({ file }: Pick<Source, 'file'>): Problem {
  return problem(
    'file-changed',
    { file },
    'was changed, replaced or removed while it was being read, so the findings may no longer hold',
    'Build again when nothing writes to the file.',
  );
}

/**
 * Reports what was found in a file and returns true. If the file no longer has the fingerprint, reports only that it
 * has changed: the findings may be true of none of its versions.
 */
export function reportIfUnchanged(
  source: Pick<Source, 'path' | 'file'>,
  fingerprint: string,
  found: readonly Problem[],
  report: Report,
): boolean {
  const isUnchanged = fingerprintOf(source.path) === fingerprint;
  for (const it of isUnchanged ? found : [fileChanged(source)]) report(it);
  return isUnchanged;
}

/**
 * Reads a file once more. If it no longer has the fingerprint afterwards, that is reported, and an error while reading
 * is not thrown.
 */
export function readUnchanged(
  source: Pick<Source, 'path' | 'file'>,
  fingerprint: string,
  report: Report,
  read: () => void,
): void {
  try {
    read();
  } catch (error) {
    if (fingerprintOf(source.path) === fingerprint) throw error;
  }
  if (fingerprintOf(source.path) !== fingerprint) report(fileChanged(source));
}
