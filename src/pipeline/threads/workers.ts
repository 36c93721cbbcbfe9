import { getCompileCacheDir } from 'node:module';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { compiledKernel } from '../../kernel/kernel.ts';
import type { Answer, Batch, WorkerData } from './batch.ts';

/** Below this size, in bytes, starting a thread costs more than it saves. */
const BYTES_PER_THREAD = 8 << 20;

/**
 * Number of workers worth starting to read some bytes, in addition to the thread that builds; at most `most` threads in
 * all.
 */
export function workersFor(bytes: number, most: number): number {
  return Math.max(0, Math.min(most, Math.floor(bytes / BYTES_PER_THREAD) + 1) - 1);
}

/** The worker threads of the thread that made this object. Starting one takes as long as reading some megabytes. */
export class Workers {
  readonly #handlers: string;
  readonly #started: { worker: Worker; port: MessagePort }[] = [];

  /** `handlers` is the URL of the module that exports the handlers of tasks. */
  constructor(handlers: URL) {
    this.#handlers = handlers.href;
  }

  get count(): number {
    return this.#started.length;
  }

  /** Starts workers until there are `count`. */
  start(count: number): void {
    while (this.#started.length < count) this.#startOne();
  }

  #startOne(): void {
    const { port1, port2 } = new MessageChannel();
    const compileCache = getCompileCacheDir() ?? null;
    const data: WorkerData = { port: port2, kernel: compiledKernel(), compileCache, handlers: this.#handlers };
    const worker = new Worker(new URL('./worker-entry.js', import.meta.url), {
      workerData: data,
      transferList: [port2],
      // Most tasks make few objects; those that read texts drop them at once.
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    });
    // The event loop would report the error of a dead thread long after the pool has noticed its silence.
    worker.on('error', () => {});
    // A thread that waits for tasks does not keep the process from ending.
    worker.unref();
    port1.unref();
    this.#started.push({ worker, port: port1 });
  }

  /** Sends a batch to every worker. */
  post(batch: Batch): void {
    for (const { port } of this.#started) port.postMessage(batch);
  }

  /** The answers that have arrived since the last call. */
  *receive(): Generator<Answer, void, undefined> {
    for (const { port } of this.#started) {
      for (let answer = receiveMessageOnPort(port); answer; answer = receiveMessageOnPort(port)) {
        yield answer.message as Answer;
      }
    }
  }

  /** Ends all workers, whatever they are doing. */
  close(): void {
    for (const { worker } of this.#started.splice(0)) void worker.terminate();
  }
}
