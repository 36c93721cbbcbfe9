import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { threadPool } from '../../../../src/pipeline/threads/thread-pool.ts';
import { WorkCounters } from '../../../../src/pipeline/threads/work-counters.ts';
import { Workers } from '../../../../src/pipeline/threads/workers.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';

/*
 * The workers do tasks of a table of their own. The thread that tests does the same tasks, but never those that are only for workers: it
 * waits until a worker has taken one.
 */

interface Tasks {
  /** Gives the input, and whether the main thread did the task. */
  where: { takes: number; gives: [input: number, isMain: boolean] };
  /** On a worker, counts rows for some times 20 ms. */
  count: { takes: number; gives: string };
  /** On a worker, does nothing for some milliseconds. */
  sleep: { takes: number; gives: string };
  /** On a worker, throws an object with a function; gives a function if the input is 1. */
  fail: { takes: number; gives: unknown };
}

const HANDLERS = `
import { isMainThread } from 'node:worker_threads';
const wait = (milliseconds) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
export const HANDLERS = {
  where: (input) => [input, isMainThread],
  count(times, counters) {
    for (let time = 0; !isMainThread && time < times; time += 1) {
      wait(20);
      counters.add(0, 1);
    }
    return isMainThread ? 'main' : 'worker';
  },
  sleep(milliseconds) {
    if (!isMainThread) wait(milliseconds);
    return isMainThread ? 'main' : 'worker';
  },
  fail(input) {
    if (isMainThread) return 'main';
    if (input === 1) return () => {};
    throw { retry() {}, toString: () => 'a mistake' };
  },
};
`;

let workers: Workers;
let polls = 0;
const counters = new WorkCounters();

beforeEach(() => {
  const folder = folderWith({ 'handlers.mjs': HANDLERS });
  workers = new Workers(pathToFileURL(`${folder}/handlers.mjs`));
  polls = 0;
  counters.reset();
});
afterEach(() => workers.close());

async function poolOf(count: number, silence?: number): Promise<ReturnType<typeof threadPool<Tasks>>> {
  const { HANDLERS: handlers } = await import(pathToFileURL(`${folderWith({ 'h.mjs': HANDLERS })}/h.mjs`).href);
  workers.start(count);
  const onPoll = (): void => {
    polls += 1;
  };
  return threadPool<Tasks>(handlers, workers, counters, onPoll, silence);
}

/** Number of threads of this process. */
const threads = (): number => readdirSync('/proc/self/task').length;

/** Waits until no thread of an earlier test is about to end. */
async function atRest(): Promise<void> {
  for (let before = -1; before !== threads(); await pause(50)) before = threads();
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let time = 0; time < 500 && !isTrue(); time += 1) await pause(10);
  expect(isTrue()).toBe(true);
}

/** Begins a task, and waits until the worker has taken it. The worker is at work on nothing else. */
async function onWorker<K extends 'count' | 'sleep' | 'fail'>(
  pool: ReturnType<typeof threadPool<Tasks>>,
  kind: K,
  input: number,
): Promise<() => Tasks[K]['gives'][]> {
  // Once it has counted, it has loaded, and looks for work.
  const before = counters.counted.rows;
  const ready = pool.start('count', [1]);
  await until(() => counters.counted.rows > before);
  expect(ready()).toEqual(['worker']);
  const pending = pool.start(kind, [input]);
  await pause(100);
  return pending;
}

describe('tasks', () => {
  test('are done on this thread if there are no workers, or if the caller wants it', async () => {
    const none = await poolOf(0);
    expect(none.start('where', [3, 4])()).toEqual([
      [3, true],
      [4, true],
    ]);
    workers.start(1);
    expect(workers.count).toBe(1);
    expect(none.start('where', [5], { here: true })()).toEqual([[5, true]]);
  });

  test('are done by whoever has time, and their results are in order', async () => {
    const pool = await poolOf(1);
    const inputs = Array.from({ length: 500 }, (_, index) => index);
    const [first, second] = [pool.start('where', inputs), pool.start('where', [1000])];
    expect(second().map(([input]) => input)).toEqual([1000]);
    expect(first().map(([input]) => input)).toEqual(inputs);
    pool.close();
  });

  test('that a worker does are waited for, and the work that it counts is shown meanwhile', async () => {
    const pool = await poolOf(1);
    const pending = await onWorker(pool, 'count', 20);
    expect(pending()).toEqual(['worker']);
    expect(counters.counted.rows).toBe(21);
    expect(polls).toBeGreaterThan(0);
  });

  test('that fail with an error that threads cannot exchange fail with its text', async () => {
    const pool = await poolOf(1);
    const pending = await onWorker(pool, 'fail', 0);
    expect(pending).toThrow(new Error('a mistake'));
    const other = await onWorker(pool, 'fail', 1);
    expect(other).toThrow(/^DataCloneError: .* could not be cloned\.$/);
  });
});

describe('a worker', () => {
  test('that neither ends a task nor counts anything for long is given up', async () => {
    const pool = await poolOf(1, 300);
    const pending = await onWorker(pool, 'sleep', 60_000);
    const begun = performance.now();
    expect(pending).toThrow('a worker thread has stopped responding');
    expect(performance.now() - begun).toBeGreaterThan(290);
    // It is not waited for again.
    pool.close();
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  test('that counts work is not given up, however long its task takes', async () => {
    const pool = await poolOf(1, 300);
    const pending = await onWorker(pool, 'count', 40);
    expect(pending()).toEqual(['worker']);
  });

  test('is waited for when the pool is closed, and begins nothing else', async () => {
    const pool = await poolOf(1);
    await onWorker(pool, 'count', 30);
    pool.start('count', [1, 1, 1]);
    pool.close();
    expect(counters.counted.rows).toBe(31);
    // Nothing is left to wait for.
    pool.close();
    await pause(100);
    expect(counters.counted.rows).toBe(31);
  });

  test('does not keep the process from ending', () => {
    const source = pathToFileURL(resolve('src/pipeline/start-workers.ts')).href;
    const folder = folderWith({ 'start.mjs': `import { newWorkers } from '${source}';\nnewWorkers().start(1);` });
    const ran = spawnSync(process.execPath, [join(folder, 'start.mjs')], { timeout: 20_000 });
    expect(ran).toMatchObject({ status: 0, signal: null });
  });

  test('ends when the workers are closed, whatever it does', async () => {
    await atRest();
    const pool = await poolOf(1);
    await onWorker(pool, 'sleep', 60_000);
    const busy = threads();
    workers.close();
    expect(workers.count).toBe(0);
    await until(() => threads() < busy);
  });

  test('that cannot load its tasks does not end the process', async () => {
    await atRest();
    const broken = new Workers(new URL('file:///nowhere/handlers.mjs'));
    broken.start(1);
    const before = threads();
    await until(() => threads() < before);
    broken.close();
  });
});

test('workers are started until there are as many as wanted', () => {
  workers.start(2);
  workers.start(1);
  expect(workers.count).toBe(2);
  workers.start(3);
  expect(workers.count).toBe(3);
});
