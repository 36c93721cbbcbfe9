import { isUtf8 } from 'node:buffer';
import type { ByteDialect, Kernel } from '../kernel/kernel.ts';
import type { ByteSource } from '../model.ts';

/** Maximum bytes of a line ending. */
const MAX_NEWLINE = 2;

/**
 * The byte scanner of regular files in UTF-8: while it scans, it proves that nothing in the bytes can be read in two ways. At the first
 * byte for which the proof fails it gives up; the text lane then finds the problem.
 */
export class ByteScanner {
  readonly #kernel: Kernel;
  readonly #most: number;
  readonly #length: number;
  readonly #width: number;
  readonly #source: number;
  readonly #bounds: number;
  /** Number of line endings scanned so far. */
  lines = 0;

  /**
   * Begins with a part of a file, of at most `length` bytes, which the caller writes to `bytes`; there is room after them for the line
   * ending that the last line may lack. A scan finds at most `most` records.
   */
  constructor(kernel: Kernel, dialect: ByteDialect, length: number, most: number) {
    const { width } = dialect;
    kernel.begin(dialect);
    this.#kernel = kernel;
    this.#most = most;
    this.#length = length + MAX_NEWLINE;
    this.#width = width;
    this.#source = kernel.allocate(this.#length);
    this.#bounds = kernel.allocate(most * width * 2 * Int32Array.BYTES_PER_ELEMENT);
    kernel.call.setPlaces(this.#source, this.#bounds, kernel.allocate(most * width));
  }

  /** The bytes of the part; valid until the kernel allocates memory. */
  get bytes(): Buffer {
    return this.#kernel.bytes.subarray(this.#source, this.#source + this.#length);
  }

  /** Where the content of each cell of the last scan begins and ends, record by record; valid until the kernel allocates memory. */
  get bounds(): Int32Array {
    return new Int32Array(this.#kernel.bytes.buffer, this.#bounds, this.records * this.#width * 2);
  }

  /** Number of records of the last scan. */
  get records(): number {
    return this.#kernel.results.records.value;
  }

  /**
   * Scans the next records from the offset `from`, where one begins, up to `end` at most. Returns the offset after the line ending of the
   * last one, or -1 if the bytes are not regular. `isLast` says that nothing follows `end`.
   */
  scan(from: number, end: number, isLast: boolean): number {
    const next = this.#kernel.call.scan(from, end, this.#most, isLast);
    this.lines += this.#kernel.results.lines.value;
    return next;
  }
}

/** Approximate number of cells that are scanned at a time: few enough for the results to stay in the processor's caches. */
const BLOCK_CELLS = 1 << 13;
/** Minimum records that are scanned at a time, since each column costs some time for each block. */
const MIN_RECORDS = 32;

/** Number of records with `width` cells that are scanned at a time. */
export function recordsOfBlock(width: number): number {
  return Math.max(MIN_RECORDS, Math.floor(BLOCK_CELLS / width));
}

/**
 * Reads a range of a file into a buffer, and adds the line ending that the last line may lack. Returns the length in bytes, or null if the
 * file no longer has that range, or the bytes are not UTF-8.
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
