import { Workers } from './threads/workers.ts';

/** Workers for the tasks of `tasks.ts`. None is started yet. */
export function newWorkers(): Workers {
  return new Workers(new URL('./tasks.ts', import.meta.url));
}
