/** `package-lock.json`, of version 3, as far as it is read. */
export interface LockFile {
  packages: Record<string, { dev?: boolean; devDependencies?: Record<string, string>; [key: string]: unknown }>;
}

/**
 * The lock file of an installed package, as `npm-shrinkwrap.json`: the same versions and digests, without what is for development only. npm installs
 * them as they are named there; other package managers take newer versions of what the dependencies need, if these allow it.
 */
export function lockForUsers<T extends LockFile>(lock: T): T {
  const packages = Object.entries(lock.packages).flatMap(([path, { devDependencies: _, ...entry }]) =>
    entry.dev ? [] : [[path, entry]],
  );
  return { ...lock, packages: Object.fromEntries(packages) };
}
