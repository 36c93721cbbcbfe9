import type { ByteDialect, Kernel } from '../kernel/kernel.ts';
import type { ByteBlock, Place } from '../model.ts';
import { countLineBreaks } from '../parse/records/count-line-breaks.ts';
import { placeInText } from '../problems/text-position.ts';

/** Maximum length of a line ending, in bytes. */
const MAX_NEWLINE = 2;
const NO_BOUNDS = new Int32Array(0);

/**
 * Scans regular UTF-8 files as bytes, and proves at the same time that they can be read in only one way. It gives up at the first byte for
 * which the proof fails. The file is then read as text, which finds any problems. As a block, it has the records of the last scan.
 */
export class ByteScanner implements ByteBlock {
  readonly #kernel: Kernel;
  readonly #maxRecords: number;
  readonly #length: number;
  readonly width: number;
  readonly #quote: number;
  readonly #source: number;
  readonly #boundsAt: number;
  /** Views, which are made again if they are empty, as they are once the kernel has allocated memory. */
  #bytes: Buffer = Buffer.alloc(0);
  #bounds: Int32Array = NO_BOUNDS;
  records = 0;
  /** Number of line endings scanned so far. */
  lines = 0;
  /** Result of the last scan. */
  end = 0;
  /** Offset of the first record, and its line number, counted from the first scan. */
  #start = 0;
  #firstLine = 1;
  /** All places that `placeOf` has returned, after any scan. */
  readonly places: Place[] = [];

  /**
   * Allocates a buffer for a part of a file. The caller writes at most `length` bytes of the file to `bytes`, which also has space for a
   * missing line ending after them. A scan finds at most `maxRecords` records.
   */
  constructor(kernel: Kernel, dialect: ByteDialect, length: number, maxRecords: number) {
    const { width, quote } = dialect;
    kernel.begin(dialect);
    this.#kernel = kernel;
    this.#maxRecords = maxRecords;
    this.#length = length + MAX_NEWLINE;
    this.width = width;
    this.#quote = quote;
    this.#source = kernel.allocate(this.#length);
    this.#boundsAt = kernel.allocate(maxRecords * width * 2 * Int32Array.BYTES_PER_ELEMENT);
    kernel.call.setPlaces(this.#source, this.#boundsAt, kernel.allocate(maxRecords * width));
  }

  /** The buffer for the bytes of the part; valid until the kernel allocates memory. */
  get bytes(): Buffer {
    if (this.#bytes.buffer.byteLength === 0) {
      this.#bytes = this.#kernel.bytes.subarray(this.#source, this.#source + this.#length);
    }
    return this.#bytes;
  }

  /** The bounds of all cells of the last scan; valid until the kernel allocates memory. */
  get bounds(): Int32Array {
    if (this.#bounds.buffer.byteLength === 0) {
      this.#bounds = new Int32Array(this.#kernel.bytes.buffer, this.#boundsAt, this.records * this.width * 2);
    }
    return this.#bounds;
  }

  /**
   * Scans records from offset `from`, where a record must start, up to `end`. Returns the offset after the last record found, `end` if
   * the scan reaches blank lines at the end of the file, or -1 if the proof fails. `isLast` means that the file ends at `end`.
   */
  scan(from: number, end: number, isLast: boolean): number {
    const { call, results } = this.#kernel;
    this.end = call.scan(from, end, this.#maxRecords, isLast);
    this.records = results.records.value;
    this.#bounds = NO_BOUNDS;
    this.#start = from;
    this.#firstLine = 1 + this.lines;
    this.lines += results.lines.value;
    return this.end;
  }

  textOf(record: number, cell: number): string {
    // Each use of these views checks whether they are still valid.
    const { bytes, bounds } = this;
    const at = (record * this.width + cell) * 2;
    const start = bounds[at] as number;
    const text = bytes.toString('utf8', start, bounds[at + 1]);
    if (start === 0 || bytes[start - 1] !== this.#quote) return text;
    const quote = String.fromCharCode(this.#quote);
    return text.includes(quote) ? text.replaceAll(quote + quote, quote) : text;
  }

  placeOf(record: number, cell: number): Place {
    const start = this.startOf(record, 0);
    // Includes one more byte: the closing quote of the last cell, or part of the line ending, which messages do not show.
    const end = (this.bounds[(record + 1) * this.width * 2 - 1] as number) + 1;
    const text = this.bytes.toString('utf8', start, end);
    const offset = this.bytes.toString('utf8', start, this.startOf(record, cell)).length;
    const place = placeInText(text, offset, this.#firstLine + linesIn(this.bytes, this.#start, start));
    this.places.push(place);
    return place;
  }

  /** Start offset of a cell, including its opening quote. */
  startOf(record: number, cell: number): number {
    const start = this.bounds[(record * this.width + cell) * 2] as number;
    // In a regular file, a quote right before a cell's content is always its opening quote.
    return start > 0 && this.bytes[start - 1] === this.#quote ? start - 1 : start;
  }
}

/** Number of line breaks (LF, CRLF or CR) from `from` up to `end`, exclusive. Does not decode the bytes. */
export function linesIn(bytes: Buffer, from: number, end: number): number {
  return countLineBreaks(bytes.toString('latin1', from, end), bytes[from - 1] === 0x0d);
}
