import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { Connections } from '../../../src/hosts/node/connections.ts';
import { addressOf, listen } from '../../../src/hosts/node/listen.ts';
import { openSocket } from '../../support/hostile/raw-http.ts';

const HELD = 'GET /held HTTP/1.1\r\nHost: x\r\n\r\n';
const NOW = 'GET /now HTTP/1.1\r\nHost: x\r\n\r\n';

interface Client {
  socket: Socket;
  received: string;
}

const clients: Client[] = [];
const servers: Server[] = [];
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
  await nextTurn();
});

/** Waits until something holds. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await pause(2);
}

async function connectTo(server: Server): Promise<Client> {
  const accepted = once(server, 'connection');
  const client: Client = { socket: openSocket(addressOf(server, '127.0.0.1')), received: '' };
  clients.push(client);
  client.socket.setEncoding('latin1').on('data', (part: string) => {
    client.received += part;
  });
  await accepted;
  return client;
}

function answersOf({ received }: Client): number {
  return received.split('HTTP/1.1 200 OK').length - 1;
}

/** A server that answers `/now` at once, and `/held` when `release` is called. `count` is the number of requests that have come. */
async function serve(maxConnections = 100) {
  const held: ServerResponse[] = [];
  const state = { count: 0, isReleased: false };
  const server = await listen(
    (incoming, outgoing) => {
      if (incoming.url === '/held' && !state.isReleased) held.push(outgoing);
      else outgoing.end();
    },
    '127.0.0.1',
    0,
    { maxConnections, prefix: '/' },
  );
  servers.push(server);
  server.on('request', () => {
    state.count += 1;
  });
  const send = async (client: Client, request: string, times = 1): Promise<void> => {
    const enough = state.count + times;
    client.socket.write(request.repeat(times));
    await until(() => state.count >= enough);
    await pause(10);
  };
  const release = (): void => {
    state.isReleased = true;
    for (const outgoing of held.splice(0)) outgoing.end();
    state.isReleased = false;
  };
  return { server, held, state, send, release, open: () => connectTo(server) };
}

test('a server at its limit gives the place of the connection that has been idle longest to a new one', async () => {
  const { open, send } = await serve(3);
  const [first, second, third] = [await open(), await open(), await open()];
  await send(first, NOW);
  await until(() => answersOf(first) === 1);
  const fourth = await open();
  await once(second.socket, 'close');
  for (const client of [first, third, fourth]) await send(client, NOW);
  await until(() => [first, third, fourth].every((client) => client.received !== ''));
  await open();
  await once(first.socket, 'close');
  expect([third.socket.closed, fourth.socket.closed]).toEqual([false, false]);
});

test('a server at its limit whose connections all wait for an answer refuses a new one', async () => {
  const { open, send, release } = await serve(2);
  const [first, second] = [await open(), await open()];
  await send(first, HELD);
  await send(second, HELD);
  const third = await open();
  await once(third.socket, 'close');
  release();
  await until(() => answersOf(first) + answersOf(second) === 2);
  first.socket.destroy();
  await pause(20);
  const fourth = await open();
  await send(fourth, NOW);
  await until(() => answersOf(fourth) === 1);
  expect(second.socket.closed).toBe(false);
});

test('64 requests of a connection wait for their turn, 1024 more are not answered, and one more cuts it', async () => {
  const { open, send, release, server } = await serve();
  const [patient, ignored, cut] = [await open(), await open(), await open()];
  await send(patient, HELD);
  patient.socket.write(NOW.repeat(63));
  await send(ignored, HELD);
  await send(ignored, NOW, 63 + 1024);
  expect(ignored.socket.closed).toBe(false);
  cut.socket.write(HELD + NOW.repeat(63 + 1025));
  await once(cut.socket, 'close');
  expect(cut.received).toBe('');
  release();
  await once(ignored.socket, 'close');
  expect(answersOf(ignored)).toBe(64);
  await until(() => answersOf(patient) === 64);
  // Nothing was ignored, so it goes on.
  await send(patient, NOW);
  await until(() => answersOf(patient) === 65);
  expect(server.listening).toBe(true);
});

test('a server that ends closes idle connections at once, answers what it has begun, and after ten seconds cuts the rest', async () => {
  const held: ServerResponse[] = [];
  const server = createServer((_, outgoing) => {
    if (connections.begin(outgoing.req.socket, outgoing)) held.push(outgoing);
  });
  const connections = new Connections(server, 10);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const [idle, answered, stuck] = [await connectTo(server), await connectTo(server), await connectTo(server)];
  answered.socket.write(HELD);
  await until(() => held.length === 1);
  stuck.socket.write(HELD);
  await until(() => held.length === 2);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    connections.end(server);
    expect(server.listening).toBe(false);
    await once(idle.socket, 'close');
    held[0]?.end();
    await once(answered.socket, 'close');
    expect(answersOf(answered)).toBe(1);
    vi.advanceTimersByTime(9_999);
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    expect(stuck.socket.closed).toBe(false);
    vi.advanceTimersByTime(1);
    await once(stuck.socket, 'close');
    expect(stuck.received).toBe('');
  } finally {
    vi.useRealTimers();
  }
});
