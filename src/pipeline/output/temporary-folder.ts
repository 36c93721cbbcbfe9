import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from './remove-folder.ts';
import { explainingWriteErrors } from './write-errors.ts';

/**
 * Identifies this machine or container. Other machines may use the same folder, for example on a network drive, but their processes are not
 * visible here.
 */
const HERE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
/** Another machine's folder that has not been modified for this long, in milliseconds, is assumed to be abandoned. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/**
 * Creates an empty staging folder in `parent`, with a name that begins with the process ID, and removes abandoned staging folders. Throws
 * a `ProblemError` if the system refuses.
 */
export function temporaryFolder(parent: string): string {
  // `mkdtemp` is not used: only the current user could read the folder, but the web server may run as another user.
  const folder = join(parent, `${process.pid}-${HERE}-${randomUUID()}`);
  return explainingWriteErrors(folder, () => {
    mkdirSync(parent, { recursive: true });
    for (const name of readdirSync(parent)) {
      const [, owner, machine] = /^([0-9]+)-([0-9a-f]{8})-/.exec(name) ?? [];
      if (owner === undefined) continue;
      const path = join(parent, name);
      const isLeft = machine === HERE ? !isRunning(Number(owner)) : isAbandoned(path);
      const failure = isLeft ? removeFolder(path) : null;
      if (failure) throw failure;
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
