/** Code of a worker thread, which runs the tasks posted by the thread pool until it is terminated. */

import { workerData } from 'node:worker_threads';
import { useCompiledKernel } from '../../kernel/kernel.ts';
import { type Answer, type Batch, countDone, type Handlers, outcomeOf, takeTask, type WorkerData } from './batch.ts';
import { WorkCounters } from './work-counters.ts';

const { port, kernel, handlers: module } = workerData as WorkerData;
useCompiledKernel(kernel);
const { HANDLERS } = (await import(module)) as { HANDLERS: Handlers<Record<PropertyKey, never>> };

port.on('message', (batch: Batch) => {
  const { id, inputs, counted, progress } = batch;
  const counters = new WorkCounters(counted);
  for (let index = takeTask(progress); index < inputs.length; index = takeTask(progress)) {
    const outcome = outcomeOf(HANDLERS, batch, index, counters);
    try {
      port.postMessage({ batch: id, index, ...outcome } satisfies Answer);
    } catch (error) {
      // If the outcome cannot be cloned, only text is sent: that of the task's error, if any, otherwise that of the cloning error.
      port.postMessage({ batch: id, index, error: new Error(String('error' in outcome ? outcome.error : error)) });
    }
    countDone(progress);
  }
});
