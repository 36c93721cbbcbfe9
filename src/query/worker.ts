import { AlmanacError, EditionChanged } from '../client/errors.ts';
import type { Answer, Question } from './question.ts';
import { type AskOptions, LocalTable, type Table, type TableOptions } from './table.ts';

/** Name by which this module knows that it runs in a worker that it has started itself. */
const NAME = 'almanac-query';

/** What the page asks of the worker, with a port for replies. Tables are numbered in the order in which they were opened. */
type Request =
  | { url: string; options: Pick<TableOptions, 'retries' | 'retryDelay' | 'maxMemory'> }
  | { table: number; call: 'ask' | 'estimate'; question: Question };

interface Result {
  result: unknown;
  table: number;
  /** What is known of the table without asking it. */
  facts: Pick<Table, 'config' | 'columns' | 'rowCount'>;
}

type Reply =
  | { progress: [done: number, total: number] }
  | Result
  | { error: Omit<AlmanacError, 'message' | 'stack' | 'cause'> }
  | { failure: unknown };

export function isWorker(): boolean {
  return typeof document === 'undefined' && (globalThis as { name?: unknown }).name === NAME;
}

/** Answers the requests of the page that has started this worker. Any message to the port of a request stops it. */
export function serveTables(): void {
  const tables: LocalTable[] = [];
  addEventListener('message', async ({ data, ports }: MessageEvent<Request>) => {
    const reply = (content: Reply): void => ports[0]?.postMessage(content);
    const stop = new AbortController();
    if (ports[0]) ports[0].onmessage = () => stop.abort();
    const { signal } = stop;
    try {
      const isNew = 'url' in data;
      const table = isNew ? tables.push(await LocalTable.open(data.url, { ...data.options, signal })) - 1 : data.table;
      const local = tables[table] as LocalTable;
      const onProgress = (...progress: [number, number]): void => reply({ progress });
      const result = isNew ? null : await local[data.call](data.question, { signal, onProgress });
      const { config, columns, rowCount } = local;
      reply({ result, table, facts: { config, columns, rowCount } });
    } catch (error) {
      if (!(error instanceof AlmanacError)) return reply({ failure: error });
      const { name, detail, type, status, suggestion, url } = error;
      reply({ error: { name, detail, type, status, suggestion, url } });
    }
  });
}

let started: Worker | null = null;

/** Opens a table in a worker of this page; null if there can be none. */
export async function openInWorker(url: string, options: TableOptions): Promise<Table | null> {
  if (typeof document === 'undefined' || typeof Worker === 'undefined') return null;
  try {
    started ??= startWorker();
  } catch {
    // A worker must be of the page's own origin.
    return null;
  }
  const worker = started;
  const { signal, retries, retryDelay, maxMemory } = options;
  const request = { url, options: { retries, retryDelay, maxMemory } };
  const opened = await send(worker, request, { signal }).catch((error) => {
    // The page may not load the worker.
    if (error?.type === 'worker-ended') return null;
    throw error;
  });
  if (!opened) return null;
  const ask = async (call: 'ask' | 'estimate', question: Question, options?: AskOptions): Promise<unknown> => {
    const { result, facts } = await send(worker, { table: opened.table, call, question }, options);
    // Another edition may have other columns.
    Object.assign(table, facts);
    return result;
  };
  const table: Table = {
    ...opened.facts,
    ask: (question, options) => ask('ask', question, options) as Promise<Answer>,
    estimate: (question, options) => ask('estimate', question, options) as Promise<number>,
  };
  return table;
}

function startWorker(): Worker {
  const worker = new Worker(import.meta.url, { type: 'module', name: NAME });
  worker.addEventListener('error', () => {
    started = null;
  });
  return worker;
}

/** Sends a request to the worker of this page. */
async function send(worker: Worker, request: Request, { signal, onProgress }: AskOptions = {}): Promise<Result> {
  signal?.throwIfAborted();
  const { port1: port, port2 } = new MessageChannel();
  const settled = new AbortController();
  const once = { signal: settled.signal };
  try {
    return await new Promise((resolve, reject) => {
      port.onmessage = ({ data }: MessageEvent<Reply>) => {
        if ('progress' in data) onProgress?.(...data.progress);
        else if ('result' in data) resolve(data);
        else reject('error' in data ? errorOf(data.error) : data.failure);
      };
      const stop = (): void => {
        port.postMessage(null);
        reject(signal?.reason);
      };
      const end = (): void =>
        reject(new AlmanacError('The worker that answers questions has ended.', { type: 'worker-ended' }));
      signal?.addEventListener('abort', stop, once);
      worker.addEventListener('error', end, once);
      worker.postMessage(request, [port2]);
    });
  } finally {
    settled.abort();
    port.close();
  }
}

function errorOf({ name, detail, ...details }: Omit<AlmanacError, 'message' | 'stack' | 'cause'>): AlmanacError {
  if (name !== 'EditionChanged') return new AlmanacError(detail, details);
  return Object.assign(new EditionChanged(''), { message: detail, detail, url: details.url });
}
