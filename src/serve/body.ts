import { joinParts, lengthOf } from '../contract/page-layout.ts';
import type { PublishedFile } from '../model.ts';

/** Bytes in memory. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** A range of bytes in a published file that is not kept in memory. */
export class FileRange {
  readonly file: string;
  readonly start: number;
  readonly length: number;

  constructor(file: string, start: number, end: number) {
    this.file = file;
    this.start = start;
    this.length = end - start;
  }

  /** A part of the range; `start` and `end` are relative to the start of the range. */
  subarray(start: number, end: number): FileRange {
    return new FileRange(this.file, this.start + start, this.start + end);
  }
}

/** Returns the content as one array, without copying it if it has only one part. All parts must be in memory. */
export function bytesOf({ parts }: { parts: readonly (Bytes | FileRange)[] }): Bytes {
  const [first] = parts;
  return parts.length === 1 ? (first as Bytes) : joinParts(parts as readonly Bytes[]);
}

/** A response body that is read while it is being sent. */
export interface StreamedBody {
  /** Length of the body, in bytes. */
  readonly length: number;
  /** The body in pieces. Each piece is valid until the next is requested. Rejects if a file cannot be read. */
  pieces(): AsyncIterable<Bytes>;
  /** Must be called once the body has been sent or abandoned. Further calls have no effect. */
  close(): Promise<void>;
}

/** Creates a body from its parts. `files` maps the paths in file ranges to open files. `closed` is called when `close` ends or fails. */
export function filesBody(
  parts: readonly (Bytes | FileRange)[],
  files: ReadonlyMap<string, PublishedFile>,
  closed: () => void,
): StreamedBody {
  let isClosed = false;
  return {
    length: lengthOf(parts),
    async *pieces() {
      for (const part of parts) {
        if (part instanceof Uint8Array) yield part;
        else yield* (files.get(part.file) as PublishedFile).pieces(part.start, part.start + part.length);
      }
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await closeAll(files.values()).finally(closed);
    },
  };
}

export async function closeAll(files: Iterable<PublishedFile>): Promise<void> {
  await Promise.all(Array.from(files, (file) => file.close()));
}

/** Converts a body to a Web stream. */
export function toStream(body: StreamedBody): ReadableStream<Bytes> {
  const pieces = body.pieces()[Symbol.asyncIterator]();
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const next = await pieces.next().catch(async (error) => {
          await body.close();
          throw error;
        });
        if (!next.done) return controller.enqueue(next.value.slice());
        await body.close();
        controller.close();
      },
      cancel: () => body.close(),
    },
    // Do not read ahead of the consumer.
    { highWaterMark: 0 },
  );
}
