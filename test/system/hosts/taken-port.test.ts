import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderWith, rawDataWith } from '../../support/builds/raw-data-folder.ts';
import { runCommand } from '../../support/builds/run-build.ts';

const HOST = '127.0.0.1';
let other: Server;
let port: string;

beforeAll(async () => {
  other = createServer().listen(0, HOST);
  await once(other, 'listening');
  port = String((other.address() as AddressInfo).port);
});

afterAll(() => void other.close());

/** The arguments of each command, of which `out` is the output. */
const COMMANDS: readonly [string, (out: string) => string[]][] = [
  ['start', (out) => ['--raw-data', rawDataWith({}), '--out', out]],
  ['dev', () => ['--raw-data', rawDataWith({})]],
  ['preview', (out) => ['--out', out]],
];

test.each(COMMANDS)(
  '%s says that its port is in use, and exits with 1, before it builds or serves',
  async (command, args) => {
    const out = join(folderWith({}), 'out');
    const ran = await runCommand(command, [...args(out), '--host', HOST, '--port', port], { PORT: '0' });
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toBe(
      `setting-invalid  port ${port} on ${HOST} is in use by another program\n    Stop the other program, or choose another port with --port 5000 or PORT in the environment.\n\n`,
    );
    expect(existsSync(out)).toBe(false);
  },
);

test('preview serves at the port that it is given, and ends without an error when it is asked to', async () => {
  const folder = folderWith({ 'out/client/index.html': 'A page' });
  const free = await freePort();
  const args = ['scripts/run.js', 'preview', '--out', join(folder, 'out'), '--host', HOST, '--port', free];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const text = async (): Promise<string> => (await fetch(`http://${HOST}:${free}/`)).text();
  await expect.poll(() => text().catch(() => ''), { timeout: 20_000 }).toBe('A page');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

async function freePort(): Promise<string> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(free);
}
