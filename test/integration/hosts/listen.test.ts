import type { IncomingMessage, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf, listen } from '../../../src/hosts/node/listen.ts';
import { exchange, openSocket } from '../../support/hostile/raw-http.ts';
import { sendText } from '../../support/http/raw-request.ts';

let server: Server;
let url: string;
const waiting: (() => void)[] = [];
let latest: IncomingMessage;

beforeAll(async () => {
  server = await listen(
    (incoming, outgoing) => {
      const answer = (): void => {
        outgoing.setHeader('Content-Length', '2');
        outgoing.end('ok');
      };
      latest = incoming;
      if (incoming.url === '/held') waiting.push(answer);
      else answer();
    },
    '127.0.0.1',
    0,
    { maxConnections: 100, prefix: '/data/' },
  );
  url = addressOf(server, '127.0.0.1');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

function requestOf(fields: string[], { method = 'GET', target = '/v1', rest = '' } = {}): string {
  return `${method} ${target} HTTP/1.1\r\n${fields.map((field) => `${field}\r\n`).join('')}\r\n${rest}`;
}

test('the times that requests and connections have are those of the documentation', () => {
  const times = { headersTimeout: 15_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 };
  // `connectionsCheckingInterval` is how much later than that a request may be cut.
  expect(server).toMatchObject({ ...times, maxHeadersCount: 0, connectionsCheckingInterval: 5_000 });
});

test('a server waits for signals until it is closed', async () => {
  const counts = (): number[] => ['SIGTERM', 'SIGINT'].map((signal) => process.listenerCount(signal));
  const before = counts();
  const other = await listen(() => {}, '127.0.0.1', 0, { maxConnections: 1, prefix: '/' });
  expect(counts()).toEqual(before.map((count) => count + 1));
  await new Promise((resolve) => other.close(resolve));
  expect(counts()).toEqual(before);
});

test('listening on a port that is taken fails', async () => {
  const { port } = new URL(url);
  const second = listen(() => {}, '127.0.0.1', Number(port), { maxConnections: 1, prefix: '/' });
  await expect(second).rejects.toThrow('EADDRINUSE');
});

const REFUSED: [what: string, request: string, status: string, id: string, detail: string][] = [
  [
    'two Hosts',
    requestOf(['Host: a', ...Array(3000).fill('a:'), 'Host: b']),
    '400 Bad Request',
    'bad-request',
    'The request has more than one Host field.',
  ],
  ['no Host', requestOf([]), '400 Bad Request', 'bad-request', 'The request has no Host field.'],
  ['a bad Host', requestOf(['Host: a/b']), '400 Bad Request', 'bad-request', 'The Host field is not a valid host.'],
  ['no HTTP', 'garbage\r\n\r\n', '400 Bad Request', 'bad-request', 'The request is not valid HTTP/1.1.'],
  [
    'a large header',
    requestOf(['Host: x', `A: ${'a'.repeat(20_000)}`]),
    '431 Request Header Fields Too Large',
    'header-too-large',
    'The URL and the header fields of the request are longer than 16 KB in total.',
  ],
  [
    'an expectation',
    requestOf(['Host: x', 'Expect: tea']),
    '417 Expectation Failed',
    'expectation-failed',
    'The Expect field asks for something other than 100-continue.',
  ],
];

test.each(REFUSED)(
  'a request with %s gets a problem, and its connection is closed',
  async (_, request, status, id, detail) => {
    const [head = '', body = ''] = (await sendText(url, request)).split('\r\n\r\n');
    const [first, ...fields] = head.split('\r\n');
    expect(first).toBe(`HTTP/1.1 ${status}`);
    expect(fields.map((field) => field.replace(/^Date: \w{3}, .* GMT$/, 'Date: now').toLowerCase()).sort()).toEqual([
      'access-control-allow-origin: *',
      'access-control-expose-headers: accept-ranges, content-range, etag, link, retry-after',
      'cache-control: no-store',
      'connection: close',
      `content-length: ${body.length}`,
      'content-type: application/problem+json; charset=utf-8',
      'date: now',
      'vary: accept-encoding',
      'x-content-type-options: nosniff',
    ]);
    expect(JSON.parse(body)).toMatchObject({
      type: `/data/api/#${id}`,
      status: Number.parseInt(status, 10),
      detail,
      instance: '/',
    });
  },
);

test('a refused request by HEAD gets the same without a body', async () => {
  const received = await sendText(url, requestOf([], { method: 'HEAD' }));
  expect(received).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(received).toMatch(/\r\nContent-Length: \d{3}\r\n/i);
  expect(received.endsWith('\r\n\r\n')).toBe(true);
});

test('CONNECT gets a problem that lists the methods, and its connection is closed', async () => {
  const received = await sendText(url, requestOf(['Host: x'], { method: 'CONNECT', target: 'example.org:443' }));
  expect(received).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/);
  expect(received).toContain('\r\nAllow: GET, HEAD, OPTIONS\r\n');
  expect(received).toContain('\r\nConnection: close\r\n');
  expect(received).toContain('The service is read-only: it accepts GET, HEAD, OPTIONS, but not CONNECT.');
});

test('garbage in several packets gets one problem', async () => {
  const socket = openSocket(url).setNoDelay(true);
  socket.write(requestOf(['Host: x'], { target: '/held' }));
  const held = waiting.length;
  while (waiting.length === held) await pause(2);
  for (let at = 0; at < 3; at += 1) {
    socket.write('garbage\r\n\r\n');
    await pause(10);
  }
  waiting.pop()?.();
  const received = await text(socket);
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
});

test('a client that leaves after garbage, before its first answer, does no harm', async () => {
  const socket = openSocket(url).setNoDelay(true);
  const held = waiting.length;
  socket.write(
    `${requestOf(['Host: x'], { target: '/held' })}${requestOf(['Host: x'], { method: 'CONNECT', target: 'x:1' })}`,
  );
  while (waiting.length === held) await pause(2);
  socket.resetAndDestroy();
  await pause(20);
  waiting.pop()?.();
  expect((await exchange(url, requestOf(['Host: x', 'Connection: close']))).responses).toHaveLength(1);
});

test('requests of one connection get to the listener one after the other', async () => {
  const socket = openSocket(url);
  const held = waiting.length;
  const received = text(socket);
  const close = requestOf(['Host: x', 'Connection: close'], { target: '/held' });
  socket.write(requestOf(['Host: x'], { target: '/held' }) + close);
  while (waiting.length === held) await pause(2);
  await pause(20);
  expect(waiting.length).toBe(held + 1);
  waiting.pop()?.();
  while (waiting.length === held) await pause(2);
  waiting.pop()?.();
  expect((await received).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
});

test('the body of a request is received before its response, which may take long', async () => {
  const socket = openSocket(url);
  const held = waiting.length;
  const body = 'a'.repeat(65_536);
  socket.write(requestOf(['Host: x', 'Content-Length: 65536'], { method: 'POST', target: '/held', rest: body }));
  while (waiting.length === held || !latest.complete) await pause(2);
  waiting.pop()?.();
  socket.destroy();
  expect(latest.method).toBe('POST');
});

describe('the connection of a request', () => {
  const asked = (fields: string[], rest = ''): Promise<{ statuses: number[]; connection: string; isOpen: boolean }> =>
    exchange(url, requestOf(['Host: x', ...fields], { method: 'POST', rest }), { patience: 150 }).then(
      ({ responses, isOpen }) => ({
        statuses: responses.map(({ status }) => status),
        connection: responses[0]?.headers.get('connection')?.join() ?? '',
        isOpen,
      }),
    );
  const KEPT = { statuses: [200], connection: 'keep-alive', isOpen: true };
  const CLOSED = { statuses: [200], connection: 'close', isOpen: false };

  test.each([
    ['kept', 'without a body', KEPT, []],
    ['kept', 'with an empty body', KEPT, ['Content-Length: 0']],
    ['kept', 'with a body of up to 64 KB', KEPT, ['Content-Length: 65536']],
    ['closed', 'with a body of more than 64 KB', CLOSED, ['Content-Length: 65537']],
    ['closed', 'with a body of unknown length', CLOSED, ['Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['closed', 'with a body that it announces', CLOSED, ['Expect: 100-continue', 'Content-Length: 1']],
    ['closed', 'that asks for another protocol', CLOSED, ['Connection: Upgrade', 'Upgrade: h2c']],
  ])('is %s %s', async (_is, _how, expected, fields, rest = '') => {
    expect(await asked(fields, rest)).toEqual(expected);
  });

  test('is kept after a body of 64 KB, which is ignored', async () => {
    const body = 'a'.repeat(65_536);
    const request = requestOf(['Host: x', 'Content-Length: 65536'], { rest: body });
    const { responses } = await exchange(url, request + requestOf(['Host: x', 'Connection: close']));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  });

  test.each([
    ['10', 'half'],
    ['3', ''],
  ])('gets one response if its body of %s bytes ends early', async (length, half) => {
    const { hostname, port } = new URL(url);
    const socket: Socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.end(requestOf(['Host: x', `Content-Length: ${length}`], { rest: half }));
    expect((await text(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
  });
});
