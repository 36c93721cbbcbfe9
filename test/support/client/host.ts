import type { Dataset } from '../../../src/client/dataset.ts';
import { type OpenOptions, openDataset } from '../../../src/client/open.ts';
import type { Site } from '../../../src/contract/routes.ts';
import { createHandler } from '../../../src/serve/handle-request.ts';
import { publishTables } from '../memory-disk.ts';

/** Published files, by path. */
export type Files = ReadonlyMap<string, string>;

/** Makes the response to a path and query below the root of a host. */
export type Answer = (path: string, init?: RequestInit) => Response | Promise<Response>;

const ORIGIN = 'http://host';

/** A host of files that knows no query: it ignores it, or with `isStrict` has no such file. Some hosts find a file without its ending. */
export function staticHost(files: Files, { isStrict = false, addsJson = false, modified = '' } = {}): Answer {
  return (path) => {
    const [name = '', query] = path.slice(1).split('?');
    const body =
      isStrict && query !== undefined
        ? undefined
        : (files.get(name) ?? (addsJson ? files.get(`${name}.json`) : undefined));
    if (body === undefined) return new Response('Not found', { status: 404 });
    return new Response(body, { headers: modified === '' ? {} : { 'Last-Modified': modified } });
  };
}

/** A host with the handler of `src/serve`. */
export function codeHost(files: Files): Answer {
  const handler = createHandler(async (path) => {
    const text = files.get(path);
    return text === undefined ? undefined : new TextEncoder().encode(text);
  });
  return async (path) => {
    const response = await handler({ method: 'GET', url: ORIGIN + path, headers: new Headers() });
    return response ?? new Response('Not found', { status: 404 });
  };
}

/** A `fetch` that reaches one host. Like the platform's, it rejects as soon as its signal is aborted. */
export function fetchFrom(answer: Answer, requested: string[] = []): typeof fetch {
  return async (input, init) => {
    const { pathname, search } = new URL(String(input));
    requested.push(pathname + search);
    init?.signal?.throwIfAborted();
    const aborted = new Promise<never>((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
    return Promise.race([answer(pathname + search, init), aborted]);
  };
}

/** Opens the table of a host. Failed requests are repeated at once. */
export function openTable(answer: Answer, options: OpenOptions = {}): Promise<Dataset> {
  return openDataset(`${ORIGIN}/v1/datasets/table`, { fetch: fetchFrom(answer), retryDelay: 0, ...options });
}

/** A site with pages of 100 records, in either layout. */
export const PAGES: Site = { prefix: '/', pageSizes: [100] };
export const PACKED: Site = { ...PAGES, layout: 'packed' };

/** The texts of a table's records. */
export function textsOf(count: number, salt = ''): string[] {
  return Array.from({ length: count }, (_, at) => `${at}${salt}`);
}

/** Publishes a table of texts named `table`. */
export function published(texts: readonly string[], site: Site, description = 'Texts.'): Map<string, string> {
  return publishTables([{ config: 'table', category: 'topic', description, texts }], site).files;
}
