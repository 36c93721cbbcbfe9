import { AlmanacError, EditionChanged } from '../client/errors.ts';
import type { Answer, Question } from './question.ts';
import { type AskOptions, LocalTable, type Table, type TableOptions } from './table.ts';

/** Name by which this module knows that it runs in a worker that it has started itself. */
const NAME = 'almanac-query';

/** What the page asks of the worker. Tables are numbered in the order in which they were opened. */
type Request =
  | { id: number; open: { url: string; options: Pick<TableOptions, 'retries' | 'retryDelay' | 'maxMemory'> } }
  | { id: number; table: number; call: 'ask' | 'estimate'; question: Question }
  | { id: number; abort: true };

/** What is known of a table without asking it. */
type Facts = Pick<Table, 'config' | 'columns' | 'rowCount'> & { table: number };

type Reply = { id: number } & (
  | { progress: [done: number, total: number] }
  | { result: unknown; facts?: Facts }
  | { error: { name: string; detail: string } & Omit<AlmanacError, 'name' | 'message' | 'stack' | 'cause'> }
  | { failure: unknown }
);

interface Call {
  resolve: (reply: { result: unknown; facts?: Facts }) => void;
  reject: (reason: unknown) => void;
  onProgress: AskOptions['onProgress'];
}

export function isWorker(): boolean {
  return typeof document === 'undefined' && (globalThis as { name?: unknown }).name === NAME;
}

/** Answers the requests of the page that has started this worker. */
export function serveTables(): void {
  const tables: LocalTable[] = [];
  const stops = new Map<number, AbortController>();
  addEventListener('message', async ({ data }: MessageEvent<Request>) => {
    const { id } = data;
    const reply = (content: object): void => postMessage({ id, ...content });
    if ('abort' in data) {
      stops.get(id)?.abort();
      return;
    }
    const stop = new AbortController();
    stops.set(id, stop);
    const { signal } = stop;
    try {
      if ('open' in data) {
        const table = await LocalTable.open(data.open.url, { ...data.open.options, signal });
        reply({ result: factsOf(table, tables.push(table) - 1) });
      } else {
        const table = tables[data.table] as LocalTable;
        const onProgress = (done: number, total: number): void => reply({ progress: [done, total] });
        const result = await table[data.call](data.question, { signal, onProgress });
        reply({ result, facts: factsOf(table, data.table) });
      }
    } catch (error) {
      if (error instanceof AlmanacError) {
        const { name, detail, type, status, suggestion, url } = error;
        reply({ error: { name, detail, type, status, suggestion, url } });
      } else reply({ failure: error });
    }
    stops.delete(id);
  });
}

function factsOf({ config, columns, rowCount }: LocalTable, table: number): Facts {
  return { config, columns, rowCount, table };
}

let started: WorkerTables | null = null;

/** Opens a table in a worker of this page; null if there can be none. */
export async function openInWorker(url: string, { signal, ...options }: TableOptions): Promise<Table | null> {
  if (typeof document === 'undefined' || typeof Worker === 'undefined') return null;
  try {
    started ??= new WorkerTables();
  } catch {
    // A worker must be of the page's own origin.
    return null;
  }
  const { retries, retryDelay, maxMemory } = options;
  const defined = Object.fromEntries(
    Object.entries({ retries, retryDelay, maxMemory }).filter(([, it]) => it !== undefined),
  );
  const opened = await started.call({ open: { url, options: defined } }, { signal });
  return opened && new WorkerTable(started, opened.result as Facts);
}

/** The worker of a page, and the requests that it has not answered yet. */
class WorkerTables {
  readonly #worker = new Worker(import.meta.url, { type: 'module', name: NAME });
  readonly #calls = new Map<number, Call>();
  #last = 0;
  /** Whether the worker has answered anything. If it never does, the page may not load it. */
  #runs = false;

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => this.#receive(data));
    this.#worker.addEventListener('error', () => this.#fail());
  }

  /** Sends a request. Resolves with null if the worker cannot run. */
  call(
    request: Record<string, unknown>,
    { signal, onProgress }: AskOptions,
  ): Promise<{ result: unknown; facts?: Facts } | null> {
    signal?.throwIfAborted();
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.#worker.postMessage({ id, abort: true });
        this.#calls.delete(id);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
      const settled =
        <T>(settle: (value: T) => void) =>
        (value: T): void => {
          signal?.removeEventListener('abort', abort);
          settle(value);
        };
      this.#calls.set(id, { resolve: settled(resolve), reject: settled(reject), onProgress });
      this.#worker.postMessage({ id, ...request });
    });
  }

  #receive(reply: Reply): void {
    this.#runs = true;
    const call = this.#calls.get(reply.id);
    if (!call) return;
    if ('progress' in reply) {
      call.onProgress?.(...reply.progress);
      return;
    }
    this.#calls.delete(reply.id);
    if ('result' in reply) call.resolve(reply);
    else if ('error' in reply) call.reject(errorOf(reply.error));
    else call.reject(reply.failure);
  }

  #fail(): void {
    started = null;
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    const died = new AlmanacError('The worker that answers questions has ended.', { type: 'worker-ended' });
    for (const { resolve, reject } of calls) {
      if (this.#runs) reject(died);
      else resolve(null as never);
    }
  }
}

function errorOf({ name, detail, ...details }: Extract<Reply, { error: unknown }>['error']): AlmanacError {
  if (name !== 'EditionChanged') return new AlmanacError(detail, details);
  const error = new EditionChanged('');
  return Object.assign(error, { message: detail, detail, url: details.url });
}

/** A table that is open in a worker. */
class WorkerTable implements Table {
  readonly #worker: WorkerTables;
  #facts: Facts;

  constructor(worker: WorkerTables, facts: Facts) {
    this.#worker = worker;
    this.#facts = facts;
  }

  get config(): string {
    return this.#facts.config;
  }

  get columns(): Table['columns'] {
    return this.#facts.columns;
  }

  get rowCount(): number {
    return this.#facts.rowCount;
  }

  estimate(question: Question, options: AskOptions = {}): Promise<number> {
    return this.#call('estimate', question, options) as Promise<number>;
  }

  ask(question: Question, options: AskOptions = {}): Promise<Answer> {
    return this.#call('ask', question, options) as Promise<Answer>;
  }

  async #call(call: 'ask' | 'estimate', question: Question, options: AskOptions): Promise<unknown> {
    const reply = await this.#worker.call({ table: this.#facts.table, call, question }, options);
    // Another edition may have other columns.
    this.#facts = reply?.facts ?? this.#facts;
    return reply?.result;
  }
}
