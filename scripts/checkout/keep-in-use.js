// Runs before every command of a package, so it loads nothing.

export const DAY_MS = 24 * 60 * 60 * 1000;

/** Tells others that a mirror is in use, as long as this process runs: a server loads some of its code long after its start. */
export function keepInUse(fs, folder) {
  const touch = () => fs.utimesSync(folder, new Date(), new Date());
  touch();
  setInterval(() => {
    try {
      touch();
    } catch {
      // The user has removed the caches.
    }
  }, DAY_MS).unref();
}
