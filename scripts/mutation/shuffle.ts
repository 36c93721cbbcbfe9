/**
 * A copy of a list in a random order that a seed decides, so that its first n items are a uniform sample. The same seed and list give the same
 * order on every machine.
 */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = generator(seed);
  const copy = [...items];
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [copy[last], copy[other]] = [copy[other] as T, copy[last] as T];
  }
  return copy;
}

/** Random numbers from 0 to 1, exclusive, by Mulberry32 (Tommy Ettinger, public domain). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
