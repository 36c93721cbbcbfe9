import { createServer } from 'node:net';
import type { Problem } from '../../problems/problem.ts';
import { invalidSetting } from '../../settings/parse-value.ts';

/** Tries to listen on an address. Resolves to the problem, or to null if it succeeds. Port 0 means any free port. */
export async function tryPort(host: string, port: number): Promise<Problem | null> {
  const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
  return error && listenProblem(error, host, port);
}

/** Explains why a server cannot listen on an address, and what to do. */
export function listenProblem({ code, message }: NodeJS.ErrnoException, host: string, port: number): Problem {
  const other = `--port ${port === 5000 ? 5001 : 5000}`;
  if (code === 'EADDRINUSE') {
    const help = `Stop the other program, or choose another port with ${other} or PORT in the environment.`;
    return invalidSetting(`port ${port} on ${host} is in use by another program`, help);
  }
  if (code === 'EACCES') {
    const help = `Choose a port that needs no special permission, with ${other} or PORT in the environment.`;
    return invalidSetting(`this user is not allowed to listen on port ${port} of ${host}`, help);
  }
  const help = 'Set --host, or HOST in the environment, to an address of this machine.';
  return invalidSetting(`cannot listen on ${host}:${port}: ${message}`, help);
}
