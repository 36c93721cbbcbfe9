/** A worker thread: does the tasks that `Threads` hands out, as long as there are any. */

import { enableCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';
import type { Task } from './run-task.ts';
import type { Answer, Batch } from './threads.ts';
import type { WorkerData } from './workers.ts';

const { port, kernel, compileCache } = workerData as WorkerData;
// Loaded behind it, since what is imported above would be compiled anew.
if (compileCache !== null) enableCompileCache(compileCache);
const { DONE, outcomeOf, take } = await import('./threads.ts');
const { useCompiledKernel } = await import('./kernel.ts');
const { WorkCounters } = await import('./work-counters.ts');

useCompiledKernel(kernel);
port.on('message', ({ id, tasks, counted, counters }: Batch) => {
  const done = new WorkCounters(counted);
  for (let index = take(counters); index < tasks.length; index = take(counters)) {
    const outcome = outcomeOf(tasks[index] as Task, done);
    try {
      port.postMessage({ batch: id, index, ...outcome } satisfies Answer);
    } catch (error) {
      // Not every error can be handed over; its text can.
      port.postMessage({ batch: id, index, error: new Error(String('error' in outcome ? outcome.error : error)) });
    }
    Atomics.add(counters, DONE, 1);
    Atomics.notify(counters, DONE);
  }
});
