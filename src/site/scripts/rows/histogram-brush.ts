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
  const box = {
    'viewBox': `0 0 ${WIDTH} ${HEIGHT}`,
    'class': 'brush',
    'aria-hidden': 'true',
    'preserveAspectRatio': 'none',
  };
  const drawn = shape('svg', box, ...bars);
  let from: number | null = null;
  const binAt = ({ clientX }: PointerEvent): number => {
    const { left, width } = drawn.getBoundingClientRect();
    return Math.min(counts.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * counts.length)));
  };
  const mark = (event: PointerEvent): [number, number] => {
    const [a, b] = [from ?? 0, binAt(event)];
    const chosen: [number, number] = [Math.min(a, b), Math.max(a, b)];
    for (const [at, bar] of bars.entries()) bar.classList.toggle('chosen', at >= chosen[0] && at <= chosen[1]);
    return chosen;
  };
  drawn.addEventListener('pointerdown', (event) => {
    from = binAt(event);
    drawn.setPointerCapture(event.pointerId);
    mark(event);
  });
  drawn.addEventListener('pointermove', (event) => {
    if (from !== null) mark(event);
  });
  drawn.addEventListener('pointerup', (event) => {
    if (from === null) return;
    const chosen = mark(event);
    from = null;
    choose(...chosen);
  });
  return drawn;
}
