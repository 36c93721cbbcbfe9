import type { ServerResponse } from 'node:http';
import type { Settings } from '../../settings/settings.ts';

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

/**
 * Returns a function that watches the client of a response until the response is closed, and disconnects it if it takes too long.
 * `isRoomWanted` returns true if other requests wait for the space that the responses occupy.
 */
export function slowReaders(
  { sendTimeout, minSendRate }: Pick<Settings, 'sendTimeout' | 'minSendRate'>,
  isRoomWanted: () => boolean,
): (outgoing: ServerResponse, length: number) => Reader {
  const readers = new Map<ServerResponse, Reader>();
  let timer: NodeJS.Timeout | null = null;
  const check = (): void => {
    const now = performance.now();
    const stalledAfter = isRoomWanted() ? Math.min(STALLED_WHEN_WANTED_MS, sendTimeout) : sendTimeout;
    for (const [outgoing, { startedAt, progressAt, length }] of readers) {
      const longest = sendTimeout + (length / minSendRate) * 1000;
      if (now - progressAt > stalledAfter || now - startedAt > longest) outgoing.socket?.destroy();
    }
  };
  return (outgoing, length) => {
    const now = performance.now();
    const reader = { startedAt: now, progressAt: now, length };
    readers.set(outgoing, reader);
    outgoing.once('close', () => {
      readers.delete(outgoing);
      if (readers.size > 0 || !timer) return;
      clearInterval(timer);
      timer = null;
    });
    timer ??= setInterval(check, CHECK_MS).unref();
    return reader;
  };
}
