/**
 * Hands tasks to worker threads. All that waits here waits without the event loop, since the thread that builds works as well: it
 * takes tasks like the others, and sleeps only when none is left.
 */

import { type Problem, ProblemError } from '../../problems/problem.ts';
import { type ResultOf, runTask, type Task } from '../tasks.ts';
import type { WorkCounters } from './work-counters.ts';
import type { Workers } from './workers.ts';

/** Tasks that are handed out together. The counters are shared by all threads, which count up what they take and what they did. */
export interface Batch {
  id: number;
  tasks: readonly Task[];
  /** Buffer of the `WorkCounters`. */
  counted: SharedArrayBuffer;
  /** Number of the next task that nobody has taken, and number of those that are done. */
  counters: Int32Array;
}

const NEXT = 0;
export const DONE = 1;

/** How a task ended. */
export type Outcome = { result: unknown } | { problem: Problem } | { error: unknown };

/** What a thread says of a task that it did. */
export type Answer = { batch: number; index: number } & Outcome;

/** When no thread has ended a task or counted anything for so long, in milliseconds, one is taken to have died. */
const LONGEST_SILENCE = 600_000;

/** While it waits, this thread looks up so often, in milliseconds. */
const LOOK_UP = 100;

/** Hands tasks to workers, and does some on the thread that has this. */
export class ThreadPool {
  readonly #workers: Workers;
  /** How tasks ended, by batch and number. */
  readonly #outcomes = new Map<number, Map<number, Outcome>>();
  readonly #open = new Map<number, Batch>();
  readonly #lookUp: () => void;
  #batches = 0;
  /** A thread is taken to have died. */
  #isAbandoned = false;
  /** Count what all threads do. */
  readonly counters: WorkCounters;

  /** Without any worker, all is done on this thread. It calls `lookUp` now and then while it waits. */
  constructor(workers: Workers, counters: WorkCounters, lookUp: () => void) {
    this.#workers = workers;
    this.counters = counters;
    this.#lookUp = lookUp;
  }

  /** Begins some tasks; returns what waits for their results, in the tasks' order, and does meanwhile what nobody has begun. */
  start<T extends Task>(tasks: readonly T[]): () => ResultOf<T>[] {
    if (this.#workers.count === 0) return () => tasks.map((task) => runTask(task, this.counters));
    const id = this.#batches;
    this.#batches += 1;
    const counters = new Int32Array(new SharedArrayBuffer(8));
    const batch: Batch = { id, tasks, counted: this.counters.buffer, counters };
    this.#open.set(id, batch);
    this.#workers.tell(batch);
    return () => this.#finish<T>(batch);
  }

  #finish<T extends Task>(batch: Batch): ResultOf<T>[] {
    const { id, tasks, counters } = batch;
    while (Atomics.load(counters, DONE) < tasks.length && this.#doOne(batch)) this.#listen();
    this.#waitFor(tasks.length, counters);
    this.#listen();
    const outcomes = this.#outcomes.get(id);
    this.#outcomes.delete(id);
    this.#open.delete(id);
    // What failed is thrown when all have ended: no thread writes where somebody clears away.
    return tasks.map((_, index) => unwrap(outcomes?.get(index)) as ResultOf<T>);
  }

  /** Does a task that nobody has taken, of a batch, or else of those that were begun; false where there is none. */
  #doOne(first: Batch): boolean {
    for (const { id, tasks, counters } of new Set([first, ...this.#open.values()])) {
      const index = take(counters);
      const task = tasks[index];
      if (!task) continue;
      this.#keep(id, index, outcomeOf(task, this.counters));
      Atomics.add(counters, DONE, 1);
      return true;
    }
    return false;
  }

  #keep(batch: number, index: number, outcome: Outcome): void {
    const outcomes = this.#outcomes.get(batch) ?? new Map<number, Outcome>();
    this.#outcomes.set(batch, outcomes.set(index, outcome));
  }

  /** Takes what the threads have said since. */
  #listen(): void {
    for (const { batch, index, ...outcome } of this.#workers.heard()) this.#keep(batch, index, outcome);
  }

  /** Waits for the tasks that are begun, unless in vain; the others are not begun any more. */
  close(): void {
    if (this.#isAbandoned) return;
    for (const { tasks, counters } of this.#open.values()) {
      const taken = Atomics.exchange(counters, NEXT, tasks.length);
      this.#waitFor(Math.min(taken, tasks.length), counters);
    }
  }

  /** Waits until so many tasks of a batch are done. */
  #waitFor(count: number, counters: Int32Array): void {
    let heard = performance.now();
    let counted = this.counters.sum;
    for (let done = Atomics.load(counters, DONE); done < count; done = Atomics.load(counters, DONE)) {
      const isAwoken = Atomics.wait(counters, DONE, done, LOOK_UP) !== 'timed-out';
      const now = this.counters.sum;
      if (isAwoken || now !== counted) heard = performance.now();
      counted = now;
      if (performance.now() - heard > LONGEST_SILENCE) {
        this.#isAbandoned = true;
        throw new Error('a worker thread does not answer any more');
      }
      this.#lookUp();
    }
  }
}

/** Number of the next task of a batch, which is the caller's from now on; none where it is not below the number of tasks. */
export function take(counters: Int32Array): number {
  return Atomics.add(counters, NEXT, 1);
}

/** Does a task; what it throws is kept as data. */
export function outcomeOf(task: Task, counters: WorkCounters): Outcome {
  try {
    return { result: runTask(task, counters) };
  } catch (error) {
    return error instanceof ProblemError ? { problem: error.problem } : { error };
  }
}

function unwrap(outcome: Outcome | undefined): unknown {
  if (!outcome) throw new Error('a task was done, and nothing was said of it');
  if ('problem' in outcome) throw new ProblemError(outcome.problem);
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}
