import { readdirSync, readlinkSync } from 'node:fs';

/** Whether this process has a file open, or any file in a folder, even a removed one. */
export function isOpen(path: string): boolean {
  return readdirSync('/proc/self/fd').some((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(path);
    } catch {
      return false;
    }
  });
}
