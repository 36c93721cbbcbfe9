import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openSocket, rawClient } from '../../support/hostile/raw-http.ts';
import { TRIES } from '../../support/hostile/tally.ts';
import { useBuiltServer } from '../../support/http/built-server.ts';

const server = useBuiltServer();

const LARGE = 'GET /v1/datasets/penn-world-table?limit=100 HTTP/1.1\r\nHost: x\r\n\r\n';

/** What a client sends before it does nothing more. */
const WAYS = {
  'that read nothing': LARGE,
  'that read nothing of ten answers': LARGE.repeat(10),
  'that send half a request line': 'GET /v1/data',
  'that send half of the fields': 'GET /v1 HTTP/1.1\r\nHost: x\r\nX: ',
  'that send half a body': 'POST /v1 HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nabc',
  'that send half a chunk': 'POST /v1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nFFFF\r\nabc',
  'that send nothing': '',
};
const CLIENTS = 50;

async function stuckClient(bytes: string): Promise<Socket> {
  const socket = openSocket(server.url());
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, 'connect');
  socket.pause();
  if (bytes !== '') socket.write(bytes);
  return socket;
}

test.each(Object.entries(WAYS))('beside fifty clients %s, another is answered within a second', async (_, bytes) => {
  await Promise.all(Array.from({ length: CLIENTS }, () => stuckClient(bytes)));
  const good = rawClient(server.url());
  for (const target of ['/v1', '/v1/datasets/penn-world-table?limit=100&offset=7', '/', '/v1/nothing']) {
    const started = performance.now();
    expect((await good.ask('GET', target)).status).toBe(target === '/v1/nothing' ? 404 : 200);
    expect(performance.now() - started, target).toBeLessThan(1_000);
  }
  good.end();
});

test('clients get stuck in every way', () => {
  expect(CLIENTS * Object.keys(WAYS).length).toBe(TRIES['Clients that get stuck']);
});

test('clients that leave before the answer do no harm', async () => {
  const leaving = 300;
  for (let done = 0; done < leaving; done += 50) {
    const sockets = await Promise.all(Array.from({ length: 50 }, () => stuckClient(LARGE.repeat(5))));
    for (const socket of sockets) socket.resetAndDestroy();
  }
  const good = rawClient(server.url());
  expect((await good.ask('GET', '/v1')).status).toBe(200);
  good.end();
  expect(leaving).toBe(TRIES['Clients that leave']);
});
