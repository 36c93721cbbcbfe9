/** Code of the thread that builds for a development server, whose main thread loads Astro and serves meanwhile. */

import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { DevBuild } from './build-for-development.ts';

// Enabled before the code that builds is imported, which is nearly all that this thread loads.
if (workerData !== null) enableCompileCache(workerData);
const { buildForDevelopment } = await import('./build-for-development.ts');
parentPort?.on('message', async (task: DevBuild) => parentPort?.postMessage(await buildForDevelopment(task)));
