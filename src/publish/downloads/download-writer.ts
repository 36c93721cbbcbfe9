import { downloadFile } from '../../contract/routes.ts';
import { type Kernel, returnKernel, takeKernel } from '../../kernel/kernel.ts';
import type { DownloadFormat } from '../../model.ts';
import type { EncodedRecords, RecordFormat, RecordPages } from '../records/record-writer.ts';

/** Conversion of JSON records to a download format. */
export interface Conversion {
  /** Bytes before the first record. */
  readonly head: Uint8Array;
  /** Maximum number of bytes by which a converted record may exceed its JSON. */
  readonly moreBytes: number;
  /** Converts JSON in the memory of the kernel and writes the result to `to`, where there is space for it. Returns the address after it. */
  convert(json: Omit<EncodedRecords, 'bytes'>, to: number): number;
}

/** Initial buffer size in bytes. A smaller buffer would need many system calls; a larger one would only use more memory. */
const PIECE_BYTES = 1 << 18;

/** A format that publishes a dataset as one file, made by concatenating its parts, which are written through a buffer. */
export function downloadFormat(
  format: DownloadFormat,
  conversionOf: (pages: RecordPages, kernel: Kernel) => Conversion,
): RecordFormat {
  return {
    open(output, pages, { number }) {
      const part = output.part(downloadFile(format, pages.collection.config), number);
      const kernel = takeKernel();
      const { head, moreBytes, convert } = conversionOf(pages, kernel);
      if (number === 0) part.write(head);
      /** Buffers for the JSON and for the result, and the number of bytes in the latter. */
      let [json, piece, written] = [{ address: 0, bytes: 0 }, { address: 0, bytes: 0 }, 0];
      /** The buffer, or if it has less than `least` bytes, a larger one. */
      const sized = (buffer: typeof json, least: number): typeof json => {
        if (buffer.bytes >= least) return buffer;
        const bytes = Math.max(least, buffer.bytes * 2);
        return { address: kernel.allocate(bytes), bytes };
      };
      const write = (): void => {
        if (written > 0) part.write(kernel.bytes.subarray(piece.address, piece.address + written));
        written = 0;
      };
      return {
        add({ bytes, start, end, count }) {
          const length = end - start;
          const maxBytes = length + count * moreBytes;
          if (written + maxBytes > piece.bytes) write();
          json = sized(json, length);
          piece = sized(piece, Math.max(maxBytes, PIECE_BYTES));
          const { address } = json;
          bytes.copy(kernel.bytes, address, start, end);
          const to = piece.address + written;
          written += convert({ start: address, end: address + length, count }, to) - to;
        },
        end() {
          write();
          part.end();
          returnKernel(kernel);
        },
      };
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
