// This module runs before every build, so it loads nothing but the file-system functions until a digest is needed.

import type { Hash } from 'node:crypto';
import type { JoinedFile } from '../../model.ts';
import { fs } from './builtin-fs.ts';

/** Length of a digest in characters: SHA-256 in lower-case hexadecimal digits. */
export const DIGEST_LENGTH = 64;

/** Digest of the given bytes or of a text in UTF-8, `DIGEST_LENGTH` characters long. */
export function digestOf(content: Uint8Array | string): string {
  return process.getBuiltinModule('node:crypto').hash('sha256', content);
}

/** Creates a SHA-256 hash. `node:crypto` is slow to load, so it is loaded only if something must be hashed. */
export function sha256(): Hash {
  return process.getBuiltinModule('node:crypto').createHash('sha256');
}

/** Digest of a file's bytes. Throws an error if the file cannot be read. */
export function digestOfFile(path: string): string {
  const hash = sha256();
  readChunks(path, (chunk) => hash.update(chunk));
  return hash.digest('hex');
}

/**
 * Appends the files `paths` to the file `to`, which must exist, or must not if `isNew` is true. If `endOf` is given, passes it the size and
 * hash of `to` at that point and appends the bytes that it returns. Returns the final size and hash of `to`. Throws an error if a file
 * cannot be read or written.
 */
export function appendWithDigest(
  paths: readonly string[],
  to: string,
  { isNew = false, endOf }: { isNew?: boolean; endOf?: ((file: JoinedFile) => Uint8Array) | undefined },
): JoinedFile {
  const hash = sha256();
  let bytes = 0;
  const count = (chunk: Uint8Array): void => {
    hash.update(chunk);
    bytes += chunk.length;
  };
  if (!isNew) readChunks(to, count);
  const target = fs.openSync(to, isNew ? 'wx' : 'a');
  const append = (chunk: Uint8Array): void => {
    count(chunk);
    for (let start = 0; start < chunk.length; ) start += fs.writeSync(target, chunk, start);
  };
  try {
    for (const path of paths) readChunks(path, append);
    if (endOf) append(endOf({ bytes, sha256: hash.copy().digest('hex') }));
  } finally {
    fs.closeSync(target);
  }
  return { bytes, sha256: hash.digest('hex') };
}

const CHUNK_BYTES = 1 << 18;
/** Shared by all calls, since only one file is read at a time. */
let buffer: Buffer | null = null;

/** Passes a file's bytes to `take` in order. Each chunk is valid only until the next one. */
export function readChunks(path: string, take: (chunk: Buffer) => void): void {
  // If a pipe has replaced the file, opening it without O_NONBLOCK would wait for a writer.
  const descriptor = fs.openSync(path, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
  try {
    buffer ??= Buffer.allocUnsafeSlow(CHUNK_BYTES);
    for (let length = 1; length > 0; ) {
      length = fs.readSync(descriptor, buffer, 0, CHUNK_BYTES, null);
      take(buffer.subarray(0, length));
    }
  } finally {
    fs.closeSync(descriptor);
  }
}
