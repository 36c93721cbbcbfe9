/** Number of positions that Page Up and Page Down move by. */
const LEAP = 10;

/** The new index for each key, given the current index and the number of positions. */
const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  PageUp: (at) => at - LEAP,
  PageDown: (at) => at + LEAP,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Whether a key, named as in `KeyboardEvent.key`, moves or closes the readout. */
export function isReadoutKey(key: string): boolean {
  return key === 'Escape' || Object.hasOwn(STEPS, key);
}

/**
 * Index of the position that a key moves to, among `count` positions; null for Escape and for keys that do not move the readout. `at` is
 * the selected index. If it is null, Arrow Left and Page Up start after the last position, and other keys before the first.
 */
export function indexAfterKey(key: string, at: number | null, count: number): number | null {
  const step = Object.hasOwn(STEPS, key) ? STEPS[key] : undefined;
  if (!step) return null;
  const start = at ?? (key === 'ArrowLeft' || key === 'PageUp' ? count : -1);
  return Math.min(count - 1, Math.max(0, step(start, count)));
}

/** Index of the position nearest to `place`; the first in a tie. Positions are ascending. All values are in axis units. */
export function nearestIndex(positions: readonly number[], place: number): number {
  const distance = (at: number): number => Math.abs((positions[at] ?? 0) - place);
  return positions.reduce((best, _, at) => (distance(at) < distance(best) ? at : best), 0);
}
