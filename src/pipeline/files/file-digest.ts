// Runs before every build, so it loads only Node's own modules, and those only when they are needed.

import type { Hash } from 'node:crypto';
import { closeSync, constants, openSync, readSync, writeSync } from './builtin-fs.ts';

/** Characters of a digest: the first 144 bits of SHA-256 in base64url, as in the server's entity tags. */
export const DIGEST_LENGTH = 24;

/** Digest of bytes. */
export function digestOf(bytes: Uint8Array): string {
  return process.getBuiltinModule('node:crypto').hash('sha256', bytes, 'base64url').slice(0, DIGEST_LENGTH);
}

/** Begins a SHA-256. The module takes a while to load, so it is loaded only if a file must be read. */
export function sha256(): Hash {
  return process.getBuiltinModule('node:crypto').createHash('sha256');
}

function endDigest(hash: Hash): string {
  return shortDigest(hash.digest());
}

/** The digest of a file from the SHA-256 of its bytes. */
export function shortDigest(whole: Buffer): string {
  return whole.toString('base64url').slice(0, DIGEST_LENGTH);
}

/** Digest of a file's bytes. Throws an error if it cannot be read. */
export function digestOfFile(path: string): string {
  const hash = sha256();
  readFile(path, (chunk) => hash.update(chunk));
  return endDigest(hash);
}

/** Copies a file to a path that does not exist yet; returns the digest of its bytes. Throws an error if it cannot be read or written. */
export function copyWithDigest(from: string, to: string): string {
  const hash = sha256();
  const target = openSync(to, 'wx');
  try {
    appendFile(from, target, hash);
  } finally {
    closeSync(target);
  }
  return endDigest(hash);
}

/** A file's size in bytes, and the SHA-256 of all of them. */
export interface DigestedFile {
  bytes: number;
  sha256: Buffer;
}

/**
 * Appends files to another, and then the bytes that `endOf` makes from what is in it, if it is given. Returns what is in it at last. Throws
 * an error if a file cannot be read or written.
 */
export function appendWithDigest(
  paths: readonly string[],
  to: string,
  endOf?: (file: DigestedFile) => Uint8Array,
): DigestedFile {
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
      const end = endOf({ bytes, sha256: hash.copy().digest() });
      hash.update(end);
      writeAll(target, end);
      bytes += end.length;
    }
  } finally {
    closeSync(target);
  }
  return { bytes, sha256: hash.digest() };
}

/** Returns the number of bytes. */
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
/** One file is read at a time. */
let buffer: Buffer | null = null;

/** Hands on a file's bytes in order, in chunks that are valid until the next. */
function readFile(path: string, take: (chunk: Buffer) => void): void {
  // Opening a pipe, which may have taken the place of the file, would wait for a writer.
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
