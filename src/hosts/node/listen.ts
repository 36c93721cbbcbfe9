import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { refusedRequest } from '../../serve/problem-details.ts';
import { Connections } from './connections.ts';
import { problemOfParser, problemOfRequest, RefusedRequests } from './refused-requests.ts';

/** Time for the header of a request, and for a whole request with the body that no request needs, in milliseconds. */
const HEADER_MS = 15_000;
const REQUEST_MS = 30_000;
/** How often these times are checked. */
const CHECK_MS = 5_000;
/** Longer than proxies keep a connection, which is a minute in most: they would send a request into one that is being closed. */
const KEEP_ALIVE_MS = 65_000;

/**
 * Starts a server; all URLs begin with `prefix`. A request that is not valid HTTP/1.1 gets a problem. All others get to the listener: those
 * of one connection one after the other, even if the client sends them at once. On SIGTERM or SIGINT it accepts no more connections,
 * finishes the requests in flight and lets the process end. Rejects if it cannot listen on the address.
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
    // Node's own answer to a request without Host is no problem document.
    requireHostHeader: false,
  });
  // Node would not show the others, such as a second Host. Their size is limited.
  server.maxHeadersCount = 0;
  const connections = new Connections(server, maxConnections);
  const refused = new RefusedRequests(connections, prefix);
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
    // A response without its socket has others before it.
    if (outgoing.socket) respond(incoming, outgoing);
    else outgoing.once('socket', () => respond(incoming, outgoing));
  };
  server.on('request', onRequest);
  // No request needs a body, so the final response is sent at once (RFC 9110, section 10.1.1). Node closes the connection after it.
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
    // A process that goes on without the server ends by the next signal.
    server.once('close', () => process.off(signal, end));
  }
  return server;
}

/** Address of a server for clients. */
export function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Maximum bytes of a body that is read and ignored. After a request with a longer one, its connection is closed. */
const MAX_IGNORED_BODY = 1 << 16;

/**
 * Ignores the body of a request, and its wish for another protocol. The connection is closed after the response if the body is long, or if
 * its length is not known.
 */
function limitBody(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { 'content-length': length = '0', 'transfer-encoding': coding, upgrade } = incoming.headers;
  // The parser loses what follows such a request, since it could be in another protocol.
  if (upgrade !== undefined) outgoing.shouldKeepAlive = false;
  if (length === '0' && coding === undefined) return;
  if (coding !== undefined || Number(length) > MAX_IGNORED_BODY) outgoing.shouldKeepAlive = false;
  incoming.resume();
}
