/** Yields what `load` returns for each item, in order. Up to `count` further items are loaded in advance, until reading ends. */
export async function* loadAhead<Item, Loaded>(
  items: Iterable<Item>,
  count: number,
  load: (item: Item) => Promise<Loaded>,
): AsyncGenerator<Loaded, void, undefined> {
  const waiting: Promise<Loaded>[] = [];
  for (const item of items) {
    const first = waiting.length < count ? undefined : waiting.shift();
    await first;
    const loading = load(item);
    // A rejection is thrown where the result is awaited. Until then, it must not count as unhandled.
    loading.catch(() => {});
    waiting.push(loading);
    if (first) yield first;
  }
  yield* waiting;
}
