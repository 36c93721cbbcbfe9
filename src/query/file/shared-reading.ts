/** Something that is read once for all who wait for it. Reading stops when all of them have given up; after a failure, it begins anew. */
export function sharedReading<T>(read: (signal: AbortSignal) => Promise<T>) {
  let current: { result: Promise<T>; stop: AbortController; waiting: number } | null = null;
  return {
    /** Whether it was read, or is being read. */
    get isBegun(): boolean {
      return current !== null;
    },
    /** Rejects with the signal's reason as soon as the signal is aborted. */
    async get(signal?: AbortSignal): Promise<T> {
      signal?.throwIfAborted();
      const stop = new AbortController();
      current ??= { result: read(stop.signal), stop, waiting: 0 };
      const reading = current;
      const forget = (): void => {
        if (current === reading) current = null;
      };
      reading.waiting += 1;
      return new Promise((resolve, reject) => {
        const giveUp = (): void => {
          reading.waiting -= 1;
          if (reading.waiting === 0) {
            forget();
            reading.stop.abort(signal?.reason);
          }
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', giveUp, { once: true });
        const end = (): void => signal?.removeEventListener('abort', giveUp);
        reading.result.catch(forget).finally(end);
        reading.result.then(resolve, reject);
      });
    },
  };
}
