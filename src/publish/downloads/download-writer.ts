import { downloadFile } from '../../contract/routes.ts';
import type { DownloadFormat, FilePart } from '../../model.ts';
import type { EncodedRecords, PartSummary, RecordFormat, RecordPages, RecordWriter } from '../records/record-writer.ts';

/** How the JSON of records becomes the bytes of a format. */
export interface Conversion {
  /** Bytes before the first record. */
  readonly head: Uint8Array;
  /** Maximum bytes that a record may have more than its JSON. */
  readonly moreBytes: number;
  /** Writes records to a buffer with enough room, from `at` on; returns where they end. */
  convert(records: EncodedRecords, to: Buffer, at: number): number;
}

/** A format in which a dataset is one file. Its parts are joined by appending them. */
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

/** For each column, the bytes before its value in a record: `{` or `,`, the name and a colon. */
export function keyLengthsOf(columns: RecordPages['columns']): number[] {
  return columns.map(({ name }) => Buffer.byteLength(JSON.stringify(name)) + 2);
}

/** Bytes that are written to the file at a time: fewer would make many system calls, more would only take memory. */
const PIECE_BYTES = 1 << 18;

/** Writes a part of a download, in pieces. */
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

  add(records: EncodedRecords): void {
    const most = records.end - records.start + records.count * this.#conversion.moreBytes;
    if (this.#length + most > this.#piece.length) {
      this.#write();
      if (most > this.#piece.length) this.#piece = Buffer.allocUnsafe(most);
    }
    this.#length = this.#conversion.convert(records, this.#piece, this.#length);
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
