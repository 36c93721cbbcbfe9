import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

/*
 * A server whose handler a test controls: `/held` is answered when the server gets the signal SIGUSR2, and every other path at once. It says on
 * standard output on which port it listens, which request has come, and that it ends.
 */
const SERVER = `
const { listen } = await import(${JSON.stringify(pathToFileURL('src/hosts/node/listen.ts').href)});
const held = [];
const server = await listen((request, response) => {
  console.log(request.url);
  response.setHeader('Content-Length', '3');
  if (request.url === '/held') { held.push(response); return; }
  response.end('now');
}, '127.0.0.1', 0, { maxConnections: 10, prefix: '/' });
process.on('SIGUSR2', () => { for (const response of held.splice(0)) response.end('was'); });
process.once('SIGTERM', () => console.log('ending'));
console.log(server.address().port);
`;

/** A server cuts what is left after ten seconds. These connections must end by themselves. In milliseconds. */
const SOON_MS = 6000;

async function startServer(): Promise<{ child: ChildProcess; port: number; nextLine(): Promise<string> }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SERVER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string> => {
    const { value } = await lines.next();
    if (value === undefined) throw new Error('the server has ended');
    return value;
  };
  return { child, port: Number(await nextLine()), nextLine };
}

/** The exit code of a server, and the time until it exits, in milliseconds. */
async function exitOf(child: ChildProcess): Promise<{ code: number; took: number }> {
  const started = performance.now();
  const [code] = (await once(child, 'exit')) as [number];
  return { code, took: performance.now() - started };
}

async function openSocket(port: number): Promise<{ socket: Socket; received: Promise<string> }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part;
  });
  const received = once(socket, 'close').then(() => text);
  onTestFinished(() => {
    socket.destroy();
  });
  return { socket, received };
}

/** Lets a server answer what it holds, once it has received what was sent to it. */
async function release(child: ChildProcess): Promise<void> {
  await pause(200);
  child.kill('SIGUSR2');
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
}

test('a second request on a connection gets its whole response, although the server ends, and then the connection ends', async () => {
  const { child, port, nextLine } = await startServer();
  const { socket, received } = await openSocket(port);
  socket.write(get('/held'));
  expect(await nextLine()).toBe('/held');
  const exited = exitOf(child);
  child.kill('SIGTERM');
  expect(await nextLine()).toBe('ending');
  socket.write(get('/second'));
  await release(child);
  const bodies = (await received).split(/HTTP\/1\.1 200 OK[\s\S]*?\r\n\r\n/);
  expect(bodies).toEqual(['', 'was', 'now']);
  const { code, took } = await exited;
  expect(code).toBe(0);
  expect(took).toBeLessThan(SOON_MS);
});

test('a response in flight does not keep another connection open, nor the other way round', async () => {
  const { child, port, nextLine } = await startServer();
  const [busy, idle] = [await openSocket(port), await openSocket(port)];
  idle.socket.write(get('/answered'));
  expect(await nextLine()).toBe('/answered');
  await once(idle.socket, 'data');
  busy.socket.write(get('/held'));
  expect(await nextLine()).toBe('/held');
  const exited = exitOf(child);
  child.kill('SIGTERM');
  expect(await idle.received).toMatch(/\r\n\r\nnow$/);
  busy.socket.write(get('/second'));
  await release(child);
  expect((await busy.received).match(/\r\n\r\n(?:was|now)/g)).toEqual(['\r\n\r\nwas', '\r\n\r\nnow']);
  const { code, took } = await exited;
  expect(code).toBe(0);
  expect(took).toBeLessThan(SOON_MS);
});

test('a client that asks for a tunnel while its request is worked on, and resets the connection, does not end the server', async () => {
  const { port, nextLine } = await startServer();
  const leaving = await openSocket(port);
  leaving.socket.write(`${get('/held')}CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(await nextLine()).toBe('/held');
  await pause(200);
  leaving.socket.resetAndDestroy();
  await pause(200);
  const other = await openSocket(port);
  other.socket.end(get('/other'));
  expect(await nextLine()).toBe('/other');
  expect(await other.received).toMatch(/\r\n\r\nnow$/);
});
