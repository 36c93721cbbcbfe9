import { getCompileCacheDir } from 'node:module';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { compiledKernel } from '../../kernel/kernel.ts';
import type { Answer, Batch, WorkerData } from './batch.ts';

/** Starting another thread to read fewer bytes than this costs more than it saves. */
const BYTES_PER_THREAD = 8 << 20;

/**
 * Number of workers that are worth starting, besides the current thread, to read this many bytes. The current thread counts towards
 * `maxThreads`.
 */
export function workersFor(bytes: number, maxThreads: number): number {
  return Math.max(0, Math.min(maxThreads, Math.floor(bytes / BYTES_PER_THREAD) + 1) - 1);
}

/** Worker threads of the thread that created this object. Starting one takes as long as reading several megabytes. */
export class Workers {
  readonly #handlers: string;
  readonly #started: { worker: Worker; port: MessagePort }[] = [];

  /** `handlers` is the URL of the module that exports the task handlers. */
  constructor(handlers: URL) {
    this.#handlers = handlers.href;
  }

  get count(): number {
    return this.#started.length;
  }

  start(count: number): void {
    while (this.#started.length < count) {
      const { port1, port2 } = new MessageChannel();
      const compileCache = getCompileCacheDir() ?? null;
      const data: WorkerData = { port: port2, kernel: compiledKernel(), compileCache, handlers: this.#handlers };
      const worker = new Worker(new URL('./worker-entry.js', import.meta.url), {
        workerData: data,
        transferList: [port2],
        // A small young generation is enough: most tasks create few objects, and those that read text release them quickly.
        resourceLimits: { maxYoungGenerationSizeMb: 4 },
      });
      // Errors are ignored here: the event loop cannot report them while the pool waits, so the pool detects a dead thread by its silence.
      worker.on('error', () => {});
      // A thread that is waiting for tasks must not keep the process alive.
      worker.unref();
      port1.unref();
      this.#started.push({ worker, port: port1 });
    }
  }

  post(batch: Batch): void {
    for (const { port } of this.#started) port.postMessage(batch);
  }

  /** Returns the answers received since the last call. */
  *receive(): Generator<Answer, void, undefined> {
    for (const { port } of this.#started) {
      for (let answer = receiveMessageOnPort(port); answer; answer = receiveMessageOnPort(port)) {
        yield answer.message as Answer;
      }
    }
  }

  /** Terminates all workers, even if they are running tasks. */
  close(): void {
    for (const { worker } of this.#started.splice(0)) void worker.terminate();
  }
}
