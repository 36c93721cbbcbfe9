/** Tasks as threads exchange them. A table defines the kinds of tasks; nothing here knows any of them. */

import type { MessagePort } from 'node:worker_threads';
import type { Pending } from '../../model.ts';
import { type Problem, ProblemError } from '../../problems/problem.ts';
import type { WorkCounters } from './work-counters.ts';

/** A table of tasks: what each kind takes and gives. All of it is plain data. */
export type TaskTable<T> = { readonly [K in keyof T]: { takes: unknown; gives: unknown } };

/** How each kind of task is done, on the thread that calls. */
export type Handlers<T extends TaskTable<T>> = {
  readonly [K in keyof T]: (input: T[K]['takes'], counters: WorkCounters) => T[K]['gives'];
};

/**
 * Begins tasks of one kind; waiting gives their results, in the order of the inputs, and throws if one fails. With
 * `here`, all are done on this thread, when the caller waits for their results.
 */
export type StartTasks<T extends TaskTable<T>> = <K extends keyof T>(
  kind: K,
  inputs: readonly T[K]['takes'][],
  options?: { here?: boolean },
) => Pending<T[K]['gives'][]>;

/** Does all tasks on this thread. */
export function startHere<T extends TaskTable<T>>(handlers: Handlers<T>, counters: WorkCounters): StartTasks<T> {
  return (kind, inputs) => () => inputs.map((input) => handlers[kind](input, counters));
}

/** Tasks that are handed out together. */
export interface Batch {
  id: number;
  kind: PropertyKey;
  inputs: readonly unknown[];
  /** Buffer of the `WorkCounters`. */
  counted: SharedArrayBuffer;
  /** In memory that threads share: index of the next task that no thread has taken, and number of tasks that are done. */
  progress: Int32Array;
}

const NEXT = 0;
const DONE = 1;

/** Memory for the progress of a batch. */
export function newProgress(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
}

/** Takes the next task for the caller, and returns its index; if it is not below the number of tasks, none was left. */
export function takeTask(progress: Int32Array): number {
  return Atomics.add(progress, NEXT, 1);
}

/** Takes all tasks that are left of `count`, so that no thread begins them; returns how many were taken before. */
export function takeRest(progress: Int32Array, count: number): number {
  return Math.min(Atomics.exchange(progress, NEXT, count), count);
}

/** Counts a task that is done, and wakes the thread that waits. */
export function countDone(progress: Int32Array): void {
  Atomics.add(progress, DONE, 1);
  Atomics.notify(progress, DONE);
}

export function countOfDone(progress: Int32Array): number {
  return Atomics.load(progress, DONE);
}

/** Sleeps until the number of tasks that are done is no longer `done`; false if that takes longer than a time in milliseconds. */
export function waitForMore(progress: Int32Array, done: number, milliseconds: number): boolean {
  return Atomics.wait(progress, DONE, done, milliseconds) !== 'timed-out';
}

/** What a thread is given when it starts. */
export interface WorkerData {
  /** Where batches come from, and where answers go. */
  port: MessagePort;
  kernel: WebAssembly.Module;
  /** Folder of Node's compile cache; null if there is none. */
  compileCache: string | null;
  /** URL of the module that exports the handlers of tasks as `HANDLERS`. */
  handlers: string;
}

/** How a task ended. */
export type Outcome = { result: unknown } | { problem: Problem } | { error: unknown };

/** What a thread answers when a task has ended. */
export type Answer = { batch: number; index: number } & Outcome;

/** Does a task. What it throws becomes data. */
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

/** The result of a task, or what it threw. */
export function unwrap(outcome: Outcome | undefined): unknown {
  if (!outcome) throw new Error('a task has ended without an outcome');
  if ('problem' in outcome) throw new ProblemError(outcome.problem);
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}
