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
}

/** Requests a path, which is sent unchanged, with `Host` and the given headers only. */
export function askServer(
  url: string,
  path: string,
  { method = 'GET', headers = {} }: AskOptions = {},
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
    outgoing.end();
  });
}

/** Sends bytes that no HTTP client would send, one for each character. Resolves to everything that is received. */
export function sendText(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'));
    let received = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      received += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}
