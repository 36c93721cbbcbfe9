/** Worker threads, which wait for tasks. To start one takes as long as to read some megabytes. */

import { getCompileCacheDir } from 'node:module';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { compiledKernel } from '../../kernel/kernel.ts';
import type { Answer, Batch } from './thread-pool.ts';

/** What a thread is given when it starts. */
export interface WorkerData {
  /** Where it is told its tasks. */
  port: MessagePort;
  kernel: WebAssembly.Module;
  /** Folder in which Node keeps what it has compiled; null where it keeps nothing. */
  compileCache: string | null;
}

/** Less than so many bytes are read sooner than a thread is started. */
const WORTH_A_THREAD = 8 << 20;

/** Number of threads to start beside the one that builds, so many in all at most, to read so many bytes. */
export function workersFor(bytes: number, most: number): number {
  return Math.max(0, Math.min(most, Math.floor(bytes / WORTH_A_THREAD) + 1) - 1);
}

/** Worker threads, beside the thread that has this. */
export class Workers {
  readonly #started: { worker: Worker; port: MessagePort }[] = [];

  get count(): number {
    return this.#started.length;
  }

  /** Starts as many as there are not yet. */
  start(count: number): void {
    while (this.#started.length < count) this.#startOne();
  }

  #startOne(): void {
    const { port1, port2 } = new MessageChannel();
    const compileCache = getCompileCacheDir() ?? null;
    const worker = new Worker(new URL('./worker-entry.js', import.meta.url), {
      workerData: { port: port2, kernel: compiledKernel(), compileCache } satisfies WorkerData,
      transferList: [port2],
      // Most tasks make few objects; those that read texts drop them at once.
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    });
    // It is told of what a thread dies of when the event loop turns, long after its silence was noticed.
    worker.on('error', () => {});
    // A thread that waits for tasks keeps no process from ending.
    worker.unref();
    port1.unref();
    this.#started.push({ worker, port: port1 });
  }

  /** Tells each of them of tasks. */
  tell(batch: Batch): void {
    for (const { port } of this.#started) port.postMessage(batch);
  }

  /** What they have said since this was asked last. */
  *heard(): Generator<Answer, void, undefined> {
    for (const { port } of this.#started) {
      for (let heard = receiveMessageOnPort(port); heard; heard = receiveMessageOnPort(port)) {
        yield heard.message as Answer;
      }
    }
  }

  /** Ends them, whatever they are at. */
  close(): void {
    for (const { worker, port } of this.#started.splice(0)) {
      port.close();
      void worker.terminate();
    }
  }
}
