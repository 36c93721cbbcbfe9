/** Error codes that Windows returns while another program, such as a virus scanner or an indexer, briefly has a file open. */
const PASSING: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** Delays between attempts, in milliseconds: less than two seconds in total. */
const WAITS_MS = [10, 20, 50, 100, 200, 500, 1000];

/**
 * Runs a step that renames files. On Windows, retries it a few times if it fails because another program may have a file open. Other
 * systems can rename open files, so the step is run only once. Throws the error of the last attempt.
 */
export function retryRename<T>(
  step: () => T,
  platform: string = process.platform,
  wait = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
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
