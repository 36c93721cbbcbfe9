// The entry point of a worker thread. It is plain JavaScript, because it is loaded before the compile cache is enabled: stripping types
// from it would take longer than loading all other modules from the cache.
import { enableCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';

if (workerData.compileCache !== null) enableCompileCache(workerData.compileCache);
await import('./worker.ts');
