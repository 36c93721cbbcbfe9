/** Something that is read once for all who wait for it. Reading stops when all of them have given up; after a failure, it begins anew. */
export class SharedReading<T> {
  readonly #read: (signal: AbortSignal) => Promise<T>;
  #reading: { result: Promise<T>; stop: AbortController; waiting: number } | null = null;

  constructor(read: (signal: AbortSignal) => Promise<T>) {
    this.#read = read;
  }

  /** Whether it was read, or is being read. */
  get isBegun(): boolean {
    return this.#reading !== null;
  }

  /** Rejects with the signal's reason as soon as the signal is aborted. */
  async get(signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const stop = new AbortController();
    this.#reading ??= { result: this.#read(stop.signal), stop, waiting: 0 };
    const reading = this.#reading;
    const forget = (): void => {
      if (this.#reading === reading) this.#reading = null;
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
  }
}
