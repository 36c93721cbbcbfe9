import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Command, memoryOf } from '../measure.ts';
import { readDatasets } from '../peers/pages.ts';
import { findProgram, peerFile } from '../peers.ts';
import { onCoreOf } from './load.ts';

/** A running server. `url` has no trailing slash. */
export interface RunningServer {
  url: string;
  pid: number;
  /** Peak memory of the process so far, in MB; NaN if the system does not report it. */
  peak(): number;
  stop(): Promise<void>;
}

/** A server that may not answer yet. */
interface LaunchedServer extends RunningServer {
  /** What it has printed to standard error. */
  printed(): string;
  /** Resolves once the condition holds. Until then, a condition that rejects does not hold. Rejects if the server ends or takes too long. */
  until(holds: () => Promise<boolean>): Promise<void>;
}

export const HOST = '127.0.0.1';
/** Maximum time that a server may take to start. */
const START_TIMEOUT_MS = 60_000;
/** Time between two attempts to connect. */
const RETRY_MS = 10;

/** Starts Almanac's server from the output folder of a build. */
export async function startAlmanac(out: string): Promise<RunningServer> {
  const port = await freePort();
  const env = { HOST, PORT: String(port) };
  return start({ program: process.execPath, args: [join(out, 'server/entry.mjs')], env }, port);
}

/**
 * Starts nginx as one process to serve the folder `root`. `folder` is its working folder and must not exist yet. `directives` are added to its
 * configuration. Rejects if nginx is not installed.
 */
export async function startNginx(root: string, folder: string, directives = ''): Promise<RunningServer> {
  const nginx = findProgram('nginx');
  if (nginx === null) throw new Error('it is not installed');
  mkdirSync(folder);
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, nginxConfiguration(root, folder, port, directives));
  return start({ program: nginx, args: ['-p', folder, '-c', file, '-e', join(folder, 'error.log')] }, port);
}

function nginxConfiguration(root: string, folder: string, port: number, directives: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (it) => `${it}_temp_path ${folder}/${it};`,
  );
  return `daemon off;
master_process off;
pid ${folder}/nginx.pid;
events { worker_connections 256; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  types { application/json json; }
  ${directives}
  ${temporary.join('\n  ')}
  server { listen ${HOST}:${port}; root ${root}; }
}
`;
}

/** Starts json-server, which serves the first dataset's records at `/records`. `folder` is its working folder and must not exist yet. */
export async function startJsonServer(rawData: string, folder: string): Promise<RunningServer> {
  mkdirSync(folder);
  const file = join(folder, 'db.json');
  writeFileSync(file, JSON.stringify({ records: readDatasets(rawData)[0]?.rows }));
  const port = await freePort();
  const server = peerFile('node_modules/json-server/lib/cli/bin.js');
  const args = [server, file, '--host', HOST, '--port', String(port), '--quiet'];
  return start({ program: process.execPath, args, cwd: folder }, port);
}

async function start(command: Command, port: number): Promise<RunningServer> {
  const server = launch(onCoreOf('server', command), port);
  try {
    await server.until(async () => (await (await fetch(server.url)).arrayBuffer()) !== null);
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Starts a program that serves on a port. */
export function launch({ program, args, env, cwd = process.cwd() }: Command, port: number): LaunchedServer {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'], cwd });
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  child.once('error', (error) => {
    printed += error.message;
  });
  const { pid } = child;
  const isRunning = (): boolean => pid !== undefined && child.exitCode === null && child.signalCode === null;
  return {
    url: `http://${HOST}:${port}`,
    pid: pid ?? 0,
    peak: () => memoryOf(pid, 'VmHWM'),
    printed: () => printed,
    async until(holds) {
      const deadline = performance.now() + START_TIMEOUT_MS;
      while (!(await holds().catch(() => false))) {
        if (!isRunning() || performance.now() > deadline) {
          throw new Error(`${program} ${args.join(' ')} does not answer: ${printed}`);
        }
        await pause(RETRY_MS);
      }
    },
    async stop() {
      if (!isRunning()) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
