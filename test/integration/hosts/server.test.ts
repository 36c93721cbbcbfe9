import { unlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startServer } from '../../../src/hosts/node/server.ts';
import { folderWith, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { numberedRows, publishTables } from '../../support/http/fixture.ts';
import { askServer } from '../../support/http/raw-request.ts';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

let printed: string[];
let others: Map<string, unknown[]>;
const { env } = process;

beforeEach(() => {
  printed = [];
  others = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));
  process.env = { ...env, HOST: '127.0.0.1', PORT: '0' };
  vi.spyOn(console, 'error').mockImplementation((...texts: unknown[]) => {
    printed.push(texts.map((it) => (it instanceof Error ? it.message : String(it))).join(' '));
  });
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
});
afterEach(() => {
  process.env = env;
  vi.restoreAllMocks();
  for (const listener of newListeners('SIGTERM')) listener();
  for (const signal of SIGNALS) for (const listener of newListeners(signal)) process.off(signal, listener);
});

/** What a server that was started would do on a signal. */
function newListeners(signal: (typeof SIGNALS)[number]): (() => void)[] {
  return process.listeners(signal).filter((it) => !others.get(signal)?.includes(it)) as (() => void)[];
}

function publishedFolder(prefix: string): string {
  const folder = join(folderWith({}), 'client');
  publishTables({ 'economy/x': numberedRows(150) }, folder, { prefix, pageSizes: [100] });
  return folder;
}

test.each(['/', '/data/'])('a server says where it listens, with the path of the site: %s', async (prefix) => {
  const folder = publishedFolder(prefix);
  writeFiles(folder, { 'index.html': '<!doctype html>'.repeat(100) });
  await startServer(folder);
  const [line = '', ...lines] = printed;
  expect(line).toMatch(/^Almanac is listening on http:\/\/127\.0\.0\.1:\d+\/(?:data\/)?$/);
  expect(line.endsWith(prefix)).toBe(true);
  expect(lines).toEqual([]);
  expect(SIGNALS.map((signal) => newListeners(signal).length)).toEqual([1, 1]);
  const { origin } = new URL(line.slice(line.indexOf('http')));
  const headers = { 'Accept-Encoding': 'br' };
  const page = await askServer(origin, prefix, { headers });
  expect([page.status, page.headers['content-encoding']]).toEqual([200, 'br']);
  const answer = await askServer(origin, `${prefix}v1/datasets/x?limit=5&offset=7`, {
    headers: { 'If-None-Match': 'x' },
  });
  expect([answer.status, JSON.parse(answer.text).results[0].n]).toEqual([200, 7]);
  // A file that is lost is an error of the service, which is printed.
  unlinkSync(join(folder, 'v1/datasets/x/info.json'));
  expect((await askServer(origin, `${prefix}v1/datasets/x/info`)).status).toBe(500);
  expect(printed.length).toBe(2);
});

test('a server keeps pages in memory unless there is no room for any', async () => {
  const statuses: number[] = [];
  for (const size of ['16', '0']) {
    process.env.CACHE_MB = size;
    const folder = publishedFolder('/');
    printed = [];
    await startServer(folder);
    const { origin } = new URL((printed[0] ?? '').replace(/^.* /, ''));
    const path = '/v1/datasets/x?limit=5&offset=7';
    await askServer(origin, path);
    writeFileSync(join(folder, 'v1/datasets/x.json'), '');
    for (const offset of [0, 100]) {
      writeFileSync(join(folder, `v1/datasets/x/limit/100/offset/${offset}.json`), '');
    }
    statuses.push((await askServer(origin, path)).status);
  }
  expect(statuses).toEqual([200, 500]);
});

test('a server with a wrong setting prints it and does not start', async () => {
  process.env.PORT = 'abc';
  process.env.MAX_WAITING = 'many';
  await expect(startServer(publishedFolder('/'))).rejects.toThrow('exit 1');
  expect(printed.length).toBe(2);
  expect(printed.join('\n')).toContain('--port or PORT must be a whole number from 0 to 65535, not abc');
  expect(printed.join('\n')).toContain('MAX_WAITING must be a whole number from 1 to 999999, not many');
});

test('a server without an index names the folder, the reason and the file, and does not start', async () => {
  const folder = folderWith({});
  await expect(startServer(folder)).rejects.toThrow('exit 1');
  expect(printed).toEqual([
    `Cannot serve ${folder}: v1/index.json is missing: this is not a published folder. Build it again, and check that v1/index.json can be read.`,
  ]);
});

test('a server that cannot listen names the address and the settings, and does not start', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = other.address() as AddressInfo;
    process.env.PORT = String(port);
    await expect(startServer(publishedFolder('/'))).rejects.toThrow('exit 1');
    expect(printed.length).toBe(1);
    expect(printed[0]).toContain(`port ${port} on 127.0.0.1 is in use by another program`);
    expect(printed[0]).toContain('PORT');
  } finally {
    other.close();
  }
});
