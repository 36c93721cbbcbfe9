/** A worker thread: does the tasks that `Threads` hands out, as long as there are any. */

import { workerData } from 'node:worker_threads';
import { useCompiledKernel } from '../../kernel/kernel.ts';
import type { Task } from '../tasks.ts';
import { type Answer, type Batch, DONE, outcomeOf, take } from './thread-pool.ts';
import { WorkCounters } from './work-counters.ts';
import type { WorkerData } from './workers.ts';

const { port, kernel } = workerData as WorkerData;
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
