// The first file of a worker thread. It is JavaScript because Node takes longer to strip types than to load all the rest, which it keeps
// compiled.
import { enableCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';

if (workerData.compileCache !== null) enableCompileCache(workerData.compileCache);
await import('./worker.ts');
