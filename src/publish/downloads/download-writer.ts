import { downloadFile } from '../../contract/routes.ts';
import { type Kernel, returnKernel, takeKernel } from '../../kernel/kernel.ts';
import type { DownloadFormat, FilePart } from '../../model.ts';
import type { EncodedRecords, PartSummary, RecordFormat, RecordPages, RecordWriter } from '../records/record-writer.ts';

/** Conversion of JSON records to a download format. */
export interface Conversion {
  /** Bytes before the first record. */
  readonly head: Uint8Array;
  /** Maximum number of bytes by which a converted record may exceed its JSON. */
  readonly moreBytes: number;
  /** Converts JSON in the memory of the kernel and writes the result to `to`, where there is space for it. Returns the address after it. */
  convert(json: Omit<EncodedRecords, 'bytes'>, to: number): number;
}

/** A format that publishes a dataset as one file, made by concatenating its parts. */
export function downloadFormat(
  format: DownloadFormat,
  conversionOf: (pages: RecordPages, kernel: Kernel) => Conversion,
): RecordFormat {
  return {
    alignment: () => 1,
    open(output, pages, { number }) {
      const part = output.part(downloadFile(format, pages.collection.config), number);
      const kernel = takeKernel();
      return new DownloadWriter(part, kernel, conversionOf(pages, kernel), number === 0);
    },
    join: ({ config }, summaries, output) => ({
      format,
      ...output.joinParts(downloadFile(format, config), summaries.length),
    }),
  };
}

/** Number of bytes before each column's value in a JSON record: `{` or `,`, the quoted name and a colon. */
export function keyLengthsOf(columns: RecordPages['columns']): number[] {
  return columns.map(({ name }) => Buffer.byteLength(JSON.stringify(name)) + 2);
}

/** Initial buffer size in bytes. A smaller buffer would need many system calls; a larger one would only use more memory. */
const PIECE_BYTES = 1 << 18;

/** Writes one part of a download through a buffer. */
class DownloadWriter implements RecordWriter {
  readonly capacity = Number.POSITIVE_INFINITY;
  readonly #part: FilePart;
  readonly #kernel: Kernel;
  readonly #conversion: Conversion;
  /** Buffers for the JSON and for the result, and the number of bytes in the latter. */
  #json = { address: 0, bytes: 0 };
  #piece = { address: 0, bytes: 0 };
  #length = 0;

  constructor(part: FilePart, kernel: Kernel, conversion: Conversion, isFirst: boolean) {
    this.#part = part;
    this.#kernel = kernel;
    this.#conversion = conversion;
    if (isFirst) part.write(conversion.head);
  }

  add({ bytes, start, end, count }: EncodedRecords): void {
    const length = end - start;
    const maxBytes = length + count * this.#conversion.moreBytes;
    if (this.#length + maxBytes > this.#piece.bytes) this.#write();
    this.#json = this.#sized(this.#json, length);
    this.#piece = this.#sized(this.#piece, Math.max(maxBytes, PIECE_BYTES));
    const { address } = this.#json;
    bytes.copy(this.#kernel.bytes, address, start, end);
    const to = this.#piece.address + this.#length;
    const json = { start: address, end: address + length, count };
    this.#length += this.#conversion.convert(json, to) - to;
  }

  /** The buffer, or if it has less than `least` bytes, a larger one. */
  #sized(buffer: { address: number; bytes: number }, least: number): { address: number; bytes: number } {
    if (buffer.bytes >= least) return buffer;
    const bytes = Math.max(least, buffer.bytes * 2);
    return { address: this.#kernel.allocate(bytes), bytes };
  }

  end(): PartSummary {
    this.#write();
    this.#part.end();
    returnKernel(this.#kernel);
    return [];
  }

  #write(): void {
    const { address } = this.#piece;
    if (this.#length > 0) this.#part.write(this.#kernel.bytes.subarray(address, address + this.#length));
    this.#length = 0;
  }
}
