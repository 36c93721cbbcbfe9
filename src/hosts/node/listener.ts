import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import compression from 'compression';
import { PAGE_HEADERS, PAGE_METHODS } from '../../contract/headers.ts';
import type { Api } from '../../serve/handle-request.ts';

/** Responds to requests under /v1, and passes all others on. */
export function apiListener(api: Api, others: RequestListener): RequestListener {
  return async (incoming, outgoing) => {
    const { method = 'GET', headers } = incoming;
    const response = await api({
      method,
      url: requestUrl(incoming),
      // Node has field names in lower case, and joins repeated fields.
      headers: { get: (name) => (headers[name] as string | undefined) ?? null },
    });
    if (!response) return others(incoming, outgoing);
    outgoing.writeHead(response.status, response.headers);
    sendBody(outgoing, response.body ?? []);
  };
}

/** Sends the parts of a body at once, without joining them. */
function sendBody(outgoing: ServerResponse, parts: readonly Uint8Array[]): void {
  const last = parts.length - 1;
  outgoing.cork();
  for (let at = 0; at < last; at += 1) outgoing.write(parts[at]);
  outgoing.end(parts[last]);
}

/** Serves pages with another listener: compresses them, and adds the headers that files alone cannot have. */
export function pageListener(pages: RequestListener): RequestListener {
  const compress = compression();
  return (incoming, outgoing) => {
    // `Vary` too: the middleware leaves it out of a 304.
    for (const [name, value] of Object.entries(PAGE_HEADERS)) outgoing.setHeader(name, value);
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') {
      outgoing.writeHead(405, { 'Allow': PAGE_METHODS, 'Content-Type': 'text/plain; charset=utf-8' });
      outgoing.end('Pages are read-only.\n');
      return;
    }
    // The middleware is made for Express, but uses only what Node's requests and responses have too.
    compress(incoming as never, outgoing as never, () => pages(incoming, outgoing));
  };
}

/** A request's URL, with a made-up host: responses do not depend on it. */
function requestUrl({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/')) return `http://localhost${url}`;
  return URL.canParse(url) ? url : 'http://localhost/';
}
