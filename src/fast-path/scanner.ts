import { isUtf8 } from 'node:buffer';
import type { ByteDialect, Kernel } from '../kernel/kernel.ts';
import type { ByteSource } from '../model.ts';

/** Maximum length of a line ending, in bytes. */
const MAX_NEWLINE = 2;

/**
 * Scans regular UTF-8 files as bytes, and proves at the same time that they can be read in only one way. It gives up at the first byte for
 * which the proof fails. The file is then read as text, which finds any problems.
 */
export class ByteScanner {
  readonly #kernel: Kernel;
  readonly #maxRecords: number;
  readonly #length: number;
  readonly #width: number;
  readonly #source: number;
  readonly #bounds: number;
  /** Number of line endings scanned so far. */
  lines = 0;

  /**
   * Allocates a buffer for a part of a file. The caller writes at most `length` bytes of the file to `bytes`, which also has space for a
   * missing line ending after them. A scan finds at most `maxRecords` records.
   */
  constructor(kernel: Kernel, dialect: ByteDialect, length: number, maxRecords: number) {
    const { width } = dialect;
    kernel.begin(dialect);
    this.#kernel = kernel;
    this.#maxRecords = maxRecords;
    this.#length = length + MAX_NEWLINE;
    this.#width = width;
    this.#source = kernel.allocate(this.#length);
    this.#bounds = kernel.allocate(maxRecords * width * 2 * Int32Array.BYTES_PER_ELEMENT);
    kernel.call.setPlaces(this.#source, this.#bounds, kernel.allocate(maxRecords * width));
  }

  /** The buffer for the bytes of the part; valid until the kernel allocates memory. */
  get bytes(): Buffer {
    return this.#kernel.bytes.subarray(this.#source, this.#source + this.#length);
  }

  /** Start and end offsets of the content of each cell in the last scan, record by record; valid until the kernel allocates memory. */
  get bounds(): Int32Array {
    return new Int32Array(this.#kernel.bytes.buffer, this.#bounds, this.records * this.#width * 2);
  }

  get records(): number {
    return this.#kernel.results.records.value;
  }

  /**
   * Scans records from offset `from`, where a record must start, up to `end`. Returns the offset after the last record found, `end` if
   * the scan reaches blank lines at the end of the file, or -1 if the proof fails. `isLast` means that the file ends at `end`.
   */
  scan(from: number, end: number, isLast: boolean): number {
    const next = this.#kernel.call.scan(from, end, this.#maxRecords, isLast);
    this.lines += this.#kernel.results.lines.value;
    return next;
  }
}

/** Approximate number of cells scanned at a time: few enough for the results to stay in the CPU caches. */
const BLOCK_CELLS = 1 << 13;
/** The maximum number of records in a block is never lower than this, since each block has a fixed cost per column. */
const MIN_RECORDS = 32;

/** Maximum number of records scanned at a time in a table with `width` columns. */
export function recordsOfBlock(width: number): number {
  return Math.max(MIN_RECORDS, Math.floor(BLOCK_CELLS / width));
}

/**
 * Reads a range of a file into a buffer. If the file ends there (`isLast`), adds a line ending if the last line has none. Returns the
 * length in bytes, or null if the file no longer has that range or the bytes are not UTF-8.
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
