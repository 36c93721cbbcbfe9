/** Positions that Page Up and Page Down pass over. */
const LEAP = 10;

/** Where each key leads from an index; the second number is how many positions there are. */
const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  PageUp: (at) => at - LEAP,
  PageDown: (at) => at + LEAP,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Whether a key, by its name in keyboard events, moves the readout or ends it. */
export function isReadoutKey(key: string): boolean {
  return key === 'Escape' || Object.hasOwn(STEPS, key);
}

/**
 * The index that a key leads to, among `count` positions, within their bounds. From null, while nothing is read out, keys that go back
 * start after the last position, others before the first. Null for Escape and for any key that does not move.
 */
export function indexAfterKey(key: string, at: number | null, count: number): number | null {
  const step = Object.hasOwn(STEPS, key) ? STEPS[key] : undefined;
  if (!step) return null;
  const start = at ?? (key === 'ArrowLeft' || key === 'PageUp' ? count : -1);
  return Math.min(count - 1, Math.max(0, step(start, count)));
}

/**
 * Index of the position that is nearest to a place; the first of equally near ones. Positions ascend, in the unit of the axis, as the place
 * does.
 */
export function nearestIndex(positions: readonly number[], place: number): number {
  let best = 0;
  positions.forEach((position, index) => {
    if (Math.abs(position - place) < Math.abs((positions[best] ?? 0) - place)) best = index;
  });
  return best;
}
