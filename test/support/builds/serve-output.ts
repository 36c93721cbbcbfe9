import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The server of a built output, run as users run it. */
export interface RunningServer {
  /** Origin, without a slash at the end and without the base path. */
  url: string;
  process: ChildProcess;
  /** Stops the server. Returns its exit code; null if a signal killed it. */
  stop(): Promise<number | null>;
}

export interface ServeOptions {
  /** Program that runs the server; the one that runs the tests if absent. */
  node?: string;
  /** Folder that the server starts in. */
  cwd?: string;
  /** Settings of the server beyond its address. */
  settings?: Readonly<Record<string, string>>;
  /** How long it may take to listen, and to end, in milliseconds. */
  limit?: number;
}

/** Longer than a server waits for its last responses, and less than a hook of a test may take. In milliseconds. */
const LIMIT_MS = 25_000;

/** Starts the Node server of a built output on a free port of 127.0.0.1. Rejects if it does not say in time that it listens there. */
export async function serveOutput(
  out: string,
  { node = process.execPath, cwd, settings = {}, limit = LIMIT_MS }: ServeOptions = {},
): Promise<RunningServer> {
  const child = spawn(node, [join(out, 'server/entry.mjs')], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
  });
  const url = await addressOf(child, limit);
  return {
    url,
    process: child,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit');
        child.kill('SIGTERM');
        const timer = setTimeout(() => child.kill('SIGKILL'), limit);
        await exited;
        clearTimeout(timer);
      }
      return child.exitCode;
    },
  };
}

/** The address that a server says it listens on. If it says another thing, or nothing in time, kills the server and rejects. */
async function addressOf(child: ChildProcess, limit: number): Promise<string> {
  let output = '';
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = (what: string): void => reject(new Error(`the server ${what}: ${output || 'it said nothing'}`));
      timer = setTimeout(() => fail(`did not listen within ${limit} ms`), limit);
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const said = /listening on (\S+)\s/.exec(output)?.[1];
        if (said === undefined) return;
        const found = /^http:\/\/127\.0\.0\.1:[1-9][0-9]*(?=\/|$)/.exec(said)?.[0];
        if (found) resolve(found);
        else fail('does not listen on 127.0.0.1');
      });
      child.once('error', reject);
      child.once('exit', (code) => fail(`ended with ${code} before it listened`));
    });
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The most memory that a process has had, in bytes. Only Linux counts it. */
export function peakMemory({ process: { pid } }: RunningServer): number {
  return process.platform === 'linux'
    ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
    : 0;
}
