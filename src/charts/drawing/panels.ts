import type { ChartDocument } from '../../contract/chart-document.ts';
import { escapeXml } from '../../contract/escape-xml.ts';
import { plainUnit } from '../numbers.ts';
import type { Area, Drawing, DrawOptions } from './frame.ts';
import { drawLines } from './lines.ts';
import { INK, SMALL_SIZE } from './style.ts';
import { svgNode } from './svg.ts';
import { cutText } from './text-width.ts';

/** Space for the heading of a panel, and below a panel that has no times. */
const [HEADING, SPACE] = [20, 20];
/** Height of the labels of the time axis, which only the lowest panel has. */
const TIMES = 22;

/** Draws each shown series in a panel of its own, one above the other, with one time axis. Each panel is a line chart. */
export function drawPanels(document: ChartDocument, options: DrawOptions, area: Area): Drawing {
  const shown = document.series.filter((series) => series.shown);
  const height = (area.bottom - area.top - TIMES + SPACE) / shown.length;
  const panels = shown.map((series, index) => {
    const top = area.top + index * height;
    const isLast = index === shown.length - 1;
    const bottom = top + height - SPACE + (isLast ? TIMES : 0);
    const own = { ...document, unit: series.unit ?? null, series: [{ colour: index, ...series }] };
    const place = { ...area, top: top + HEADING, bottom, hasTimes: isLast };
    return { own, place, top, left: drawLines(own, options, place).plot?.[0] ?? area.left };
  });
  const left = Math.max(...panels.map((panel) => panel.left));
  const size = Math.max(12.5, area.small);
  const drawn = panels.map(({ own, place, top, left: first }) => {
    // Plots begin at the same place, whatever the widths of the numbers beside them.
    const { marks, plot = [] } = drawLines(own, options, { ...place, left: area.left + left - first });
    const [{ name = '', colour = 0 } = {}] = own.series;
    const { unit } = plainUnit(own.unit, options.language);
    const title = cutText(unit === null ? name : `${name}, ${unit}`, size, area.right - area.left);
    const x = options.direction === 'rtl' ? area.right : area.left;
    const at = { x, y: top + (area.small > SMALL_SIZE ? 6 : 5), class: `label t${colour + 1}` };
    const heading = { ...at, 'fill': INK, 'font-size': String(size), 'font-weight': '600' };
    return { marks: svgNode('text', heading, escapeXml(title)) + marks, plot };
  });
  return { marks: drawn.map(({ marks }) => marks).join(''), plot: drawn.flatMap(({ plot }) => plot) };
}
