import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
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
}

/** Starts the Node server of a built output on a free port of 127.0.0.1. */
export async function serveOutput(
  out: string,
  { node = process.execPath, cwd, settings = {} }: ServeOptions = {},
): Promise<RunningServer> {
  const child = spawn(node, [join(out, 'server/entry.mjs')], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const found = /listens on (http:\S+)/.exec(output)?.[1];
      if (found) resolve(new URL(found).origin);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it listened: ${output}`)));
  });
  return {
    url,
    process: child,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      return child.exitCode;
    },
  };
}
