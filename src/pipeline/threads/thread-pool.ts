import {
  type Batch,
  countDone,
  DONE,
  type Handlers,
  NEXT,
  type Outcome,
  outcomeOf,
  type StartTasks,
  startHere,
  type TaskTable,
  takeTask,
  unwrap,
} from './batch.ts';
import type { WorkCounters } from './work-counters.ts';
import type { Workers } from './workers.ts';

/** Time without progress, in milliseconds, after which the waiting thread considers a worker dead. */
const MAX_SILENCE_MS = 600_000;

/** Maximum time, in milliseconds, that the waiting thread sleeps before it reads the work counters and calls `onPoll`. */
const POLL_INTERVAL_MS = 100;

type OpenBatch = { batch: Batch; outcomes: Outcome[] };

/**
 * Sends tasks to worker threads and runs tasks on its own thread while it waits for results. Waiting blocks the event loop, and `onPoll` is
 * then called repeatedly. Without workers, all tasks run on this thread. If no awaited task ends and nothing is counted for `maxSilence`
 * milliseconds, a worker is considered dead.
 */
export function threadPool<T extends TaskTable<T>>(
  handlers: Handlers<T>,
  workers: Workers,
  counters: WorkCounters,
  onPoll: () => void,
  maxSilence = MAX_SILENCE_MS,
) {
  /** Batches that are not finished, with the outcomes of their tasks so far. */
  const unfinished = new Map<number, OpenBatch>();
  let batches = 0;
  let isAbandoned = false;

  const doneOf = (progress: Int32Array): number => Atomics.load(progress, DONE);
  const receive = (): void => {
    for (const { batch, index, ...outcome } of workers.receive()) {
      const open = unfinished.get(batch);
      if (open) open.outcomes[index] = outcome;
    }
  };

  /** Runs a task that no thread has taken, preferably one of the batch `first`. Returns false if no task is left. */
  const doOne = (first: OpenBatch): boolean => {
    for (const { batch, outcomes } of new Set([first, ...unfinished.values()])) {
      const index = takeTask(batch.progress);
      if (index >= batch.inputs.length) continue;
      outcomes[index] = outcomeOf(handlers, batch, index, counters);
      countDone(batch.progress);
      return true;
    }
    return false;
  };

  const waitFor = (count: number, progress: Int32Array): void => {
    let lastSign = performance.now();
    let counted = counters.sum;
    for (let done = doneOf(progress); done < count; done = doneOf(progress)) {
      const isMore = Atomics.wait(progress, DONE, done, POLL_INTERVAL_MS) !== 'timed-out';
      const now = counters.sum;
      if (isMore || now !== counted) lastSign = performance.now();
      counted = now;
      if (performance.now() - lastSign > maxSilence) {
        isAbandoned = true;
        throw new Error('a worker thread has stopped responding');
      }
      onPoll();
    }
  };

  const finish = <R>(open: OpenBatch): R[] => {
    const { id, inputs, progress } = open.batch;
    while (doneOf(progress) < inputs.length && doOne(open)) receive();
    waitFor(inputs.length, progress);
    receive();
    unfinished.delete(id);
    // Errors are thrown only after all tasks have ended, because the code that catches them may remove files to which a
    // thread is still writing.
    return inputs.map((_, index) => unwrap(open.outcomes[index]) as R);
  };

  const start: StartTasks<T> = (kind, inputs, { here = false } = {}) => {
    if (here || workers.count === 0) return startHere(handlers, counters)(kind, inputs);
    const id = batches;
    batches += 1;
    const progress = new Int32Array(new SharedArrayBuffer(8));
    const batch: Batch = { id, kind, inputs, counted: counters.buffer, progress };
    const open = { batch, outcomes: [] };
    unfinished.set(id, open);
    workers.post(batch);
    return () => finish(open);
  };

  return {
    start,
    /** Prevents the remaining tasks from starting, waits for those already started unless a worker is dead, and ends the workers. */
    close(): void {
      const begun = [...unfinished.values()].map(({ batch: { inputs, progress } }) => ({
        count: Math.min(Atomics.exchange(progress, NEXT, inputs.length), inputs.length),
        progress,
      }));
      unfinished.clear();
      try {
        if (!isAbandoned) for (const { count, progress } of begun) waitFor(count, progress);
      } finally {
        workers.close();
      }
    },
  };
}
