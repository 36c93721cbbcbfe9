import { downloadFile } from '../../contract/routes.ts';
import { compiledKernel, Kernel } from '../../kernel/kernel.ts';
import type { DownloadFormat, FilePart } from '../../model.ts';
import type { EncodedRecords, PartSummary, RecordFormat, RecordPages, RecordWriter } from '../records/record-writer.ts';

/** Conversion of JSON records to a download format. */
export interface Conversion {
  /** Bytes before the first record. */
  readonly head: Uint8Array;
  /** Maximum number of bytes by which a converted record may exceed its JSON. */
  readonly moreBytes: number;
  /**
   * Converts the JSON from `start` to `end` in the memory of a kernel, and writes the result at `to`, where there is space for it. Returns the
   * address after the result.
   */
  convert(kernel: Kernel, json: Omit<EncodedRecords, 'bytes'>, to: number): number;
}

/** A format that publishes a dataset as one file, made by concatenating its parts. */
export function downloadFormat(format: DownloadFormat, conversionOf: (pages: RecordPages) => Conversion): RecordFormat {
  return {
    alignment: () => 1,
    open(output, pages, { number }) {
      const part = output.part(downloadFile(format, pages.collection.config), number);
      return new DownloadWriter(part, conversionOf(pages), number === 0);
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

/** Memory for conversions, since the kernel of the thread may be in the middle of a part of a file. */
let kernel: Kernel | null = null;

/** Writes one part of a download through a buffer. */
class DownloadWriter implements RecordWriter {
  readonly capacity = Number.POSITIVE_INFINITY;
  readonly #part: FilePart;
  readonly #conversion: Conversion;
  #piece = Buffer.allocUnsafe(PIECE_BYTES);
  #length = 0;

  constructor(part: FilePart, conversion: Conversion, isFirst: boolean) {
    this.#part = part;
    this.#conversion = conversion;
    if (isFirst) part.write(conversion.head);
  }

  add({ bytes, start, end, count }: EncodedRecords): void {
    kernel ??= new Kernel(compiledKernel());
    kernel.free();
    const from = kernel.allocate(end - start);
    const to = kernel.allocate(end - start + count * this.#conversion.moreBytes);
    bytes.copy(kernel.bytes, from, start, end);
    const after = this.#conversion.convert(kernel, { start: from, end: from + end - start, count }, to);
    if (this.#length + after - to > this.#piece.length) {
      this.#write();
      if (after - to > this.#piece.length) this.#piece = Buffer.allocUnsafe(after - to);
    }
    this.#length += kernel.bytes.copy(this.#piece, this.#length, to, after);
  }

  end(): PartSummary {
    this.#write();
    this.#part.end();
    return [];
  }

  #write(): void {
    if (this.#length > 0) this.#part.write(this.#piece.subarray(0, this.#length));
    this.#length = 0;
  }
}
