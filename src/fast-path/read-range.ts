import { isUtf8 } from 'node:buffer';
import { type ByteDialect, kernelOfThread } from '../kernel/kernel.ts';
import type { ByteSource } from '../model.ts';
import { ByteScanner } from './scanner.ts';

/** A range of a file that starts and ends with whole records, as plain data. */
export interface ByteRange {
  dialect: ByteDialect;
  /** Byte offset of the first record; `end` is the byte offset after the range. */
  start: number;
  end: number;
  /** Whether the file ends with the range. */
  isLast: boolean;
}

/** Approximate number of cells scanned at a time: few enough for the results to stay in the CPU caches. */
const BLOCK_CELLS = 1 << 13;
/** The maximum number of records in a block is never lower than this, since each block has a fixed cost per column. */
const MIN_RECORDS = 32;

/** Maximum number of records scanned at a time in a table with `width` columns. */
export function recordsOfBlock(width: number): number {
  return Math.max(MIN_RECORDS, Math.floor(BLOCK_CELLS / width));
}

/** A range that was read into the kernel of this thread. */
export type ReadRange = NonNullable<ReturnType<typeof readRange>>;

/** Reads a range of a file. Null if the file no longer has that range, or the bytes are not UTF-8. */
export function readRange(content: ByteSource, { dialect, start, end, isLast }: ByteRange) {
  const size = end - start;
  const scanner = new ByteScanner(kernelOfThread(), dialect, size, recordsOfBlock(dialect.width));
  const { bytes } = scanner;
  if (!content.readPart(start, end, bytes) || !isUtf8(bytes.subarray(0, size))) return null;
  const isEnded = !isLast || size === 0 || bytes[size - 1] === 0x0a;
  /** Number of bytes in the buffer of the scanner. They include a line ending that the last line of the file lacks. */
  const length = isEnded ? size : size + bytes.write(dialect.newline, size, 'latin1');
  /** Scans the range from its start. Yields the scanner after each scan; null, at the end, if the bytes are not regular. */
  function* blocks(): Generator<ByteScanner | null, void, undefined> {
    // A scan that gives up ends at -1.
    for (let at = 0; at >= 0 && at < length; at = scanner.end) {
      yield scanner.scan(at, length, isLast) < 0 ? null : scanner;
    }
  }
  return { scanner, length, blocks };
}

/** Blocks of a range that was found to be regular. Throws an error that names `file` if the range no longer is. */
export function* blocksAgain(range: ReadRange | null, file: string): Generator<ByteScanner, void, undefined> {
  for (const block of range?.blocks() ?? [null]) {
    if (!block) throw new Error(`${file} has changed since the first pass`);
    yield block;
  }
}
