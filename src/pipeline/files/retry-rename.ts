/** Error codes that Windows returns while another program, such as a virus scanner or an indexer, briefly has a file open. */
const PASSING: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** Delays between attempts, in milliseconds: less than two seconds in total. */
const WAITS_MS = [10, 20, 50, 100, 200, 500, 1000];

/**
 * Runs a step that renames files. On Windows, retries it while another program may have one of the files open. Other systems can rename
 * open files, so the first error is final there. Throws the last error.
 */
export function retryRename<T>(
  step: () => T,
  platform: string = process.platform,
  wait: (ms: number) => void = sleep,
): T {
  for (const ms of platform === 'win32' ? WAITS_MS : []) {
    try {
      return step();
    } catch (error) {
      if (!PASSING.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      wait(ms);
    }
  }
  return step();
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
