/** The part that is used of a package without types of its own. Each throws an error with the system's `code`. */
declare module 'fs-native-extensions' {
  /** Exchanges two folders or files; nobody sees one of them missing. On Windows it is three renames. */
  export function swapSync(from: string, to: string): void;
  /** Locks a file that is open for writing, until the descriptor is closed; false when another descriptor holds the lock. */
  export function tryLock(descriptor: number): boolean;
  /** Locks a file once it is free. */
  export function waitForLock(descriptor: number): Promise<void>;
}
