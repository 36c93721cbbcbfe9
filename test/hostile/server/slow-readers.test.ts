import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { folderForAll } from '../../support/builds/raw-data-folder.ts';
import { peakMemory, type RunningServer, serveOutput } from '../../support/builds/serve-output.ts';
import { makeLargeOutput } from '../../support/hostile/large-output.ts';
import { TRIES } from '../../support/hostile/tally.ts';
import { askServer } from '../../support/http/raw-request.ts';

/** Most memory of the server process, in bytes. */
const MAX_MEMORY = 300_000_000;
/** Time for a small response beside an attack, in milliseconds. Loaded machines are slow. */
const AT_ONCE_MS = 4_000;

const PAGE = '/v1/datasets/large';
const PAGE_BYTES = 20_000_000;

const out = folderForAll();
const sockets: Socket[] = [];

beforeAll(() => makeLargeOutput(out, inject('builtSite')));

async function serve(settings: Record<string, string>): Promise<RunningServer> {
  const server = await serveOutput(out, { settings });
  onTestFinished(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await server.stop();
  });
  return server;
}

async function openConnection({ url }: RunningServer): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Requests a path over a connection whose response is not read. */
async function requestOnly(server: RunningServer, path: string): Promise<Socket> {
  const socket = await openConnection(server);
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br, gzip\r\n\r\n`);
  return socket;
}

/** Reads the rest of a connection at some bytes a second. Resolves to the number of bytes when it is closed. */
async function readSlowly(socket: Socket, bytesPerSecond: number, enough = Number.POSITIVE_INFINITY): Promise<number> {
  let received = 0;
  const started = performance.now();
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received >= enough) socket.destroy();
    const ahead = received / bytesPerSecond - (performance.now() - started) / 1000;
    if (ahead <= 0) return;
    socket.pause();
    setTimeout(() => socket.resume(), ahead * 1000);
  });
  if (!socket.closed) await once(socket.resume(), 'close');
  return received;
}

async function askAtOnce(server: RunningServer, path: string): Promise<void> {
  const started = performance.now();
  expect((await askServer(server.url, path)).status).toBe(200);
  expect(performance.now() - started, path).toBeLessThan(AT_ONCE_MS);
}

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

test('50 clients get pages of 20 MB at once, and the memory of the server stays bounded', async () => {
  const server = await serve({ CACHE_MB: '16' });
  const tries = range(TRIES['Pages of 20 MB for many clients at once'] as number);
  const coding = { 'Accept-Encoding': 'br' };
  const lengths = tries.map(async (at) => {
    const path = at % 2 === 0 ? PAGE : `${PAGE}?limit=100&offset=${at}`;
    const { status, headers, body } = await askServer(server.url, path, { headers: coding });
    expect([status, headers['content-encoding'], headers['content-length']]).toEqual([
      200,
      undefined,
      `${body.length}`,
    ]);
    return body.length;
  });
  expect(Math.min(...(await Promise.all(lengths)))).toBeGreaterThan(PAGE_BYTES);
  expect(peakMemory(server)).toBeLessThan(MAX_MEMORY);
});

describe('readers that take nothing', () => {
  const beside = 50;

  test('cost others neither time nor memory, and a slow reader gets everything', async () => {
    const server = await serve({ CACHE_MB: '16' });
    const honest = readSlowly(await requestOnly(server, `${PAGE}?limit=10&offset=7`), 1_000_000, 2_000_000);
    for (const at of range(beside)) await requestOnly(server, at % 2 === 0 ? PAGE : `${PAGE}?limit=99&offset=${at}`);
    await askAtOnce(server, '/v1');
    await askAtOnce(server, `${PAGE}?limit=20&offset=90`);
    expect(await honest).toBeGreaterThan(2_000_000);
    expect(peakMemory(server)).toBeLessThan(MAX_MEMORY);
  });

  test('are disconnected, and so are those that take too little all the time', async () => {
    const server = await serve({ SEND_TIMEOUT: '2', MIN_SEND_RATE: '10000' });
    const stuck = range((TRIES['Readers that take nothing'] as number) - beside);
    const slow = range(TRIES['Readers that take a little at a time'] as number);
    const started = performance.now();
    const received = [
      ...stuck.map(async () => {
        const socket = await requestOnly(server, PAGE);
        // A paused socket does not notice that it is closed.
        await new Promise((resolve) => setTimeout(resolve, 4_000));
        return readSlowly(socket, 1e12);
      }),
      ...slow.map(async () => readSlowly(await requestOnly(server, PAGE), 1_000_000)),
    ];
    for (const bytes of await Promise.all(received)) expect(bytes).toBeLessThan(PAGE_BYTES);
    expect(performance.now() - started).toBeLessThan(20_000);
    await askAtOnce(server, '/v1');
  });
});

test('clients that send thousands of requests and read nothing take neither the memory nor the time of others', async () => {
  const server = await serve({ CACHE_MB: '16' });
  const [clients, each] = [20, (TRIES['Requests that pile up'] as number) / 20];
  for (const _ of range(clients)) {
    const socket = await requestOnly(server, PAGE);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(each));
  }
  await askAtOnce(server, '/v1');
  await askAtOnce(server, `${PAGE}?limit=20&offset=90`);
  expect(peakMemory(server)).toBeLessThan(MAX_MEMORY);
});

test('requests beyond the queue get 503, those in it are served later, and small responses do not wait', async () => {
  const server = await serve({ MAX_STREAMED: '4', MAX_WAITING: '4' });
  const stuck = await Promise.all(range(4).map(() => requestOnly(server, PAGE)));
  await Promise.all(stuck.map((socket) => once(socket, 'readable')));
  const asked = range((TRIES['Requests beyond the queue'] as number) - stuck.length).map(() =>
    askServer(server.url, PAGE),
  );
  const settled: number[] = [];
  for (const it of asked) it.then(({ status }) => settled.push(status));
  while (settled.length < 4) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(settled).toEqual([503, 503, 503, 503]);
  await askAtOnce(server, '/v1');
  for (const socket of stuck) socket.destroy();
  const responses = await Promise.all(asked);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 503, 503, 503, 503]);
  for (const { status, headers, text } of responses) {
    if (status === 200) continue;
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
    expect(JSON.parse(text)).toMatchObject({ status: 503, type: '/api/#temporarily-unavailable', instance: PAGE });
  }
});

test('Connections that send nothing give way to new ones', async () => {
  const server = await serve({ MAX_CONNECTIONS: '100' });
  const tries = TRIES['Connections that send nothing'] as number;
  let closed = 0;
  for (let opened = 0; opened < tries; opened += 100) {
    const batch = await Promise.all(range(100).map(() => openConnection(server)));
    for (const socket of batch) socket.on('close', () => (closed += 1)).resume();
    if (opened % 500 === 0) await askAtOnce(server, '/v1');
  }
  await askAtOnce(server, '/v1');
  expect(sockets).toHaveLength(tries);
  while (closed < tries - 100) await new Promise((resolve) => setTimeout(resolve, 20));
});
