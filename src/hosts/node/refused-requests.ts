import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { methodNotAllowed, type ProblemDetails, refusedRequest } from '../../serve/problem-details.ts';
import { type ApiResponse, respondWithProblem } from '../../serve/respond.ts';
import type { Connections } from './connections.ts';

/** Problem types for some error codes of Node's HTTP server (RFC 9110, section 15.5, and RFC 6585, section 5). */
const PARSER_PROBLEMS: Readonly<Record<string, Parameters<typeof refusedRequest>[0]>> = {
  HPE_HEADER_OVERFLOW: 'header-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'content-too-large',
};

/** The problem with a request that Node's HTTP server rejects; null for a connection error. */
export function problemOfParser({ code = '' }: NodeJS.ErrnoException): ProblemDetails | null {
  const known = PARSER_PROBLEMS[code];
  if (known) return refusedRequest(known);
  return code.startsWith('HPE_') ? refusedRequest('bad-request', 'The request is not valid HTTP/1.1.') : null;
}

/** Matches a host and an optional port (RFC 3986, sections 3.2.2 and 3.2.3), either of which may be empty. */
const HOST = /^(?:(?:[A-Za-z0-9\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})*|\[[0-9A-Fa-fvV:.]+\])(?::[0-9]{0,5})?$/;

/** The problem with a request that Node's parser accepts, such as two Host fields (RFC 9112, section 3.2); null if the request is valid. */
export function problemOfRequest({ rawHeaders, httpVersion, url = '' }: IncomingMessage): ProblemDetails | null {
  let host: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return refusedRequest('bad-request', 'The request has more than one Host field.');
    host = rawHeaders[at + 1] as string;
  }
  if (host === undefined) {
    return httpVersion === '1.0' ? null : refusedRequest('bad-request', 'The request has no Host field.');
  }
  if (!HOST.test(host)) return refusedRequest('bad-request', 'The Host field is not a valid host.');
  const isTarget = url.startsWith('/') || url === '*' || URL.canParse(url);
  return isTarget ? null : refusedRequest('bad-request', 'The target of the request is neither a path nor a URL.');
}

/** Returns functions that answer invalid requests, which never reach the service, and close their connections. */
export function requestRefuser(connections: Connections, prefix: string) {
  /** Connections that are being closed. The parser reports an error again for every packet that arrives meanwhile. */
  const ended = new WeakSet<Duplex>();
  const respond = (method: string, problem: ProblemDetails): ApiResponse =>
    respondWithProblem(problem, { method, url: 'http://localhost/', headers: { get: () => null } }, prefix);
  const answer = ({ method = 'GET' }: IncomingMessage, outgoing: ServerResponse, problem: ProblemDetails): void => {
    const { status, headers, body } = respond(method, problem);
    outgoing.writeHead(status, headers);
    outgoing.end(body?.[0]);
  };
  /**
   * Sends a problem once all earlier requests of the connection are answered, then closes the connection. Without a problem, closes it
   * immediately. Requests are answered without waiting for their bodies, so a late or invalid body gets no second response.
   */
  const end = (socket: Duplex, problem: ProblemDetails | null): void => {
    if (!problem || !socket.writable) {
      socket.destroy();
      return;
    }
    if (ended.has(socket)) return;
    ended.add(socket);
    const isAnswered = connections.isReceiving(socket as Socket);
    connections.whenAnswered(socket as Socket, () => {
      if (socket.writable && !isAnswered) socket.end(messageOf(respond('GET', problem)));
      (socket as Socket).destroySoon();
    });
  };
  /** Refuses a tunnel requested with CONNECT (RFC 9110, section 9.3.6), and closes the connection. */
  const endConnect = (socket: Duplex): void => {
    // Node removes its own listeners from this socket, and an error without a listener would end the process.
    socket.on('error', () => socket.destroy());
    end(socket, methodNotAllowed('CONNECT'));
  };
  return { answer, end, endConnect };
}

/** A response as bytes, for a request without a `ServerResponse`. It is the last response on its connection. */
function messageOf({ status, headers, body }: ApiResponse): Buffer {
  const fields = { ...headers, Date: new Date().toUTCString(), Connection: 'close' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), ...(body ?? [])]);
}
