import { isUtf8 } from 'node:buffer';
import type { ByteSource } from '../model.ts';

/**
 * About how many cells are scanned at a time: few enough for what is found in them to stay in the processor's caches.
 */
const BLOCK_CELLS = 1 << 13;
/** Fewest records that are scanned at a time, since each column costs some time for each block. */
const LEAST_RECORDS = 32;

/** Number of records with `width` cells that are scanned at a time. */
export function recordsOfBlock(width: number): number {
  return Math.max(LEAST_RECORDS, Math.floor(BLOCK_CELLS / width));
}

/**
 * Reads a range of a file into a buffer, and adds the line ending that the last line may lack. Returns the length in
 * bytes, or null if the file no longer has that range, or the bytes are not UTF-8.
 */
export function readSegment(
  content: ByteSource,
  { start, end, newline }: { start: number; end: number; newline: string },
  isLast: boolean,
  bytes: Buffer,
): number | null {
  const length = end - start;
  if (!content.readPart(start, end, bytes) || !isUtf8(bytes.subarray(0, length))) return null;
  if (!isLast || length === 0 || bytes[length - 1] === 0x0a) return length;
  return length + bytes.write(newline, length, 'latin1');
}
