import { once } from 'node:events';
import { type AddressInfo, createServer, Server } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepToPort } from '../../../src/hosts/node/only-port.ts';

const HOST = '127.0.0.1';
const { listen } = Server.prototype;
let other: Server;
let taken: number;

beforeEach(async () => {
  other = createServer().listen(0, HOST);
  await once(other, 'listening');
  taken = (other.address() as AddressInfo).port;
});

afterEach(() => {
  Server.prototype.listen = listen;
  other.close();
});

test('a port that is taken is refused before the program hears of it', async () => {
  const heard: string[] = [];
  keepToPort(taken, ({ code }) => heard.push(`refused ${code}`));
  const server = createServer().once('error', () => heard.push('the program'));
  server.listen(taken, HOST);
  await once(server, 'error').catch(() => {});
  expect(heard).toEqual(['refused EADDRINUSE', 'the program']);
});

test('another port than the one that is allowed is refused, and not opened', async () => {
  const refused: (string | undefined)[] = [];
  keepToPort(taken, ({ code }) => refused.push(code));
  const server = createServer().listen(0, HOST);
  await new Promise(setImmediate);
  expect([server.listening, refused]).toEqual([false, ['EADDRINUSE']]);
});

test('the port that is allowed is opened, any free one included', async () => {
  keepToPort(0, () => expect.unreachable());
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  expect((server.address() as AddressInfo).port).toBeGreaterThan(0);
  server.close();
});
