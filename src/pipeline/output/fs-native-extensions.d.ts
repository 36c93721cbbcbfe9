/** The functions that we use of a package without types. Each throws an error with the system's `code`. */
declare module 'fs-native-extensions' {
  /** Exchanges two folders or files in one step; on Windows, in three renames. */
  export function swapSync(from: string, to: string): void;
  /** Locks a file that is open for writing, until the descriptor is closed; false when another descriptor holds the lock. */
  export function tryLock(descriptor: number): boolean;
  /** Locks a file once it is free. */
  export function waitForLock(descriptor: number): Promise<void>;
}
