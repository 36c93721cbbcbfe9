import type { ChartDocument } from '../../contract/chart-document.ts';
import { fill } from '../../texts/fill-text.ts';
import type { ChartTexts } from '../chart-data.ts';
import { plainUnit } from '../numbers.ts';
import { capitalized } from '../rules/column-names.ts';
import { FONT, INK, NARROW_SMALL_SIZE, PAPER, QUIET, SMALL_SIZE, TEXT_SIZE, TITLE_SIZE } from './style.ts';
import { escapeXml, svgNode } from './svg.ts';
import { textWidth, wrapText } from './text-width.ts';

/** How a chart is drawn. */
export interface DrawOptions {
  /** Size of the picture. A wide one is drawn as one of 720 units and enlarged. */
  width: number;
  height: number;
  /** Institution that publishes the data. */
  source: string;
  /** Name of the licence; null if the publisher names no licence. */
  license: string | null;
  texts: Pick<ChartTexts, 'source' | 'licence' | 'quarter' | 'rows'>;
  /** Language tag by whose conventions numbers are written. */
  language: string;
  /** Direction of the page's language. Numbers and times run from left to right in either. */
  direction?: 'ltr' | 'rtl';
  /** Prefix of the ids in the drawing, for pages with several. */
  id?: string;
}

/** Size of a chart on a page, and on a narrow one. */
export const CHART_SIZE = { width: 720, height: 405 };
export const NARROW_SIZE = { width: 320, height: 380 };

/** What is drawn into a frame. */
export interface Drawing {
  marks: string;
  /**
   * Position of the values, for the script that shows them: left, top, right and bottom of the axes, least and greatest value. Absent if
   * all values are written out.
   */
  plot?: readonly number[];
}

/** The rectangle in which a chart's values are drawn, in units of the drawing. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Width of the whole drawing. */
  width: number;
  /** Size of the texts on axes. */
  small: number;
}

/** Width of drawings in units, unless the picture is narrower. */
const WIDTH = 720;
const MARGIN = 12;
/** A drawing below this width is made for a phone. */
const NARROW = 480;
const LEADING = 1.25;

/**
 * A drawing's frame: its title, unit, source and licence, and around them the `svg` element. `body` draws the rest into the area between
 * them.
 */
export function frame(document: ChartDocument, options: DrawOptions, body: (area: Area) => Drawing): string {
  const { width, height, source, license, texts, direction = 'ltr', id = 'chart' } = options;
  const units = Math.min(WIDTH, width);
  const tall = (units * height) / width;
  const inner = units - 2 * MARGIN;
  const isRtl = direction === 'rtl';
  const start = isRtl ? units - MARGIN : MARGIN;
  const small = units < NARROW ? NARROW_SMALL_SIZE : SMALL_SIZE;
  const title = wrapText(document.title, TITLE_SIZE, inner, 2, true);
  const under = wrapText(subtitle(document, options.language), TEXT_SIZE, inner, 2);
  const foot = creditLines(
    source === '' ? '' : fill(texts.source, { source }),
    license === null ? '' : fill(texts.licence, { licence: license }),
    inner,
    small,
  );
  const marks: string[] = [];
  let y = MARGIN;
  const write = (lines: readonly string[], size: number, name: string, attributes: Record<string, string>): void => {
    for (const line of lines) {
      y += size * LEADING;
      const place = { x: start, y: y - size * 0.25, class: name, 'font-size': String(size), ...attributes };
      marks.push(svgNode('text', place, escapeXml(line)));
    }
  };
  write(title, TITLE_SIZE, 'title', { 'font-weight': '700' });
  write(under, TEXT_SIZE, 'quiet', { fill: QUIET });
  const top = y + 14;
  const bottom = tall - MARGIN - foot.length * small * LEADING - (foot.length > 0 ? 8 : 0);
  y = bottom + 8;
  write(foot, small, 'quiet', { fill: QUIET });
  const drawn = body({ left: MARGIN, top, right: units - MARGIN, bottom, width: units, small });
  return svgNode(
    'svg',
    {
      'xmlns': 'http://www.w3.org/2000/svg',
      'class': id === 'chart' ? id : `chart ${id}`,
      'viewBox': `0 0 ${Math.round(units)} ${Math.round(tall)}`,
      'width': String(width),
      'height': String(height),
      'data-plot': drawn.plot?.map((number) => Number(number.toPrecision(7))).join(' '),
      'role': 'img',
      'aria-labelledby': `${id}-title ${id}-desc`,
      'font-family': FONT,
      'font-size': String(TEXT_SIZE),
      'fill': INK,
      ...(isRtl ? { direction } : {}),
    },
    [
      svgNode('title', { id: `${id}-title` }, escapeXml(document.title)),
      svgNode('desc', { id: `${id}-desc` }, escapeXml(document.summary)),
      svgNode('rect', { class: 'paper', width: '100%', height: '100%', fill: PAPER }),
      drawn.marks,
      ...marks,
    ].join(''),
  );
}

/** What the values are and in which unit, as far as title and measure do not say it. */
function subtitle({ measure, unit: whole, title }: ChartDocument, language: string): string {
  const said = measure !== null && measure.toLowerCase() === title.toLowerCase() ? null : measure;
  const { unit } = plainUnit(whole, language);
  const isSaid = unit !== null && said?.toLowerCase().endsWith(` ${unit.toLowerCase()}`) === true;
  return capitalized([said, isSaid ? null : unit].filter((part) => part !== null && part !== '').join(', '));
}

/** Source and licence: in one line if they fit, else the licence below the source, each in at most two lines. */
function creditLines(source: string, licence: string, width: number, size: number): string[] {
  const parts = [source, licence].filter((part) => part !== '');
  const line = parts.join(' · ');
  if (textWidth(line, size) <= width && line !== '') return [line];
  return [...wrapText(source, size, width, 2), ...wrapText(licence, size, width, 2)];
}
