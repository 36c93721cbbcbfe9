import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { pageLinks } from '../../../src/contract/routes.ts';
import { type RunningServer, serveOutput } from '../../support/builds/serve-output.ts';
import { joinPage } from '../../support/join-page.ts';

/** Time within which an idle server must end. Loaded machines are slow. */
const AT_ONCE_MS = 1_500;

async function startServer(out = inject('builtSite')): Promise<RunningServer> {
  const server = await serveOutput(out);
  onTestFinished(() => {
    server.process.kill('SIGKILL');
  });
  return server;
}

/** Sends a signal; resolves to the exit code and the time until the process exits, in milliseconds. */
async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<{ code: number; took: number }> {
  const exited = once(child, 'exit');
  const started = performance.now();
  child.kill(signal);
  const [code] = (await exited) as [number];
  return { code, took: performance.now() - started };
}

async function openSocket({ url }: RunningServer): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  // The server may cut the connection.
  socket.on('error', () => {});
  onTestFinished(() => {
    socket.destroy();
  });
  return socket;
}

/** Connects again and again, since a signal takes some time to arrive. */
async function connectUntilRefused(server: RunningServer): Promise<never> {
  for (;;) (await openSocket(server)).destroy();
}

describe('a server that is asked to end', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('by %s ends at once, with 0, if nobody is connected', async (signal) => {
    const { code, took } = await end((await startServer()).process, signal);
    expect(code).toBe(0);
    expect(took).toBeLessThan(AT_ONCE_MS);
  });

  test('finishes the response that a slow reader is still receiving, and accepts no new connections', async () => {
    // More than the system's buffers hold, so a part of it is still in the process.
    const record = JSON.stringify({ text: 'x'.repeat(16_000_000) });
    const server = await startServer(outputWith(record));
    const socket = await openSocket(server);
    socket.write('GET /v1/datasets/big HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'readable');
    const ended = end(server.process);
    await expect(connectUntilRefused(server)).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
    let received = 0;
    let tail = '';
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      received += chunk.length;
      tail = (tail + chunk.toString('latin1', Math.max(0, chunk.length - 10))).slice(-10);
    }
    expect(received).toBeGreaterThan(2 * record.length);
    expect(tail.endsWith('"}\n]\n}\n')).toBe(true);
    expect((await ended).code).toBe(0);
  });
});

/** Makes an output with one page of two records. */
function outputWith(record: string): string {
  const out = mkdtempSync(join(tmpdir(), 'almanac-big-'));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  cpSync(join(inject('builtSite'), 'server'), join(out, 'server'), { recursive: true });
  const window = { limit: 100, offset: 0 };
  const site = { prefix: '/', pageSizes: [100] };
  const links = pageLinks(site, { kind: 'records', config: 'big' }, 2, window);
  const index = {
    page_sizes: site.pageSizes,
    links: { self: '/v1/index.json' },
    categories: [],
    datasets: [{ config: 'big', name: 'Big', row_count: 2 }],
  };
  const page = joinPage({ head: '', count: 2, links, records: [record, record] }, window);
  for (const [file, text] of Object.entries({
    'v1/index.json': JSON.stringify(index),
    'v1/datasets/big.json': page,
    'v1/datasets/big/limit/100/offset/0.json': page,
  })) {
    mkdirSync(dirname(join(out, 'client', file)), { recursive: true });
    writeFileSync(join(out, 'client', file), text);
  }
  return out;
}
