import type { ServerResponse } from 'node:http';
import type { Limits } from './limits.ts';

const CHECK_MS = 250;

/**
 * Time without progress after which a reader is disconnected if other requests wait for the space it occupies. The system reports progress
 * only once a third of its send buffer is free: with a buffer of 4 MB, a reader at 100 kB/s seems to be stalled for 13 seconds at a time.
 */
const STALLED_WHEN_WANTED_MS = 45_000;

interface Reader {
  startedAt: number;
  /** When the system last accepted a piece of the body, or `startedAt` if it has accepted none. */
  progressAt: number;
  /** Length of the complete body, in bytes. */
  length: number;
}

/** Watches clients that are receiving a response, and disconnects those that take too long. */
export class SlowReaders {
  readonly #limits: Pick<Limits, 'sendTimeout' | 'minSendRate'>;
  readonly #isRoomWanted: () => boolean;
  readonly #readers = new Map<ServerResponse, Reader>();
  #timer: NodeJS.Timeout | null = null;

  /** `isRoomWanted` returns true if other requests wait for the space that the readers occupy. */
  constructor(limits: Pick<Limits, 'sendTimeout' | 'minSendRate'>, isRoomWanted: () => boolean) {
    this.#limits = limits;
    this.#isRoomWanted = isRoomWanted;
  }

  /** Watches the client of a response until the response is closed. */
  watch(outgoing: ServerResponse, length: number): Reader {
    const now = performance.now();
    const reader = { startedAt: now, progressAt: now, length };
    this.#readers.set(outgoing, reader);
    outgoing.once('close', () => {
      this.#readers.delete(outgoing);
      if (this.#readers.size > 0 || !this.#timer) return;
      clearInterval(this.#timer);
      this.#timer = null;
    });
    this.#timer ??= setInterval(() => this.#check(performance.now()), CHECK_MS).unref();
    return reader;
  }

  #check(now: number): void {
    const isRoomWanted = this.#isRoomWanted();
    const { sendTimeout, minSendRate } = this.#limits;
    const stalledAfter = isRoomWanted ? Math.min(STALLED_WHEN_WANTED_MS, sendTimeout) : sendTimeout;
    for (const [outgoing, { startedAt, progressAt, length }] of this.#readers) {
      const longest = sendTimeout + (length / minSendRate) * 1000;
      if (now - progressAt > stalledAfter || now - startedAt > longest) outgoing.socket?.destroy();
    }
  }
}
