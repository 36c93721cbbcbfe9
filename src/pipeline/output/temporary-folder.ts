import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { removeFolder } from './remove-folder.ts';
import { explainingWriteErrors } from './write-errors.ts';

/**
 * Identifies this machine or container. Other machines may use the same folder, for example on a network drive, but their processes are not
 * visible here.
 */
const HERE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
/** Matches the name of a staging folder: the process that created it, and the machine. */
const STAGING = /^([0-9]+)-([0-9a-f]{8})-/;
/** Another machine's folder that has not been modified for this long, in milliseconds, is assumed to be abandoned. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/**
 * Creates an empty staging folder in `parent`, with a name that begins with the process ID, and removes abandoned staging folders. It is
 * removed when the process ends. Throws a `ProblemError` if the system refuses.
 */
export function temporaryFolder(parent: string): string {
  // `mkdtemp` is not used: only the current user could read the folder, but the web server may run as another user.
  const folder = join(parent, `${process.pid}-${HERE}-${randomUUID()}`);
  return explainingWriteErrors(folder, () => {
    mkdirSync(parent, { recursive: true });
    for (const name of readdirSync(parent)) {
      const [, owner, machine] = STAGING.exec(name) ?? [];
      if (owner === undefined) continue;
      const path = join(parent, name);
      const isLeft = machine === HERE ? !isRunning(Number(owner)) : isAbandoned(path);
      const failure = isLeft ? removeFolder(path) : null;
      if (failure) throw failure;
    }
    mkdirSync(folder);
    process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
    return folder;
  });
}

/**
 * Path of a folder that outlives the process with this staging folder, for use by the next one: next to the staging folder, or inside it if
 * another process has a staging folder there and may use the other.
 */
export function keptFolder(staging: string): string {
  const parent = dirname(staging);
  const isShared = readdirSync(parent).some((name) => STAGING.test(name) && name !== basename(staging));
  return join(isShared ? staging : parent, 'kept');
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
