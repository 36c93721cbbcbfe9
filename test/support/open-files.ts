import { readdirSync, readlinkSync } from 'node:fs';

/** Whether this process has a file open. */
export function isOpen(path: string): boolean {
  return readdirSync('/proc/self/fd').some((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === path;
    } catch {
      return false;
    }
  });
}
