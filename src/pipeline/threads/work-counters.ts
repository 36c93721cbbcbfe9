import type { WorkCounter } from '../../model.ts';

/** Counts the work of a build. Instances with the same buffer share their counts, even on different threads. */
export class WorkCounters implements WorkCounter {
  readonly buffer: SharedArrayBuffer;
  readonly #counts: BigInt64Array;
  readonly #onCount: () => void;

  /** `onCount` is called whenever this instance has counted something. */
  constructor(buffer = new SharedArrayBuffer(4 * BigInt64Array.BYTES_PER_ELEMENT), onCount: () => void = () => {}) {
    this.buffer = buffer;
    this.#counts = new BigInt64Array(buffer);
    this.#onCount = onCount;
  }

  add(bytes: number, rows: number, files = 0, datasets = 0): void {
    for (const [counter, count] of [bytes, rows, files, datasets].entries()) {
      if (count !== 0) Atomics.add(this.#counts, counter, BigInt(count));
    }
    this.#onCount();
  }

  addDataset(): void {
    this.add(0, 0, 0, 1);
  }

  /** Resets all counts to zero. No other thread may be counting at the same time. */
  reset(): void {
    this.#counts.fill(0n);
  }

  /** Sum of all counts, which is used to detect whether anything has been counted. */
  get sum(): bigint {
    return this.#counts.reduce((sum, _, at) => sum + Atomics.load(this.#counts, at), 0n);
  }

  get counted(): { datasets: number; bytes: number; rows: number; files: number } {
    const at = (counter: number): number => Number(Atomics.load(this.#counts, counter));
    return { bytes: at(0), rows: at(1), files: at(2), datasets: at(3) };
  }
}
