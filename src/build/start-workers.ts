import { Workers } from './threads/workers.ts';

/** Workers that do the tasks of `tasks.ts`, none of which is started yet. */
export function newWorkers(): Workers {
  return new Workers(new URL('./tasks.ts', import.meta.url));
}
