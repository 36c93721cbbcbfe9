import { Workers } from './threads/workers.ts';

/** Creates the workers for the tasks in `tasks.ts` without starting any threads. */
export function newWorkers(): Workers {
  return new Workers(new URL('./tasks.ts', import.meta.url));
}
