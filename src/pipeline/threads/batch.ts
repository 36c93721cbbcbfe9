/** Tasks as exchanged between threads. This module does not depend on the kinds of tasks, which are defined elsewhere. */

import type { MessagePort } from 'node:worker_threads';
import type { Pending } from '../../model.ts';
import { type Problem, ProblemError } from '../../problems/problem.ts';
import type { WorkCounters } from './work-counters.ts';

/** Input (`takes`) and result (`gives`) of each kind of task. Both must be plain data that can be sent to other threads. */
export type TaskTable<T> = { readonly [K in keyof T]: { takes: unknown; gives: unknown } };

/** For each kind of task, the function that runs it on the calling thread. */
export type Handlers<T extends TaskTable<T>> = {
  readonly [K in keyof T]: (input: T[K]['takes'], counters: WorkCounters) => T[K]['gives'];
};

/**
 * Starts tasks of one kind. The returned function waits for their results, returns them in the order of the inputs, and throws an error
 * if a task fails. With `here`, all tasks run on this thread, and only when that function is called.
 */
export type StartTasks<T extends TaskTable<T>> = <K extends keyof T>(
  kind: K,
  inputs: readonly T[K]['takes'][],
  options?: { here?: boolean },
) => Pending<T[K]['gives'][]>;

/** Returns a `StartTasks` function that runs tasks on this thread, when the caller waits for their results. */
export function startHere<T extends TaskTable<T>>(handlers: Handlers<T>, counters: WorkCounters): StartTasks<T> {
  return (kind, inputs) => () => inputs.map((input) => handlers[kind](input, counters));
}

/** Tasks that are sent to the workers together. */
export interface Batch {
  id: number;
  kind: PropertyKey;
  inputs: readonly unknown[];
  /** Buffer of the `WorkCounters` that the tasks update. */
  counted: SharedArrayBuffer;
  /** In shared memory: index of the next task that no thread has taken, and number of finished tasks. */
  progress: Int32Array;
}

/** Indexes in `progress`. */
export const NEXT = 0;
export const DONE = 1;

/** Takes the next task for the caller and returns its index. If no task is left, the index is the number of tasks or greater. */
export function takeTask(progress: Int32Array): number {
  return Atomics.add(progress, NEXT, 1);
}

/** Counts a finished task and wakes the waiting thread. */
export function countDone(progress: Int32Array): void {
  Atomics.add(progress, DONE, 1);
  Atomics.notify(progress, DONE);
}

/** Data passed to a worker thread when it starts. */
export interface WorkerData {
  /** Port that receives batches and sends answers. */
  port: MessagePort;
  kernel: WebAssembly.Module;
  /** Folder of Node's compile cache; null without a cache. */
  compileCache: string | null;
  /** URL of the module that exports the task handlers as `HANDLERS`. */
  handlers: string;
}

/** Result of a task, or the problem or error that ended it. */
export type Outcome = { result: unknown } | { problem: Problem } | { error: unknown };

/** Message that a worker thread sends when a task has ended. */
export type Answer = { batch: number; index: number } & Outcome;

/** Runs a task and returns its outcome as data, even if it throws an error. */
export function outcomeOf<T extends TaskTable<T>>(
  handlers: Handlers<T>,
  { kind, inputs }: Pick<Batch, 'kind' | 'inputs'>,
  index: number,
  counters: WorkCounters,
): Outcome {
  try {
    return { result: handlers[kind as keyof T](inputs[index], counters) };
  } catch (error) {
    return error instanceof ProblemError ? { problem: error.problem } : { error };
  }
}

/** Returns the result of a task, or throws the error that the task threw. */
export function unwrap(outcome: Outcome | undefined): unknown {
  if (!outcome) throw new Error('a task has ended without an outcome');
  if ('problem' in outcome) throw new ProblemError(outcome.problem);
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}
