import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addressOf, listen } from '../../../src/hosts/node/listen.ts';
import { apiListener } from '../../../src/hosts/node/listener.ts';
import { createTraffic, DEFAULT_LIMITS, type Limits } from '../../../src/hosts/node/traffic.ts';
import { type Api, TooBusy } from '../../../src/serve/handle-request.ts';
import type { ApiRequest, ApiResponse } from '../../../src/serve/respond.ts';
import { exchange, openSocket } from '../../support/hostile/raw-http.ts';
import { type Answer, askServer } from '../../support/http/raw-request.ts';

interface Served {
  url: string;
  errors: unknown[];
  ask(path: string): Promise<Answer>;
}

async function serve(api: Api, given: Partial<Limits> = {}): Promise<Served> {
  const limits = { ...DEFAULT_LIMITS, ...given };
  const errors: unknown[] = [];
  const listener = apiListener(api, {
    traffic: createTraffic(limits),
    onError: (error) => errors.push(error),
    prefix: '/data/',
    others: (_, outgoing) => outgoing.writeHead(418).end(),
  });
  const server: Server = await listen(listener, '127.0.0.1', 0, { ...limits, prefix: '/data/' });
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  const url = addressOf(server, '127.0.0.1');
  return { url, errors, ask: (path) => askServer(url, path, { limit: 5_000 }) };
}

function ok(text = 'ok'): ApiResponse {
  const body = new TextEncoder().encode(text);
  return { status: 200, headers: { 'Content-Length': String(body.length) }, body: [body] };
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await pause(2);
}

test('sixteen requests are worked on at once, the others after them, and what is in memory does not wait', async () => {
  const held: (() => void)[] = [];
  let fromMemory = 0;
  const api: Api = (request) =>
    request.url.endsWith('/quick')
      ? Promise.resolve(ok('worked'))
      : new Promise((resolve) => held.push(() => resolve(ok())));
  api.fromMemory = (request) => {
    fromMemory += 1;
    return request.url.endsWith('/quick') ? ok('from memory') : undefined;
  };
  const { ask } = await serve(api);
  expect((await ask('/quick')).text).toBe('worked');
  const asked = Array.from({ length: 40 }, () => ask('/'));
  await until(() => held.length === 16);
  // Those that find everything taken are looked up in memory first.
  await until(() => fromMemory === 24);
  expect((await ask('/quick')).text).toBe('from memory');
  expect(held.length).toBe(16);
  while (held.length > 0) {
    held.shift()?.();
    await pause(1);
    expect(held.length).toBeLessThanOrEqual(16);
  }
  for (const it of asked) expect((await it).text).toBe('ok');
  expect((await ask('/quick')).text).toBe('worked');
});

test('requests that wait for a file on the disk do not keep others from being worked on', async () => {
  const closers: (() => void)[] = [];
  let working = 0;
  let most = 0;
  const api: Api = async (request) => {
    if (request.url.endsWith('/quick')) {
      working += 1;
      most = Math.max(most, working);
      await pause(5);
      working -= 1;
      return ok();
    }
    const close = await request.reserve?.(1);
    if (close) closers.push(close);
    return ok();
  };
  const { ask } = await serve(api, { maxStreamed: 1 });
  const asked = Array.from({ length: 20 }, () => ask('/'));
  await until(() => closers.length === 1);
  await pause(20);
  expect((await ask('/quick')).status).toBe(200);
  expect(closers.length).toBe(1);
  for (let at = 0; at < 20; at += 1) {
    await until(() => closers.length > at);
    closers[at]?.();
  }
  await Promise.all(asked);
  // Each gave back the place that it had, once.
  await Promise.all(Array.from({ length: 60 }, () => ask('/quick')));
  expect(most).toBe(16);
});

test('an unexpected error cuts the connection, is reported, and takes no place', async () => {
  const { url, errors, ask } = await serve(async (request) => {
    if (request.url.endsWith('/broken')) throw new Error('broken');
    return ok();
  });
  for (let at = 0; at < 20; at += 1) {
    const { responses, rest, isOpen } = await exchange(url, 'GET /broken HTTP/1.1\r\nHost: x\r\n\r\n', {
      patience: 1_000,
    });
    expect([responses.length, rest.length, isOpen]).toEqual([0, 0, false]);
  }
  expect(errors.map((error) => (error as Error).message)).toEqual(Array(20).fill('broken'));
  expect((await ask('/')).text).toBe('ok');
});

test('a request for which there is no room gets 503 as a problem, and that is no error', async () => {
  const { ask, errors } = await serve(async () => {
    throw new TooBusy();
  });
  const { status, headers, text } = await ask('/v1/x?y=1');
  expect([status, headers['cache-control'], headers['content-type']]).toEqual([
    503,
    'no-store',
    'application/problem+json; charset=utf-8',
  ]);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(JSON.parse(text)).toMatchObject({
    type: '/data/api/#temporarily-unavailable',
    detail: 'The service is receiving more requests than it can handle.',
    instance: '/v1/x?y=1',
  });
  expect(errors).toEqual([]);
});

test('a response that was begun is cut if its files cannot be read, whatever the reason', async () => {
  const { url, errors } = await serve(async (request) => {
    const error = request.url.endsWith('/busy') ? new TooBusy() : new Error('EIO');
    async function* pieces(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
      yield new Uint8Array(10).fill(97);
      throw error;
    }
    return {
      ...ok(),
      headers: { 'Content-Length': '20' },
      body: null,
      streamed: { length: 20, pieces, close: async () => {} },
    };
  });
  for (const path of ['/busy', '/broken']) {
    const { responses, rest, isOpen } = await exchange(url, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect([responses.length, isOpen]).toEqual([0, false]);
    expect(rest.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(rest.toString()).not.toContain('503');
  }
  expect(errors.map((error) => (error as Error).message)).toEqual(['EIO']);
});

test('a request that the API does not respond to is passed on', async () => {
  const { ask } = await serve(async () => null);
  for (let at = 0; at < 20; at += 1) expect((await ask('/')).status).toBe(418);
});

test('the API sees the method, the path and query on a made-up host, and the fields of a request', async () => {
  const seen: (Pick<ApiRequest, 'method' | 'url'> & { fields: (string | null)[] })[] = [];
  const { url } = await serve(async ({ method, url, headers }) => {
    seen.push({ method, url, fields: ['accept', 'x-twice', 'absent'].map((name) => headers.get(name)) });
    return ok('');
  });
  const fields = 'Host: x\r\nAccept: a\r\nX-Twice: 1\r\nX-Twice: 2\r\n';
  const targets = ['GET /a?b=c', 'HEAD http://elsewhere.example/d', 'OPTIONS *'];
  const requests = targets.map((target) => `${target} HTTP/1.1\r\n${fields}\r\n`).join('');
  await exchange(url, `${requests}GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const known = ['a', '1, 2', null];
  expect(seen).toEqual([
    { method: 'GET', url: 'http://localhost/a?b=c', fields: known },
    { method: 'HEAD', url: 'http://elsewhere.example/d', fields: known },
    { method: 'OPTIONS', url: 'http://localhost/', fields: known },
    { method: 'GET', url: 'http://localhost/', fields: [null, null, null] },
  ]);
});

describe('clients that read nothing', () => {
  /** More than the system's buffers of a connection hold. */
  const large = new Uint8Array(20_000_000);

  async function serveLarge(sendBuffer: number) {
    let answered = 0;
    const served = await serve(
      async (request) => {
        if (request.url.endsWith('/quick')) return ok();
        answered += 1;
        return { status: 200, headers: { 'Content-Length': String(large.length) }, body: [large] };
      },
      { sendBuffer, maxConnections: 100 },
    );
    const openStuck = async (): Promise<Socket> => {
      const before = answered;
      const socket = openSocket(served.url).pause();
      onTestFinished(() => {
        socket.destroy();
      });
      socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
      await until(() => answered > before);
      return socket;
    };
    return { ...served, openStuck };
  }

  test('do not keep others from being worked on', async () => {
    const { ask, openStuck } = await serveLarge(1_000_000_000);
    for (let at = 0; at < 17; at += 1) await openStuck();
    expect((await ask('/quick')).text).toBe('ok');
  });

  test('keep other large responses waiting while they take all memory for these', async () => {
    const { ask, openStuck } = await serveLarge(20_000_000);
    const stuck = await openStuck();
    const next = await openStuck();
    let received = 0;
    next.on('data', (part: Buffer) => {
      received += part.length;
    });
    next.resume();
    expect((await ask('/quick')).text).toBe('ok');
    await pause(30);
    expect(received).toBe(0);
    stuck.destroy();
    await until(() => received > large.length);
  });
});
