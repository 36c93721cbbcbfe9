/** Counts what is done of a build's work, on whatever thread: added to block by block, read by the thread that builds. */

import type { RecordBlock } from '../../model.ts';
import type { CsvFile } from '../../parse/parse-csv.ts';

const DATASETS = 0;
const BYTES = 1;
const ROWS = 2;
const FILES = 3;

/** Counters that all threads share which have the same buffer. */
export class WorkCounters {
  readonly buffer: SharedArrayBuffer;
  readonly #counts: BigInt64Array;
  readonly #onCount: () => void;

  /** `onCount` is called whenever this thread has counted something. */
  constructor(buffer = new SharedArrayBuffer(4 * BigInt64Array.BYTES_PER_ELEMENT), onCount: () => void = () => {}) {
    this.buffer = buffer;
    this.#counts = new BigInt64Array(buffer);
    this.#onCount = onCount;
  }

  /** Counts bytes and rows that were read, and files that were written; fewer than none where they must be done again. */
  add(bytes: number, rows: number, files = 0): void {
    this.#add(BYTES, bytes);
    this.#add(ROWS, rows);
    this.#add(FILES, files);
    this.#onCount();
  }

  /** Counts a dataset that is finished. */
  addDataset(): void {
    this.#add(DATASETS, 1);
    this.#onCount();
  }

  #add(counter: number, count: number): void {
    if (count !== 0) Atomics.add(this.#counts, counter, BigInt(count));
  }

  /** Begins to count anew; no other thread may be at work. */
  reset(): void {
    this.#counts.fill(0n);
  }

  /** Changes when something is counted. */
  get sum(): bigint {
    return this.#counts.reduce((sum, _, at) => sum + Atomics.load(this.#counts, at), 0n);
  }

  get counted(): { datasets: number; bytes: number; rows: number; files: number } {
    const at = (counter: number): number => Number(Atomics.load(this.#counts, counter));
    return { datasets: at(DATASETS), bytes: at(BYTES), rows: at(ROWS), files: at(FILES) };
  }
}

/** The records of a file in blocks, each counted when the next is asked for. */
export function* countedBlocks(
  { blocks, bytesRead }: Pick<CsvFile, 'blocks' | 'bytesRead'>,
  counters: WorkCounters,
): Generator<RecordBlock, void, undefined> {
  let counted = 0;
  for (const block of blocks) {
    yield block;
    const read = bytesRead();
    counters.add(read - counted, block.records.length);
    counted = read;
  }
}
