/** Number of files that are fetched at the same time, in total and from one host. */
const AT_ONCE = 8;
const AT_ONCE_FROM_HOST = 2;

/** Runs `fetch` for each item, several at a time but at most two for each host. The promise resolves once all have ended. */
export async function forEachHost<T>(
  items: readonly T[],
  hostOf: (item: T) => string,
  fetch: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const busy = new Map<string, number>();
  const isFree = (item: T): boolean => (busy.get(hostOf(item)) ?? 0) < AT_ONCE_FROM_HOST;
  // A worker that finds only busy hosts may stop, since the workers that keep them busy go on.
  const work = async (): Promise<void> => {
    for (let at = waiting.findIndex(isFree); at >= 0; at = waiting.findIndex(isFree)) {
      const [item] = waiting.splice(at, 1) as [T];
      const host = hostOf(item);
      busy.set(host, (busy.get(host) ?? 0) + 1);
      await fetch(item);
      busy.set(host, (busy.get(host) ?? 1) - 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
