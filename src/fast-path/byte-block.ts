import type { ByteDialect } from '../kernel/kernel.ts';
import type { ByteBlock, Place } from '../model.ts';
import { placeInText } from '../problems/text-position.ts';
import type { ByteScanner } from './scanner.ts';

/** The records found by the last scan. Valid until the next scan. */
export class ScannedBlock implements ByteBlock {
  readonly #scanner: ByteScanner;
  #bytes: Buffer;
  #bounds: Int32Array;
  readonly records: number;
  readonly width: number;
  readonly #quote: number;
  readonly #start: number;
  readonly #firstLine: number;
  readonly #places: Place[];

  /**
   * `start` is the offset of the first record, and `firstLine` is the line number of that record. Each place that `placeOf` returns is
   * added to `places`.
   */
  constructor(scanner: ByteScanner, dialect: ByteDialect, start: number, firstLine: number, places: Place[]) {
    this.#scanner = scanner;
    this.#bytes = scanner.bytes;
    this.#bounds = scanner.bounds;
    this.records = scanner.records;
    this.width = dialect.width;
    this.#quote = dialect.quote;
    this.#start = start;
    this.#firstLine = firstLine;
    this.#places = places;
  }

  /** The scanned bytes; valid until the kernel allocates memory. */
  get bytes(): Buffer {
    if (this.#bytes.buffer.byteLength === 0) this.#bytes = this.#scanner.bytes;
    return this.#bytes;
  }

  /** The bounds of all cells; valid until the kernel allocates memory. */
  get bounds(): Int32Array {
    if (this.#bounds.buffer.byteLength === 0) this.#bounds = this.#scanner.bounds;
    return this.#bounds;
  }

  textOf(record: number, cell: number): string {
    const at = (record * this.width + cell) * 2;
    const start = this.bounds[at] as number;
    const text = this.bytes.toString('utf8', start, this.bounds[at + 1]);
    if (!this.#isQuoted(start)) return text;
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
    this.#places.push(place);
    return place;
  }

  /** Start offset of a cell, including its opening quote. */
  startOf(record: number, cell: number): number {
    const start = this.bounds[(record * this.width + cell) * 2] as number;
    return this.#isQuoted(start) ? start - 1 : start;
  }

  /** Whether a cell is quoted. In a regular file, a quote right before a cell's content is always its opening quote. */
  #isQuoted(start: number): boolean {
    return start > 0 && this.bytes[start - 1] === this.#quote;
  }
}

/** Number of line breaks (LF, CRLF or CR) from `from` up to `end`, exclusive. Does not decode the bytes. */
export function linesIn(bytes: Uint8Array, from: number, end: number): number {
  let count = 0;
  for (let at = from; at < end; at += 1) {
    if (bytes[at] === 0x0d || (bytes[at] === 0x0a && (at === 0 || bytes[at - 1] !== 0x0d))) count += 1;
  }
  return count;
}
