import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { explainingWriteErrors } from './write-errors.ts';

/**
 * Makes an empty folder in `parent` for what is on its way to an output, and removes the folders of processes that have ended. Its name begins
 * with the process id. Throws a `ProblemError` if the system refuses.
 */
export function temporaryFolder(parent: string): string {
  // Other users cannot read a folder that `mkdtemp` makes, and the web server may be another user.
  const folder = join(parent, `${process.pid}-${randomUUID()}`);
  return explainingWriteErrors(folder, () => {
    mkdirSync(parent, { recursive: true });
    for (const name of readdirSync(parent)) {
      const owner = /^([0-9]+)-/.exec(name)?.[1];
      if (owner && !isRunning(Number(owner)))
        rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 3 });
    }
    mkdirSync(folder);
    return folder;
  });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
