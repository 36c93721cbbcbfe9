import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

/** A response as it is received: not decompressed, and without following redirects. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Field names and values alternately, as they were sent. */
  rawHeaders: string[];
  body: Buffer;
  text: string;
}

export interface AskOptions {
  method?: string;
  headers?: Record<string, string | string[]>;
  /** How long the whole response may take, in milliseconds. */
  limit?: number;
}

/** Less than a test may take, so that the error names the request that hung. In milliseconds. */
const LIMIT_MS = 20_000;

/** Requests a path, which is sent unchanged, with `Host` and the given headers only. Rejects if the response does not end in time. */
export function askServer(
  url: string,
  path: string,
  { method = 'GET', headers = {}, limit = LIMIT_MS }: AskOptions = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: hostname, port, path, method, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const body = Buffer.concat(chunks);
        const { statusCode = 0, headers: received, rawHeaders } = incoming;
        resolve({ status: statusCode, headers: received, rawHeaders, body, text: body.toString('utf8') });
      });
    });
    outgoing.on('error', reject);
    const late = new Error(`${method} ${url}${path} has no whole response after ${limit} ms`);
    const timer = setTimeout(() => {
      outgoing.destroy(late);
      // Once a response has begun, destroying its request is no error.
      reject(late);
    }, limit);
    outgoing.on('close', () => clearTimeout(timer));
    outgoing.end();
  });
}

/**
 * Sends bytes that no HTTP client would send, one for each character. Resolves to everything that is received until the server closes the
 * connection; rejects if it does not within a time in milliseconds.
 */
export function sendText(url: string, text: string, limit = LIMIT_MS): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'));
    let received = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      received += chunk;
    });
    const timer = setTimeout(
      () => socket.destroy(new Error(`${url} has not closed the connection after ${limit} ms: ${received}`)),
      limit,
    );
    socket.on('error', reject);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(received);
    });
  });
}
