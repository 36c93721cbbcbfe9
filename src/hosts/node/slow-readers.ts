import type { ServerResponse } from 'node:http';
import type { Limits } from './limits.ts';

/** How often the readers are looked at, in milliseconds. */
const CHECK_MS = 250;

/**
 * While others wait for room, a reader that took nothing for this time makes room. The system wakes a sender only once a third of its own
 * buffer is free, which can be some megabytes: a reader of 100 kB/s then seems to take nothing for 13 seconds.
 */
const STALLED_WHEN_WANTED_MS = 45_000;

interface Reader {
  startedAt: number;
  /** When the system last took bytes for it. */
  progressAt: number;
  /** Length of the whole body, in bytes. */
  length: number;
}

/** The clients that have not received their whole response yet. Those that take too long are disconnected. */
export class SlowReaders {
  readonly #limits: Pick<Limits, 'sendTimeout' | 'minSendRate'>;
  readonly #isRoomWanted: () => boolean;
  readonly #readers = new Map<ServerResponse, Reader>();
  #timer: NodeJS.Timeout | null = null;

  /** `isRoomWanted` says whether other requests wait for what the readers hold. */
  constructor(limits: Pick<Limits, 'sendTimeout' | 'minSendRate'>, isRoomWanted: () => boolean) {
    this.#limits = limits;
    this.#isRoomWanted = isRoomWanted;
  }

  /** Watches the client of a response until it is closed. */
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
