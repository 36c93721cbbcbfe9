import type { ServerResponse } from 'node:http';
import { lengthOf } from '../../contract/page-layout.ts';
import type { StreamedBody } from '../../serve/body.ts';
import type { ApiResponse } from '../../serve/respond.ts';
import { readSettings } from '../../settings/read-settings.ts';
import type { Settings } from '../../settings/settings.ts';
import { createSlots } from './slots.ts';
import { slowReaders } from './slow-readers.ts';

/**
 * Maximum number of requests to process at the same time. Each may hold a few files of up to 1 MB, and a compressor. By default, Node
 * reads and compresses on four threads, so a higher number would not be faster.
 */
const MAX_WORKING = 16;
/** Maximum time that a request or its response waits in each queue, in milliseconds. */
const MAX_WAIT_MS = 20_000;
/** Bodies up to this size, in bytes, do not count towards the send buffer: the system accepts them immediately for most readers. */
const UNCOUNTED_BYTES = 1 << 14;
/**
 * Maximum size of a piece, in bytes. Bodies in memory are sent in pieces, so that a reader's progress can be seen. Larger pieces need fewer
 * system calls, but a slow reader must be able to accept a piece before it counts as stalled.
 */
const PIECE_BYTES = 1 << 18;

/** Limits on the concurrent work and the memory of a server. */
export type Limits = Pick<
  Settings,
  'maxConnections' | 'maxWaiting' | 'maxStreamed' | 'sendBuffer' | 'sendTimeout' | 'minSendRate'
>;

/** The limits that apply where no flag or environment variable sets one. */
export const DEFAULT_LIMITS: Limits = readSettings('start', {}, {}).settings;

export type Traffic = ReturnType<typeof createTraffic>;

/**
 * Schedules the requests of one server and their responses, so that neither many requests nor slow readers use more memory than the limits
 * allow.
 */
export function createTraffic(limits: Limits) {
  const queue = { most: limits.maxWaiting, waitMs: MAX_WAIT_MS };
  const working = createSlots(MAX_WORKING, queue);
  /** The send buffer: bytes of responses in memory that are being sent. */
  const held = createSlots(limits.sendBuffer, queue);
  const streaming = createSlots(limits.maxStreamed, queue);
  const watch = slowReaders(limits, () => held.waiting + streaming.waiting > 0);
  /** Sends a body in pieces, each after the system has accepted the previous one. Always closes the body. */
  const sendPieces = async (outgoing: ServerResponse, body: StreamedBody): Promise<void> => {
    try {
      if (outgoing.destroyed) return;
      const reader = watch(outgoing, body.length);
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
  };
  return {
    /** Whether a new request would have to wait to be processed. */
    get isBusy() {
      return !working.isFree;
    },
    /** Waits until a request may be processed; returns undefined if it need not wait. May reject with `TooBusy`. */
    begin: (outgoing: ServerResponse) => working.take(1, () => outgoing.destroyed),
    end: () => working.give(1),
    /** Waits until `files` more may be sent from disk. Resolves to a function that ends the reservation. May reject with `TooBusy`. */
    async reserve(files: number, outgoing: ServerResponse) {
      await streaming.take(files, () => outgoing.destroyed);
      return () => streaming.give(files);
    },
    /** Reserves space in the send buffer, which `send` frees later. Returns undefined if it need not wait. May reject with `TooBusy`. */
    hold(outgoing: ServerResponse, response: ApiResponse) {
      const bytes = heldBytes(response);
      return bytes === 0 ? undefined : held.take(bytes, () => outgoing.destroyed);
    },
    /** Sends a response. Call `hold` first, unless it is short. If sent in pieces, returns a promise, which rejects if a read fails. */
    send(outgoing: ServerResponse, response: ApiResponse): Promise<void> | undefined {
      const { status, headers, body, streamed } = response;
      outgoing.writeHead(status, headers);
      if (streamed) return sendPieces(outgoing, streamed);
      const parts = body ?? [];
      const bytes = heldBytes(response);
      const release = (): void => held.give(bytes);
      if (bytes > PIECE_BYTES) {
        return sendPieces(outgoing, { length: bytes, pieces: () => piecesOf(parts), close: async () => release() });
      }
      // The parts are not joined: Node passes all of them to the system in one call.
      for (const part of parts.slice(0, -1)) outgoing.write(part);
      outgoing.end(parts.at(-1));
      const isAccepted = outgoing.writableLength === 0;
      if (isAccepted && !outgoing.destroyed) response.release?.();
      if (isAccepted || outgoing.destroyed) release();
      else {
        watch(outgoing, bytes);
        outgoing.once('close', release);
      }
      return undefined;
    },
  };
}

/** Number of bytes that a response occupies in the send buffer until the system has accepted all of it. */
function heldBytes({ body, streamed }: ApiResponse): number {
  const length = streamed || !body ? 0 : lengthOf(body);
  return length <= UNCOUNTED_BYTES ? 0 : length;
}

async function* piecesOf(parts: readonly Uint8Array<ArrayBuffer>[]): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += PIECE_BYTES) yield part.subarray(at, at + PIECE_BYTES);
  }
}
