/** A worker thread: does the tasks that `Threads` hands out, as long as there are any. */

import { workerData } from 'node:worker_threads';
import { type Task, transferred } from './run-task.ts';
import { type Answer, type Batch, DONE, outcomeOf, take, type WorkerData } from './threads.ts';
import { WorkCounters } from './work-counters.ts';

const { port, counted } = workerData as WorkerData;
const done = new WorkCounters(counted);

port.on('message', ({ id, tasks, counters }: Batch) => {
  for (let index = take(counters); index < tasks.length; index = take(counters)) {
    const outcome = outcomeOf(tasks[index] as Task, done);
    const buffers = 'result' in outcome ? transferred(outcome.result) : [];
    port.postMessage({ batch: id, index, ...outcome } satisfies Answer, buffers);
    Atomics.add(counters, DONE, 1);
    Atomics.notify(counters, DONE);
  }
});
