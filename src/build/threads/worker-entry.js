// The first file of a worker thread. Plain JavaScript, since taking types off it would take Node longer than all else that it loads; what
// is behind it is free of them where Node keeps what it compiles.
import { enableCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';

if (workerData.compileCache !== null) enableCompileCache(workerData.compileCache);
await import('./worker.ts');
