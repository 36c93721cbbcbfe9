/** Reads CSV files from disk and detects whether a file changes while it is being read. */

import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { ByteSource, Source } from '../../model.ts';
import { attempt } from '../../problems/attempt.ts';
import { type Problem, ProblemError, problem } from '../../problems/problem.ts';

/** O_NONBLOCK prevents `openSync` from waiting for a writer if the file has been replaced by a pipe. */
const READ_AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Gives access to the bytes of the file at `path`. `file` is its name in messages. */
export function csvFile(path: string, file: string): ByteSource {
  return {
    /** Reads no more bytes than the file has when it is opened, since reading a file that keeps growing might never end. */
    *readChunks(first, size) {
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
    },
    readPart(start, end, buffer) {
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
    },
  };
}

/** On Windows, a file cannot be read while another program has it open for exclusive use. */
const IN_USE = 'Close the program that has the file open, such as Excel, and try again.';

/** Converts a system error to a `ProblemError`. Returns any other error unchanged. */
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
 * Device, inode, size and times as one string, to detect whether a file has been modified or replaced; empty if it cannot be accessed.
 * Times are in nanoseconds, because the two passes over a small file may be less than a millisecond apart.
 */
export function fingerprintOf(path: string): string {
  return attempt(() => {
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`;
  }, '');
}

/** Size of a file in bytes; 0 if it cannot be accessed. */
export function sizeOf(path: string): number {
  return attempt(() => statSync(path).size, 0);
}

/** Creates the problem for a file that changed while it was being read. */
export function fileChanged({ file }: Pick<Source, 'file'>): Problem {
  return problem(
    'file-changed',
    { file },
    'was changed, replaced or removed while it was being read, so the findings may no longer hold',
    'Try again once no other program is writing to the file.',
  );
}

/**
 * Returns what `read` finds in a file; null if the file no longer has the fingerprint afterwards: what was found may match no version of
 * the file, and an error may just be a consequence of the change.
 */
export function readUnchanged<T>(path: string, fingerprint: string, read: () => T): T | null {
  let found: T | null = null;
  try {
    found = read();
  } catch (error) {
    if (fingerprintOf(path) === fingerprint) throw error;
  }
  return fingerprintOf(path) === fingerprint ? found : null;
}
