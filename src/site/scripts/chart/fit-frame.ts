import { BODIES } from '../../../charts/draw-chart.ts';
import type { Readout } from './readout.ts';

/** Draws an embedded chart at the size of its plot, now and whenever that changes. `load` loads its readout. */
export async function fitFrame(plot: HTMLElement, load: () => Promise<{ readout: Readout } | null>): Promise<void> {
  const readout = (await load())?.readout;
  if (readout) new ResizeObserver(() => readout.redraw(undefined, BODIES)).observe(plot);
}
