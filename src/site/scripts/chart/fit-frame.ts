import { BODIES } from '../../../charts/draw-chart.ts';
import type { Readout } from './readout.ts';

/** Draws an embedded chart at the size of its plot, now and whenever that changes. `load` loads its readout. */
export async function fitFrame(plot: HTMLElement, load: () => Promise<{ readout: Readout } | null>): Promise<void> {
  const readout = (await load())?.readout;
  // A frame may be hidden for some time.
  const draw = () => plot.clientWidth > 0 && plot.clientHeight > 0 && readout?.redraw(undefined, BODIES);
  if (readout) new ResizeObserver(draw).observe(plot);
}
