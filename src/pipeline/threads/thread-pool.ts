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

/** Long enough for the largest task on the slowest machine. */
const MAX_SILENCE_MS = 600_000;

/** How often, in milliseconds, the waiting thread looks whether others have counted work. */
const POLL_INTERVAL_MS = 100;

/**
 * Hands tasks to worker threads, and does tasks on its own thread while it waits for results. It waits without the event loop, so it sleeps
 * only if no task is left.
 */
export class ThreadPool<T extends TaskTable<T>> {
  readonly #handlers: Handlers<T>;
  readonly #workers: Workers;
  readonly #onPoll: () => void;
  readonly #maxSilence: number;
  /** Outcomes of tasks by batch and index. */
  readonly #outcomes = new Map<number, Map<number, Outcome>>();
  readonly #open = new Map<number, Batch>();
  #batches = 0;
  #isAbandoned = false;
  /** Count the work of all threads. */
  readonly counters: WorkCounters;

  /**
   * Without any worker, all tasks are done on this thread. `onPoll` is called now and then while it waits. If for `maxSilence`
   * milliseconds no task ends and nothing is counted, a thread is considered dead.
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

  /** Begins tasks, as `StartTasks` says. */
  readonly start = <K extends keyof T>(
    kind: K,
    inputs: readonly T[K]['takes'][],
    { here = false } = {},
  ): Pending<T[K]['gives'][]> => {
    if (here || this.#workers.count === 0) return startHere(this.#handlers, this.counters)(kind, inputs);
    const id = this.#batches;
    this.#batches += 1;
    const batch: Batch = { id, kind, inputs, counted: this.counters.buffer, progress: newProgress() };
    this.#open.set(id, batch);
    this.#workers.post(batch);
    return () => this.#finish(batch);
  };

  #finish<R>(batch: Batch): R[] {
    const { id, inputs, progress } = batch;
    while (countOfDone(progress) < inputs.length && this.#doOne(batch)) this.#receive();
    this.#waitFor(inputs.length, progress);
    this.#receive();
    const outcomes = this.#outcomes.get(id);
    this.#outcomes.delete(id);
    this.#open.delete(id);
    // Errors are thrown only now that all tasks have ended: the code that catches one may remove files to which a
    // thread still writes.
    return inputs.map((_, index) => unwrap(outcomes?.get(index)) as R);
  }

  /** Does a task that no thread has taken, of a batch if there is one, else of any other; false if none is left. */
  #doOne(first: Batch): boolean {
    for (const batch of new Set([first, ...this.#open.values()])) {
      const index = takeTask(batch.progress);
      if (index >= batch.inputs.length) continue;
      this.#keep(batch.id, index, outcomeOf(this.#handlers, batch, index, this.counters));
      countDone(batch.progress);
      return true;
    }
    return false;
  }

  #keep(batch: number, index: number, outcome: Outcome): void {
    const outcomes = this.#outcomes.get(batch) ?? new Map<number, Outcome>();
    this.#outcomes.set(batch, outcomes.set(index, outcome));
  }

  /** Takes the answers of other threads. */
  #receive(): void {
    for (const { batch, index, ...outcome } of this.#workers.receive()) this.#keep(batch, index, outcome);
  }

  /**
   * Waits for the tasks that threads have taken, unless a thread has died; the other tasks are no longer begun. Does nothing if called
   * again.
   */
  close(): void {
    if (this.#isAbandoned) return;
    const begun = [...this.#open.values()].map(({ inputs, progress }) => ({
      count: takeRest(progress, inputs.length),
      progress,
    }));
    this.#open.clear();
    for (const { count, progress } of begun) this.#waitFor(count, progress);
  }

  /** Waits until a number of tasks of a batch are done. */
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
        throw new Error('a worker thread does not answer any more');
      }
      this.#onPoll();
    }
  }
}
