/** Types for the functions that we use from an untyped package. If a function fails, its error has the system's error code as `code`. */
declare module 'fs-native-extensions' {
  /** Swaps two files or folders in a single step or, on Windows, with three renames. */
  export function swapSync(from: string, to: string): void;
  /** Locks a writable open file. Closing the descriptor releases the lock. Returns false if another descriptor holds the lock. */
  export function tryLock(descriptor: number): boolean;
  /** Waits until no other descriptor holds the lock on a file, then locks the file. */
  export function waitForLock(descriptor: number): Promise<void>;
}
