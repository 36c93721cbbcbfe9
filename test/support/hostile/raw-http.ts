import { connect, type Socket } from 'node:net';

/** One response as it was received. */
export interface RawResponse {
  status: number;
  /** Values by field name in lower case; those of repeated fields one after another. */
  headers: Map<string, string[]>;
  body: Buffer;
}

/** Everything that a server sent on one connection. */
export interface Exchange {
  /** Complete responses, in order. */
  responses: RawResponse[];
  /** What was received after them. */
  rest: Buffer;
  /** Whether the server left the connection open for all of the time allowed. */
  isOpen: boolean;
}

export interface ExchangeOptions {
  /** Methods of the requests, in order, as far as they decide whether a response has a body. */
  methods?: readonly string[];
  /** After this time the connection is ended, in milliseconds. */
  patience?: number;
}

/** Sends bytes, one for each character, and reads until the server closes the connection, or the patience ends. */
export function exchange(
  url: string,
  bytes: string,
  { methods = [], patience = 2_000 }: ExchangeOptions = {},
): Promise<Exchange> {
  return new Promise((resolve) => {
    const socket = openSocket(url);
    const chunks: Buffer[] = [];
    let isOpen = false;
    const timer = setTimeout(() => {
      isOpen = true;
      socket.destroy();
    }, patience);
    socket.on('connect', () => socket.write(bytes, 'latin1'));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({ ...readResponses(Buffer.concat(chunks), methods), isOpen });
    });
  });
}

/** Opens a connection. A server may cut it at any time, which is no error here. */
export function openSocket(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname).on('error', () => {});
}

function readResponses(bytes: Buffer, methods: readonly string[]): Omit<Exchange, 'isOpen'> {
  const responses: RawResponse[] = [];
  let rest = bytes;
  for (;;) {
    const read = readResponse(rest, methods[responses.length] ?? 'GET');
    if (!read) return { responses, rest };
    if (read.response.status >= 200) responses.push(read.response);
    rest = rest.subarray(read.length);
  }
}

/** Reads the first response in some bytes (RFC 9112, section 6.3); null if it is not complete. `length` is its length in bytes. */
export function readResponse(bytes: Buffer, method: string): { response: RawResponse; length: number } | null {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
  if (Number.isNaN(status)) return null;
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()]);
  }
  const start = headEnd + 4;
  const whole = (body: Buffer, length: number) => ({ response: { status, headers, body }, length });
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return whole(Buffer.alloc(0), start);
  if (headers.get('transfer-encoding')?.join() === 'chunked') return readChunks(bytes, start, whole);
  const stated = headers.get('content-length')?.join();
  const end = stated === undefined ? bytes.length : start + Number(stated);
  return bytes.length < end ? null : whole(bytes.subarray(start, end), end);
}

function readChunks<T>(bytes: Buffer, start: number, whole: (body: Buffer, length: number) => T): T | null {
  const chunks: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + 2 + size + 2;
    if (bytes.length < end) return null;
    if (size === 0) return whole(Buffer.concat(chunks), end);
    chunks.push(bytes.subarray(lineEnd + 2, end - 2));
    at = end;
  }
}

/** A client that sends one request after another on the same connection, byte for byte as given. */
export interface RawClient {
  /** Rejects if the answer is not complete within the patience. */
  ask(method: string, target: string, headers?: string): Promise<RawResponse>;
  end(): void;
}

/** Makes a client, which opens its connection again when the server has closed it. */
export function rawClient(url: string, patience = 5_000): RawClient {
  let socket: Socket | null = null;
  return {
    ask(method, target, headers = '') {
      const used = socket ?? openSocket(url).setNoDelay(true);
      socket = used;
      return new Promise((resolve, reject) => {
        const request = `${method} ${target} HTTP/1.1`;
        let received = Buffer.alloc(0);
        const settle = (): boolean => {
          const read = readResponse(received, method);
          if (!read) return false;
          clearTimeout(timer);
          used.removeAllListeners('data').removeAllListeners('close');
          if (read.response.headers.get('connection')?.join() === 'close' || used.closed) {
            used.destroy();
            socket = null;
          }
          if (read.length < received.length) reject(new Error(`more than one response to ${request}`));
          else resolve(read.response);
          return true;
        };
        const timer = setTimeout(() => {
          used.destroy();
          socket = null;
          reject(new Error(`no answer to ${request}`));
        }, patience);
        used.on('data', (chunk: Buffer) => {
          received = Buffer.concat([received, chunk]);
          settle();
        });
        used.on('close', () => {
          socket = null;
          clearTimeout(timer);
          if (!settle()) reject(new Error(`the connection was cut before the answer to ${request}`));
        });
        used.write(`${request}\r\nHost: x\r\n${headers}\r\n`, 'latin1');
      });
    },
    end: () => socket?.destroy(),
  };
}
