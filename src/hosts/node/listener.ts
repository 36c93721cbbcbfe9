import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import compression from 'compression';
import { LRUCache } from 'lru-cache';
import { lengthOf } from '../../contract/page-text.ts';
import type { Api } from '../../serve/handle-request.ts';
import type { Compressors, Content, ContentCache } from '../../serve/published-version.ts';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Quality 4 takes 15 ms less a page than 11, for a fifth more bytes. */
const BROTLI_QUALITY = 4;

/** The content codings of Node's zlib. */
export const nodeCompressors: Compressors = {
  br: async (bytes) =>
    new Uint8Array(await compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })),
  gzip: async (bytes) => new Uint8Array(await compressGzip(bytes)),
};

/** Memory that an entry of a cache takes beside its bytes, about, in bytes. */
const ENTRY_OVERHEAD = 1024;

/** Makes caches of at most some bytes, each of which drops what was not asked for the longest. With 0 there is none. */
export function memoryCache(maxBytes: number): (() => ContentCache) | undefined {
  if (maxBytes === 0) return undefined;
  const sizeCalculation = ({ parts }: Content): number => lengthOf(parts) + ENTRY_OVERHEAD;
  return () => new LRUCache<string, Content>({ maxSize: maxBytes, sizeCalculation });
}

/** Answers requests under /v1, and passes all others on. */
export function apiListener(api: Api, others: RequestListener): RequestListener {
  return async (incoming, outgoing) => {
    const { method = 'GET', headers } = incoming;
    const response = await api({
      method,
      url: requestUrl(incoming),
      // Node lowers the names, and joins fields of one name.
      headers: { get: (name) => (headers[name] as string | undefined) ?? null },
    });
    if (!response) return others(incoming, outgoing);
    outgoing.writeHead(response.status, response.headers);
    sendBody(outgoing, response.body ?? []);
  };
}

/** Sends parts of a body at once, without joining them. */
function sendBody(outgoing: ServerResponse, parts: readonly Uint8Array[]): void {
  const last = parts.length - 1;
  outgoing.cork();
  for (let at = 0; at < last; at += 1) outgoing.write(parts[at]);
  outgoing.end(parts[last]);
}

/** For pages: nothing may run or load but what the page's own host serves, and nothing inline. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves pages with another listener, compressed, with the headers that files alone cannot have. */
export function pageListener(pages: RequestListener): RequestListener {
  const compress = compression();
  return (incoming, outgoing) => {
    outgoing.setHeader('Content-Security-Policy', PAGE_POLICY);
    outgoing.setHeader('X-Content-Type-Options', 'nosniff');
    // The middleware leaves it out of a 304.
    outgoing.setHeader('Vary', 'Accept-Encoding');
    outgoing.setHeader('Referrer-Policy', 'strict-origin-when-cross-origin');
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') {
      outgoing.writeHead(405, { 'Allow': 'GET, HEAD', 'Content-Type': 'text/plain; charset=utf-8' });
      outgoing.end('Pages can only be read.\n');
      return;
    }
    // The middleware is made for Express, and uses of its requests only what Node's have too.
    compress(incoming as never, outgoing as never, () => pages(incoming, outgoing));
  };
}

/** A request's URL. Its host is left out of account: nothing of an answer depends on it. */
function requestUrl({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/')) return `http://localhost${url}`;
  return URL.canParse(url) ? url : 'http://localhost/';
}

/** Address at which a server is reached. */
export function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Time that requests in flight have once a server was told to end, in milliseconds. */
const GRACE = 10_000;

/**
 * Starts a server. On SIGTERM or SIGINT it takes no more connections, finishes the requests in flight and lets the process end.
 * Rejects when the address cannot be had.
 */
export async function listen(listener: RequestListener, host: string, port: number): Promise<Server> {
  const server = createServer({ optimizeEmptyRequests: true }, listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  /** Open connections, each with its latest answer. */
  const connections = new Map<Socket, ServerResponse | null>();
  let isEnding = false;
  server.on('connection', (socket) => {
    connections.set(socket, null);
    socket.once('close', () => connections.delete(socket));
  });
  /** Ends a connection behind an answer, unless another one is to follow it. */
  const endBehind = (socket: Socket, answer: ServerResponse): void => {
    answer.once('close', () => {
      if (connections.get(socket) === answer) socket.end();
    });
  };
  server.on('request', ({ socket }, outgoing) => {
    connections.set(socket, outgoing);
    if (isEnding) endBehind(socket, outgoing);
  });
  const end = (): void => {
    isEnding = true;
    // Not the HTTP server's own: it cuts connections whose answer is written but not yet sent.
    NetServer.prototype.close.call(server);
    for (const [socket, answer] of connections) {
      if (answer === null || answer.closed) socket.destroy();
      else endBehind(socket, answer);
    }
    setTimeout(() => server.closeAllConnections(), GRACE).unref();
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  return server;
}
