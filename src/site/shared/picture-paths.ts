/*
 * SVG paths of the pictures of columns. Coordinates are integers, so that a page with hundreds of columns stays small. The box of a
 * picture is `WIDTH` × `HEIGHT`, except for histograms and bars of values.
 */

export const WIDTH = 200;
export const HEIGHT = 32;
/** Width of a histogram's bar, including its gap. */
export const STEP = 10;
/** Height of a value's bar, including its gap. */
export const ROW = 4;

/** SVG path with the outline of a histogram's bars, one every `STEP` units. Bars of non-empty bins are at least one unit high. */
export function histogramBars(counts: readonly number[]): string {
  const max = Math.max(...counts, 1);
  const bars = counts.map((count) => {
    const height = count === 0 ? 0 : Math.max(1, Math.round((count / max) * HEIGHT));
    // `h1` is the gap between bars.
    return `V${HEIGHT - height}h${STEP - 1}V${HEIGHT}h1`;
  });
  return `M0 ${HEIGHT}${bars.join('')}`;
}

/** SVG path of horizontal bars, one every `ROW` units. */
export function valueBars(shares: readonly number[]): string {
  return shares.map((share, at) => `M0 ${at * ROW}h${Math.max(1, Math.round(share * WIDTH))}v${ROW - 1}H0z`).join('');
}
