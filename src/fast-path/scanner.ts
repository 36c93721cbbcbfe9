import type { ByteDialect, Kernel } from '../kernel/kernel.ts';

/** Bytes of a line ending at most. */
const LONGEST_NEWLINE = 2;

/**
 * The byte scanner for regular files in UTF-8. It proves, while it runs, that the bytes are those of a table without anything
 * that a reader could take for something else, and gives up at the first that is not: who reads text then finds out what it is.
 */
export class ByteScanner {
  readonly #kernel: Kernel;
  readonly #most: number;
  readonly #length: number;
  readonly #width: number;
  readonly #source: number;
  readonly #bounds: number;
  /** Line endings that were scanned, in all. */
  lines = 0;

  /**
   * Begins with a part of a file that has at most `length` bytes, which are to be put into `bytes`; the line ending that the last may lack
   * has room behind them. `most` is the number of records of a scan at most.
   */
  constructor(kernel: Kernel, dialect: ByteDialect, length: number, most: number) {
    const { width } = dialect;
    kernel.begin(dialect);
    this.#kernel = kernel;
    this.#most = most;
    this.#length = length + LONGEST_NEWLINE;
    this.#width = width;
    this.#source = kernel.allocate(this.#length);
    this.#bounds = kernel.allocate(most * width * 2 * Int32Array.BYTES_PER_ELEMENT);
    kernel.call.setPlaces(this.#source, this.#bounds, kernel.allocate(most * width));
  }

  /** The part's bytes, until a room is asked for in the kernel. */
  get bytes(): Buffer {
    return this.#kernel.bytes.subarray(this.#source, this.#source + this.#length);
  }

  /** Where each cell's content begins and ends, record by record; of the last scan, until a room is asked for. */
  get bounds(): Int32Array {
    return new Int32Array(this.#kernel.bytes.buffer, this.#bounds, this.records * this.#width * 2);
  }

  /** Of the last scan. */
  get records(): number {
    return this.#kernel.results.records.value;
  }

  /**
   * Scans the next records from an offset on, where one begins; the last of them ends at `end` at the latest, with its line
   * ending. Returns the offset behind them, or -1 where the bytes are not regular. `isLast` says that nothing follows `end`.
   */
  scan(from: number, end: number, isLast: boolean): number {
    const next = this.#kernel.call.scan(from, end, this.#most, isLast);
    this.lines += this.#kernel.results.lines.value;
    return next;
  }
}
