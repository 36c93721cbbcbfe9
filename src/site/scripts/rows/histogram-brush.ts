import { element, shape } from '../element.ts';

const [WIDTH, HEIGHT] = [360, 72];

interface Brush {
  /** The edges of the bins, as they are written. */
  names: readonly string[];
  /** Writes a number of rows. */
  rows(count: number): string;
  /** Called with the indexes of the first and the last chosen bin when the pointer is lifted. */
  choose(first: number, last: number): void;
  /** Whether a bin is chosen while no pointer is drawn. */
  isChosen(bin: number): boolean;
}

/**
 * Draws the counts of bins, across which a pointer can be drawn to choose some of them. Those who have no pointer use the fields beside it,
 * so it is hidden from screen readers. `mark` shades the bins that are chosen.
 */
export function histogramBrush(counts: readonly number[], { names, rows, choose, isChosen }: Brush) {
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
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'brush', preserveAspectRatio: 'none' },
    ...bars,
  );
  const said = element('output');
  const mark = (isShaded = isChosen): void => {
    for (const [bin, bar] of bars.entries()) bar.classList.toggle('chosen', isShaded(bin));
  };
  let from: number | null = null;
  const follow = ({ type, pointerId, clientX }: PointerEvent): void => {
    const { left, width } = drawn.getBoundingClientRect();
    const at = Math.min(counts.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * counts.length)));
    if (type === 'pointerdown') {
      from = at;
      drawn.setPointerCapture(pointerId);
    }
    const [first, last] = [Math.min(from ?? at, at), Math.max(from ?? at, at)];
    const count = counts.slice(first, last + 1).reduce((sum, one) => sum + one, 0);
    said.textContent = type === 'pointerleave' ? '' : `${names[first]} – ${names[last + 1]}: ${rows(count)}`;
    if (from === null) return;
    // A finger that scrolls instead cancels.
    if (type === 'pointercancel' || type === 'pointerup') from = null;
    mark(type === 'pointercancel' ? isChosen : (bin) => bin >= first && bin <= last);
    if (type === 'pointerup') choose(first, last);
  };
  for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'pointerleave'] as const) {
    drawn.addEventListener(type, follow);
  }
  mark();
  const scale = element('p', { class: 'note scale' }, names[0] ?? '', said, names.at(-1) ?? '');
  // Bins ascend from the left in every language.
  return { drawn: element('div', { 'aria-hidden': 'true', 'dir': 'ltr' }, drawn, scale), mark };
}
