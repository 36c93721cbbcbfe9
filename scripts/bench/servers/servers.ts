import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { Command } from '../measure.ts';
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

const HOST = '127.0.0.1';
/** Maximum time from the start of a server to its first answer. */
const START_TIMEOUT_MS = 60_000;

/** Starts Almanac's server from the output folder of a build. `flags` are options for Node. */
export async function startAlmanac(out: string, flags: readonly string[] = []): Promise<RunningServer> {
  const port = await freePort();
  const env = { HOST, PORT: String(port) };
  return start({ program: process.execPath, args: [...flags, join(out, 'server/entry.mjs')], env }, port);
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
  const { program, args, env, cwd } = onCoreOf('server', command);
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const { pid = 0 } = child;
  const server = { url: `http://${HOST}:${port}`, pid, peak: () => peakOf(pid), stop: () => stop(child) };
  const deadline = performance.now() + START_TIMEOUT_MS;
  child.once('error', (error) => {
    errors += error.message;
  });
  const answer = () => fetch(server.url).then((response) => response.arrayBuffer());
  while (!(await answer().catch(() => null))) {
    if (child.pid === undefined || child.exitCode !== null || performance.now() > deadline) {
      await server.stop();
      throw new Error(`${program} ${args.join(' ')} does not answer: ${errors}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return server;
}

function peakOf(pid: number): number {
  try {
    const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return (Number(kib) * 1024) / 1e6;
  } catch {
    return Number.NaN;
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
