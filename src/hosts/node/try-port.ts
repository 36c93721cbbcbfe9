import { createServer } from 'node:net';
import type { Problem } from '../../problems/problem.ts';
import { invalidSetting } from '../../settings/parse-value.ts';

/** Tries to listen at an address; returns the problem, null if there is none. Port 0 is any free one. */
export async function tryPort(host: string, port: number): Promise<Problem | null> {
  const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
  return error && listenProblem(error, host, port);
}

/** What is wrong if a server cannot listen at an address, and what to do. */
export function listenProblem({ code, message }: NodeJS.ErrnoException, host: string, port: number): Problem {
  // A number that a person would not have chosen for something else: the one before it may be in use as well.
  const other = `--port ${port === 5000 ? 5001 : 5000}`;
  if (code === 'EADDRINUSE') {
    const help = `Stop the other program, or take another port: ${other}, or PORT in the environment.`;
    return invalidSetting(`port ${port} of ${host} is in use by another program`, help);
  }
  if (code === 'EACCES') {
    const help = `Take a port that needs no rights, such as ${other}, or set PORT in the environment.`;
    return invalidSetting(`this user may not listen on port ${port} of ${host}`, help);
  }
  const help = 'Name an address of this machine with --host, or with HOST in the environment.';
  return invalidSetting(`cannot listen on ${host}:${port}: ${message}`, help);
}
