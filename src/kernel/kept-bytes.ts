/** Bytes that one thread keeps for others: in memory that threads share, or in a temporary file. */

import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Kept bytes, as plain data for any thread of this process: a copy in memory, or a range of a temporary file that is still open. */
export type KeptBytes = Uint8Array | { fd: number; at: number; length: number };

/** A temporary file without a name, as plain data. The system removes it once it is closed, or when the process ends. */
export interface SpillFile {
  fd: number;
  /** Number of bytes in use, in shared memory. */
  used: BigInt64Array;
}

/** Maximum size in bytes of a copy in ordinary memory, which is cheaper to make than shared memory or a range of a file. */
const MAX_COPIED = 1 << 12;

/** Opens a temporary file in a folder; null if the system refuses, so that bytes are kept in memory. */
export function openSpill(folder: string): SpillFile | null {
  const path = join(folder, `.${randomUUID()}`);
  let fd: number | null = null;
  try {
    fd = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    return { fd, used: new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT)) };
  } catch {
    // A file that the system does not remove while it is open must not be left behind.
    if (fd !== null) {
      closeSync(fd);
      rmSync(path, { force: true });
    }
    return null;
  }
}

/** Copies bytes, into a temporary file if there is one and they are many. */
export function keepBytes(bytes: Uint8Array, spill: SpillFile | null): KeptBytes {
  const { length } = bytes;
  const isLong = length > MAX_COPIED;
  if (isLong && spill) {
    const { fd, used } = spill;
    const at = Number(Atomics.add(used, 0, BigInt(length)));
    try {
      if (writeSync(fd, bytes, 0, length, at) === length) return { fd, at, length };
    } catch {
      // The disk may be full: the bytes are kept in memory then.
    }
  }
  const copy = new Uint8Array(isLong ? new SharedArrayBuffer(length) : new ArrayBuffer(length));
  copy.set(bytes);
  return copy;
}

/** The kept bytes. They must not be changed, since other threads may read the same memory. */
export function readKept(kept: KeptBytes): Uint8Array {
  if (kept instanceof Uint8Array) return kept;
  const bytes = new Uint8Array(kept.length);
  if (readSync(kept.fd, bytes, 0, kept.length, kept.at) !== kept.length)
    throw new Error('the temporary file of the build became shorter');
  return bytes;
}

/** Floating-point numbers, in arrays as they were kept. They may be iterated several times. */
export function doublesIn(chunks: readonly KeptBytes[]): Iterable<Float64Array> {
  return {
    *[Symbol.iterator]() {
      for (const kept of chunks) {
        const { buffer, length } = readKept(kept);
        yield new Float64Array(buffer, 0, length / Float64Array.BYTES_PER_ELEMENT);
      }
    },
  };
}
