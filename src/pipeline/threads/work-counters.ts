import type { WorkCounter } from '../../model.ts';

const DATASETS = 0;
const BYTES = 1;
const ROWS = 2;
const FILES = 3;

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

  add(bytes: number, rows: number, files = 0): void {
    this.#add(BYTES, bytes);
    this.#add(ROWS, rows);
    this.#add(FILES, files);
    this.#onCount();
  }

  addDataset(): void {
    this.#add(DATASETS, 1);
    this.#onCount();
  }

  #add(counter: number, count: number): void {
    if (count !== 0) Atomics.add(this.#counts, counter, BigInt(count));
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
    return { datasets: at(DATASETS), bytes: at(BYTES), rows: at(ROWS), files: at(FILES) };
  }
}
