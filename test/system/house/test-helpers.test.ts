import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { folderWith } from '../../support/builds/raw-data-folder.ts';
import { serveOutput } from '../../support/builds/serve-output.ts';
import { askServer, sendText } from '../../support/http/raw-request.ts';

/*
 * A server that does not answer, or is not where it says, must fail the test that needs it, with a reason, and not hang the suite.
 */

/** A server that sends a text to whoever connects, and then nothing. Resolves to its address. */
async function silentServer(text: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write(text);
    onTestFinished(() => {
      socket.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  ['sends nothing', ''],
  ['sends the head of a response only', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n'],
  ['sends a part of the body', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'],
])('a request to a server that %s is an error that names it', async (_, text) => {
  const url = await silentServer(text);
  await expect(askServer(url, '/v1', { limit: 100 })).rejects.toThrow(
    `GET ${url}/v1 has no whole response after 100 ms`,
  );
  await expect(sendText(url, 'GET', 100)).rejects.toThrow('has not closed the connection after 100 ms');
});

test.each([
  ['says nothing', 'setInterval(() => {}, 1000)', 300, /did not listen within 300 ms: it said nothing/],
  [
    'is elsewhere',
    "console.error('x listens on http://10.0.0.1:80/'); setInterval(() => {}, 1000)",
    9000,
    /does not listen on 127/,
  ],
  [
    'has no port',
    "console.error('x listens on http://127.0.0.1:NaN/'); setInterval(() => {}, 1000)",
    9000,
    /does not listen on/,
  ],
  ['ends', "console.error('no'); process.exitCode = 3", 9000, /ended with 3 before it listened: no/],
])('a server that %s does not start', async (_, code, limit, message) => {
  const out = folderWith({ 'server/entry.mjs': code });
  await expect(serveOutput(out, { limit })).rejects.toThrow(message);
});

test('a server that does not end is killed', async () => {
  const code =
    "process.on('SIGTERM', () => {}); console.error('x listens on http://127.0.0.1:1/'); setInterval(() => {}, 1000)";
  const server = await serveOutput(folderWith({ 'server/entry.mjs': code }), { limit: 1000 });
  expect(await server.stop()).toBeNull();
});
