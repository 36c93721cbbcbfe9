import type { ChartDocument } from '../contract/chart-document.ts';
import { drawBars, drawHistogram } from './drawing/bars.ts';
import { type Area, type DrawOptions, frame } from './drawing/frame.ts';
import { drawLines } from './drawing/lines.ts';

/**
 * Draws a chart as the text of an SVG file, with its title, unit, source and licence. It is complete by itself, in the light look; on a
 * page, classes and custom properties give it the page's colours. The same document and options make the same text.
 */
export function drawChart(document: ChartDocument, options: DrawOptions): string {
  const draw = { lines: drawLines, bars: drawBars, counts: drawBars, histogram: drawHistogram }[document.kind];
  return frame(document, options, (area: Area) => draw(document, options, area));
}
