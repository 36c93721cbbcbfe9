import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { refusedRequest } from '../../serve/problem-details.ts';
import { Connections } from './connections.ts';
import { problemOfParser, problemOfRequest, requestRefuser } from './refused-requests.ts';

const HEADER_MS = 15_000;
const REQUEST_MS = 30_000;
const CHECK_MS = 5_000;
/** Time to keep idle connections open, in milliseconds. Proxies should close them first, and most do so after a minute. */
const KEEP_ALIVE_MS = 65_000;

/**
 * Starts a server. Invalid requests, CONNECT requests and those with an unknown expectation get a problem document, in which URLs begin
 * with `prefix`. Others go to the listener, one at a time for each connection, even if the client pipelines them. On SIGTERM or SIGINT, the
 * server accepts no more connections, finishes the requests in flight and lets the process end. Rejects if it cannot listen on the address.
 */
export async function listen(
  listener: RequestListener,
  host: string,
  port: number,
  { maxConnections, prefix }: { maxConnections: number; prefix: string },
): Promise<Server> {
  const server = createServer({
    optimizeEmptyRequests: true,
    headersTimeout: HEADER_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Node's own response to a request without a Host field is not a problem document.
    requireHostHeader: false,
  });
  // 0 means no limit. Node drops header fields above a limit, perhaps a second Host. Their total size is limited anyway.
  server.maxHeadersCount = 0;
  const connections = new Connections(server, maxConnections);
  const refused = requestRefuser(connections, prefix);
  const respond = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const problem = problemOfRequest(incoming);
    if (problem) refused.answer(incoming, outgoing, problem);
    else {
      limitBody(incoming, outgoing);
      listener(incoming, outgoing);
    }
  };
  const onRequest = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (!connections.begin(incoming.socket, outgoing)) return;
    // A response gets its socket once earlier responses on the same connection are sent.
    if (outgoing.socket) respond(incoming, outgoing);
    else outgoing.once('socket', () => respond(incoming, outgoing));
  };
  server.on('request', onRequest);
  // No request needs a body, so the response is sent without asking for one (RFC 9110, section 10.1.1). Node then closes the connection.
  server.on('checkContinue', onRequest);
  server.on('checkExpectation', (incoming, outgoing) => {
    if (!connections.begin(incoming.socket, outgoing)) return;
    refused.answer(incoming, outgoing, refusedRequest('expectation-failed'));
  });
  server.on('clientError', (error, socket) => refused.end(socket, problemOfParser(error)));
  server.on('connect', (_: IncomingMessage, socket: Duplex) => refused.endConnect(socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const end = (): void => connections.end(server);
    process.once(signal, end);
    // If the process still runs after the server has closed, the next signal ends the process.
    server.once('close', () => process.off(signal, end));
  }
  return server;
}

/** The URL of a server. */
export function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Maximum size of a request body to read and ignore, in bytes. After a larger one, the connection is closed. */
const MAX_IGNORED_BODY = 1 << 16;

/**
 * Ignores the body of a request, and any request for another protocol. The connection is closed after the response if another protocol is
 * requested, or if the body is too large or of unknown length.
 */
function limitBody(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { 'content-length': length = '0', 'transfer-encoding': coding, upgrade } = incoming.headers;
  // Node's parser drops everything after a request with an Upgrade field, since it could be in another protocol.
  if (upgrade !== undefined) outgoing.shouldKeepAlive = false;
  if (length === '0' && coding === undefined) return;
  if (coding !== undefined || Number(length) > MAX_IGNORED_BODY) outgoing.shouldKeepAlive = false;
  incoming.resume();
}
