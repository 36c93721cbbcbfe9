/** What Windows answers while another program, such as a virus scanner or an indexer, has a file open for a moment. */
const PASSING: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** Waits between the attempts, in milliseconds: together less than two seconds. */
const WAITS_MS = [10, 20, 50, 100, 200, 500, 1000];

/**
 * Does a step that renames, and on Windows repeats it while another program may have a file of it open. Other systems rename what is open,
 * so an error is final there. Throws the last error.
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
