import { shape } from '../element.ts';

const [WIDTH, HEIGHT] = [360, 72];

/**
 * Draws the counts of bins, across which a pointer can be drawn to choose some of them. Calls `choose` with the indexes of the first and the last chosen bin
 * when the pointer is lifted. Those who have no pointer use the fields beside it, so it is hidden from screen readers.
 */
export function histogramBrush(counts: readonly number[], choose: (first: number, last: number) => void): SVGElement {
  const most = Math.max(1, ...counts);
  const width = WIDTH / counts.length;
  const bars = counts.map((count, at) => {
    // A bin with any number is seen, however few there are.
    const height = count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT);
    const [x, y] = [at * width, HEIGHT - height];
    return shape('rect', { x, y, width: Math.max(1, width - 1), height });
  });
  const drawn = shape(
    'svg',
    { 'viewBox': `0 0 ${WIDTH} ${HEIGHT}`, 'class': 'brush', 'aria-hidden': 'true', 'preserveAspectRatio': 'none' },
    ...bars,
  );
  let from: number | null = null;
  const follow = ({ type, pointerId, clientX }: PointerEvent): void => {
    const { left, width } = drawn.getBoundingClientRect();
    const at = Math.min(counts.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * counts.length)));
    if (type === 'pointerdown') {
      from = at;
      drawn.setPointerCapture(pointerId);
    }
    if (from === null) return;
    const [first, last] = [Math.min(from, at), Math.max(from, at)];
    // A finger that scrolls instead cancels.
    if (type === 'pointercancel' || type === 'pointerup') from = null;
    for (const [bin, bar] of bars.entries()) {
      bar.classList.toggle('chosen', type !== 'pointercancel' && bin >= first && bin <= last);
    }
    if (type === 'pointerup') choose(first, last);
  };
  for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const) {
    drawn.addEventListener(type, follow);
  }
  return drawn;
}
