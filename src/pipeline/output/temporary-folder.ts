import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { explainingWriteErrors } from './write-errors.ts';

/**
 * Names this machine, or container: others may work in the same folder, such as one in a home on a network, and nothing here knows their
 * processes.
 */
const HERE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
/** Of another machine, a folder that nobody has written to for this time, in milliseconds, belongs to a process that has ended. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/**
 * Makes an empty folder in `parent` for what is on its way to an output, and removes the folders of processes that have ended. Its name
 * begins with the process id. Throws a `ProblemError` if the system refuses.
 */
export function temporaryFolder(parent: string): string {
  // Other users cannot read a folder that `mkdtemp` makes, and the web server may be another user.
  const folder = join(parent, `${process.pid}-${HERE}-${randomUUID()}`);
  return explainingWriteErrors(folder, () => {
    mkdirSync(parent, { recursive: true });
    for (const name of readdirSync(parent)) {
      const [, owner, machine] = /^([0-9]+)-([0-9a-f]{8})-/.exec(name) ?? [];
      if (owner === undefined) continue;
      const path = join(parent, name);
      if (machine === HERE ? !isRunning(Number(owner)) : isAbandoned(path))
        rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    }
    mkdirSync(folder);
    return folder;
  });
}

function isAbandoned(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > ABANDONED_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
