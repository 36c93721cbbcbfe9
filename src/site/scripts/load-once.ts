/**
 * Loads something when it is first asked for, and keeps it. After a failure, which `failed` announces, only those who ask with `mayRetry`
 * start another attempt; the others get null, so that a frequent event does not repeat a failing request.
 */
export function loadOnce<T>(load: () => Promise<T>, failed: () => void): (mayRetry: boolean) => Promise<T | null> {
  let loaded: Promise<T | null> | null = null;
  let hasFailed = false;
  return async (mayRetry) => {
    if (!loaded && hasFailed && !mayRetry) return null;
    loaded ??= load().catch(() => {
      loaded = null;
      hasFailed = true;
      failed();
      return null;
    });
    return loaded;
  };
}
