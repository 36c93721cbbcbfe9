// This module runs before every build, so it loads nothing but the file-system functions until a digest is needed.

import type { Hash } from 'node:crypto';
import type { JoinedFile } from '../../model.ts';
import { closeSync, constants, openSync, readSync, writeSync } from './builtin-fs.ts';

/** Length of a digest in characters: the first 144 bits of SHA-256 in base64url, as in the server's entity tags. */
export const DIGEST_LENGTH = 24;

/** Digest of the given bytes, `DIGEST_LENGTH` characters long. */
export function digestOf(bytes: Uint8Array): string {
  return process.getBuiltinModule('node:crypto').hash('sha256', bytes, 'base64url').slice(0, DIGEST_LENGTH);
}

/** Creates a SHA-256 hash. `node:crypto` is slow to load, so it is loaded only if something must be hashed. */
export function sha256(): Hash {
  return process.getBuiltinModule('node:crypto').createHash('sha256');
}

/** Shortens the SHA-256 of a file to `DIGEST_LENGTH` characters. */
export function shortDigest(full: Buffer): string {
  return full.toString('base64url').slice(0, DIGEST_LENGTH);
}

/** Digest of a file's bytes. Throws an error if the file cannot be read. */
export function digestOfFile(path: string): string {
  const hash = sha256();
  readFile(path, (chunk) => hash.update(chunk));
  return shortDigest(hash.digest());
}

/** Copies a file to a path that must not exist and returns the digest of its bytes. Throws an error if reading or writing fails. */
export function copyWithDigest(from: string, to: string): string {
  const hash = sha256();
  const target = openSync(to, 'wx');
  try {
    appendFile(from, target, hash);
  } finally {
    closeSync(target);
  }
  return shortDigest(hash.digest());
}

/**
 * Appends the files `paths` to the file `to`. If `endOf` is given, passes it the size and hash of `to` at that point and appends the bytes
 * that it returns. Returns the final size and hash of `to`. Throws an error if a file cannot be read or written.
 */
export function appendWithDigest(
  paths: readonly string[],
  to: string,
  endOf?: (file: JoinedFile) => Uint8Array,
): JoinedFile {
  const hash = sha256();
  let bytes = 0;
  readFile(to, (chunk) => {
    hash.update(chunk);
    bytes += chunk.length;
  });
  const target = openSync(to, 'a');
  try {
    for (const path of paths) bytes += appendFile(path, target, hash);
    if (endOf) {
      const end = endOf({ bytes, sha256: hash.copy().digest('hex') });
      hash.update(end);
      writeAll(target, end);
      bytes += end.length;
    }
  } finally {
    closeSync(target);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Appends the bytes of the file `from` to the open file `target` and adds them to the hash. Returns the number of bytes. */
function appendFile(from: string, target: number, hash: Hash): number {
  let bytes = 0;
  readFile(from, (chunk) => {
    hash.update(chunk);
    writeAll(target, chunk);
    bytes += chunk.length;
  });
  return bytes;
}

function writeAll(target: number, bytes: Uint8Array): void {
  for (let start = 0; start < bytes.length; ) start += writeSync(target, bytes, start);
}

const CHUNK_BYTES = 1 << 18;
/** Shared by all calls, since only one file is read at a time. */
let buffer: Buffer | null = null;

/** Passes a file's bytes to `take` in order. Each chunk is valid only until the next one. */
function readFile(path: string, take: (chunk: Buffer) => void): void {
  // If a pipe has replaced the file, opening it without O_NONBLOCK would wait for a writer.
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    buffer ??= Buffer.allocUnsafeSlow(CHUNK_BYTES);
    for (let length = 1; length > 0; ) {
      length = readSync(descriptor, buffer, 0, CHUNK_BYTES, null);
      take(buffer.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
}
