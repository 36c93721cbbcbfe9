/** A worker thread: does the tasks that `Threads` hands out, as long as there are any. */

import { type MessagePort, workerData } from 'node:worker_threads';
import { type Task, transferred } from './run-task.ts';
import { type Answer, type Batch, DONE, outcomeOf, take } from './threads.ts';

const { port } = workerData as { port: MessagePort };

port.on('message', ({ id, tasks, counters }: Batch) => {
  for (let index = take(counters); index < tasks.length; index = take(counters)) {
    const outcome = outcomeOf(tasks[index] as Task);
    const buffers = 'result' in outcome ? transferred(outcome.result) : [];
    port.postMessage({ batch: id, index, ...outcome } satisfies Answer, buffers);
    Atomics.add(counters, DONE, 1);
    Atomics.notify(counters, DONE);
  }
});
