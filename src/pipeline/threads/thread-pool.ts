import type { Pending } from '../../model.ts';
import {
  type Batch,
  countDone,
  countOfDone,
  type Handlers,
  newProgress,
  type Outcome,
  outcomeOf,
  startHere,
  type TaskTable,
  takeRest,
  takeTask,
  unwrap,
  waitForMore,
} from './batch.ts';
import type { WorkCounters } from './work-counters.ts';
import type { Workers } from './workers.ts';

/** Time without progress, in milliseconds, after which the waiting thread considers a worker dead. */
const MAX_SILENCE_MS = 600_000;

/** Maximum time, in milliseconds, that the waiting thread sleeps before it reads the work counters and calls `onPoll`. */
const POLL_INTERVAL_MS = 100;

type OpenBatch = { batch: Batch; outcomes: Outcome[] };

/** Sends tasks to worker threads and runs tasks on its own thread while it waits for results. Waiting blocks the event loop. */
export class ThreadPool<T extends TaskTable<T>> {
  readonly #handlers: Handlers<T>;
  readonly #workers: Workers;
  readonly #onPoll: () => void;
  readonly #maxSilence: number;
  /** Batches that are not finished, with the outcomes of their tasks so far. */
  readonly #open = new Map<number, OpenBatch>();
  #batches = 0;
  #isAbandoned = false;
  readonly counters: WorkCounters;

  /**
   * Without workers, all tasks run on this thread. While this thread waits for workers, `onPoll` is called repeatedly. If no awaited task
   * ends and nothing is counted for `maxSilence` milliseconds, a worker is considered dead.
   */
  constructor(
    handlers: Handlers<T>,
    workers: Workers,
    counters: WorkCounters,
    onPoll: () => void,
    maxSilence = MAX_SILENCE_MS,
  ) {
    this.#handlers = handlers;
    this.#workers = workers;
    this.counters = counters;
    this.#onPoll = onPoll;
    this.#maxSilence = maxSilence;
  }

  /** Starts tasks; see `StartTasks`. */
  readonly start = <K extends keyof T>(
    kind: K,
    inputs: readonly T[K]['takes'][],
    { here = false } = {},
  ): Pending<T[K]['gives'][]> => {
    if (here || this.#workers.count === 0) return startHere(this.#handlers, this.counters)(kind, inputs);
    const id = this.#batches;
    this.#batches += 1;
    const batch: Batch = { id, kind, inputs, counted: this.counters.buffer, progress: newProgress() };
    const open = { batch, outcomes: [] };
    this.#open.set(id, open);
    this.#workers.post(batch);
    return () => this.#finish(open);
  };

  #finish<R>(open: OpenBatch): R[] {
    const { id, inputs, progress } = open.batch;
    while (countOfDone(progress) < inputs.length && this.#doOne(open)) this.#receive();
    this.#waitFor(inputs.length, progress);
    this.#receive();
    this.#open.delete(id);
    // Errors are thrown only after all tasks have ended, because the code that catches them may remove files to which a
    // thread is still writing.
    return inputs.map((_, index) => unwrap(open.outcomes[index]) as R);
  }

  /** Runs a task that no thread has taken, preferably one of the batch `first`. Returns false if no task is left. */
  #doOne(first: OpenBatch): boolean {
    for (const { batch, outcomes } of new Set([first, ...this.#open.values()])) {
      const index = takeTask(batch.progress);
      if (index >= batch.inputs.length) continue;
      outcomes[index] = outcomeOf(this.#handlers, batch, index, this.counters);
      countDone(batch.progress);
      return true;
    }
    return false;
  }

  #receive(): void {
    for (const { batch, index, ...outcome } of this.#workers.receive()) {
      const open = this.#open.get(batch);
      if (open) open.outcomes[index] = outcome;
    }
  }

  /**
   * Prevents the remaining tasks from starting, waits for those already started unless a worker is considered dead, and ends the workers.
   */
  close(): void {
    const begun = [...this.#open.values()].map(({ batch: { inputs, progress } }) => ({
      count: takeRest(progress, inputs.length),
      progress,
    }));
    this.#open.clear();
    try {
      if (!this.#isAbandoned) for (const { count, progress } of begun) this.#waitFor(count, progress);
    } finally {
      this.#workers.close();
    }
  }

  #waitFor(count: number, progress: Int32Array): void {
    let lastSign = performance.now();
    let counted = this.counters.sum;
    for (let done = countOfDone(progress); done < count; done = countOfDone(progress)) {
      const isMore = waitForMore(progress, done, POLL_INTERVAL_MS);
      const now = this.counters.sum;
      if (isMore || now !== counted) lastSign = performance.now();
      counted = now;
      if (performance.now() - lastSign > this.#maxSilence) {
        this.#isAbandoned = true;
        throw new Error('a worker thread has stopped responding');
      }
      this.#onPoll();
    }
  }
}
