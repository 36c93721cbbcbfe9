import type { ChartDocument } from '../contract/chart-document.ts';
import { drawBars, drawColumns } from './drawing/bars.ts';
import { type DrawOptions, frame } from './drawing/frame.ts';
import { drawLines } from './drawing/lines.ts';
import { drawPairs } from './drawing/pairs.ts';
import { drawPanels } from './drawing/panels.ts';
import { drawPoints, drawScatter } from './drawing/points.ts';
import { drawShares } from './drawing/shares.ts';

/** What is drawn in the frame of each kind of chart. */
export const BODIES = {
  lines: drawLines,
  panels: drawPanels,
  shares: drawShares,
  bars: drawBars,
  points: drawPoints,
  scatter: drawScatter,
  pairs: drawPairs,
  counts: drawBars,
  histogram: drawColumns,
  columns: drawColumns,
};

/**
 * Draws a chart as SVG markup, with its title, unit, source and licence. The drawing is self-contained, in a light theme; on a page,
 * classes and custom properties give it the page's colours. The same document and options always produce the same markup.
 */
export function drawChart(document: ChartDocument, options: DrawOptions): string {
  return frame(document, options, BODIES[document.kind]);
}
