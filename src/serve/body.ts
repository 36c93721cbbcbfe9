import { joinParts, lengthOf } from '../contract/page-layout.ts';
import type { PublishedFile } from '../model.ts';

/** Bytes in memory. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Some bytes of a published file that are too many to hold in memory. */
export class FileRange {
  /** Path of the file. */
  readonly file: string;
  /** Offset of the first byte. */
  readonly start: number;
  readonly length: number;

  constructor(file: string, start: number, end: number) {
    this.file = file;
    this.start = start;
    this.length = end - start;
  }

  /** A part of the range, with offsets from its beginning. */
  subarray(start: number, end: number): FileRange {
    return new FileRange(this.file, this.start + start, this.start + end);
  }
}

/** All bytes of a content in one piece. They must be in memory. */
export function bytesOf({ parts }: { parts: readonly (Bytes | FileRange)[] }): Bytes {
  const [first] = parts;
  return parts.length === 1 ? (first as Bytes) : joinParts(parts as readonly Bytes[]);
}

/** A body that is read while it is sent. */
export interface StreamedBody {
  /** In bytes. */
  readonly length: number;
  /** The body in pieces of up to some 64 KB, each valid until the next one is asked for. Rejects if the files cannot be read. */
  pieces(): AsyncIterable<Bytes>;
  /** Must be called when the body is sent or given up. Only the first call counts. */
  close(): Promise<void>;
}

/**
 * A body from parts, of which those on the disk are ranges of `files`, opened files by their paths. `closed` is called once the files are
 * closed.
 */
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

/** A body as a stream of the Web platform. */
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
    // Nothing is read before it is asked for.
    { highWaterMark: 0 },
  );
}
