import type { ServerResponse } from 'node:http';
import { lengthOf } from '../../contract/page-layout.ts';
import type { StreamedBody } from '../../serve/body.ts';
import type { ApiResponse } from '../../serve/respond.ts';
import type { Limits } from './limits.ts';
import { Slots } from './slots.ts';
import { SlowReaders } from './slow-readers.ts';

/**
 * Requests that are worked on at once. Each may hold a few files of up to 1 MB, and a compressor. Node reads and compresses on four
 * threads, so more would not be answered sooner.
 */
const MAX_WORKING = 16;
/** For how long a request waits to be worked on, or to be sent, in milliseconds. */
const MAX_WAIT_MS = 20_000;
/** A body up to this size does not count as held while it is sent: the system takes it at once from all but the slowest. In bytes. */
const UNCOUNTED_BYTES = 1 << 14;
/**
 * A longer body is passed to the system in pieces of this size, so that a reader's progress shows. In bytes: enough for most pages, since
 * each piece is a system call, and few enough for slow readers to take one before they seem stalled.
 */
const PIECE_BYTES = 1 << 18;

/**
 * Decides when a request is worked on and when its response is sent, so that neither many requests nor slow readers take more memory than
 * the limits say.
 */
export class Traffic {
  readonly #working: Slots;
  /** Bytes in memory that are being sent. */
  readonly #held: Slots;
  /** Files that are sent from the disk. */
  readonly #streamed: Slots;
  readonly #readers: SlowReaders;

  constructor(limits: Limits) {
    const queue = { most: limits.maxWaiting, waitMs: MAX_WAIT_MS };
    this.#working = new Slots(MAX_WORKING, queue);
    this.#held = new Slots(limits.sendBuffer, queue);
    this.#streamed = new Slots(limits.maxStreamed, queue);
    this.#readers = new SlowReaders(limits, () => this.#held.waiting + this.#streamed.waiting > 0);
  }

  /** Whether a request would wait to be worked on. */
  get isBusy(): boolean {
    return !this.#working.isFree;
  }

  /** Begins to work on a request: at once, or when the promise resolves. Rejects with `TooBusy`. */
  begin(outgoing: ServerResponse): Promise<void> | undefined {
    return this.#working.take(1, () => outgoing.destroyed);
  }

  /** Ends the work on a request that was begun. */
  end(): void {
    this.#working.give(1);
  }

  /** Waits until some more files may be sent from the disk. Resolves to what gives their places back. Rejects with `TooBusy`. */
  async reserve(files: number, outgoing: ServerResponse): Promise<() => void> {
    await this.#streamed.take(files, () => outgoing.destroyed);
    return () => this.#streamed.give(files);
  }

  /** Waits until the body of a response may be held while it is sent; `send` gives its bytes back. Rejects with `TooBusy`. */
  hold(outgoing: ServerResponse, response: ApiResponse): Promise<void> | undefined {
    const bytes = heldBytes(response);
    return bytes === 0 ? undefined : this.#held.take(bytes, () => outgoing.destroyed);
  }

  /** Sends a response, after `hold`. If it is sent in pieces, resolves once that is over. Rejects if its files cannot be read. */
  send(outgoing: ServerResponse, response: ApiResponse): Promise<void> | undefined {
    const { status, headers, body, streamed } = response;
    outgoing.writeHead(status, headers);
    if (streamed) return this.#sendPieces(outgoing, streamed);
    const parts = body ?? [];
    const bytes = heldBytes(response);
    const release = (): void => this.#held.give(bytes);
    if (bytes > PIECE_BYTES) {
      return this.#sendPieces(outgoing, { length: bytes, pieces: () => piecesOf(parts), close: async () => release() });
    }
    sendAtOnce(outgoing, parts);
    if (outgoing.destroyed || outgoing.writableLength === 0) release();
    else {
      this.#readers.watch(outgoing, bytes);
      outgoing.once('close', release);
    }
    return undefined;
  }

  /** Sends a body piece by piece, each once the system has taken the one before, and closes it. */
  async #sendPieces(outgoing: ServerResponse, body: StreamedBody): Promise<void> {
    try {
      if (outgoing.destroyed) return;
      const reader = this.#readers.watch(outgoing, body.length);
      let wake = (): void => {};
      outgoing.once('close', () => wake());
      for await (const piece of body.pieces()) {
        if (outgoing.destroyed) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
          outgoing.write(piece, () => resolve());
        });
        reader.progressAt = performance.now();
      }
      outgoing.end();
    } finally {
      await body.close();
    }
  }
}

/** Bytes of a response that count as held until the system has taken them. */
function heldBytes({ body, streamed }: ApiResponse): number {
  const length = streamed || !body ? 0 : lengthOf(body);
  return length <= UNCOUNTED_BYTES ? 0 : length;
}

/** Sends the parts of a small body without joining them. Node passes all of them to the system at once. */
function sendAtOnce(outgoing: ServerResponse, parts: readonly Uint8Array[]): void {
  const last = parts.length - 1;
  for (let at = 0; at < last; at += 1) outgoing.write(parts[at]);
  outgoing.end(parts[last]);
}

async function* piecesOf(parts: readonly Uint8Array<ArrayBuffer>[]): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += PIECE_BYTES) yield part.subarray(at, at + PIECE_BYTES);
  }
}
