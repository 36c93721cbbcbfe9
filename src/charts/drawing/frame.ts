import type { ChartDocument } from '../../contract/chart-document.ts';
import { escapeXml } from '../../contract/escape-xml.ts';
import { fill } from '../../texts/fill-text.ts';
import { capitalized } from '../../texts/sentences.ts';
import type { ChartTexts } from '../chart-data.ts';
import { plainUnit } from '../numbers.ts';
import { FONT, INK, NARROW_SMALL_SIZE, PAPER, QUIET, SMALL_SIZE, TEXT_SIZE, TITLE_SIZE } from './style.ts';
import { svgNode } from './svg.ts';
import { textWidth, wrapText } from './text-width.ts';

export interface DrawOptions {
  /** Width of the image in pixels. Images wider than 720 pixels are scaled up from a drawing 720 units wide. */
  width: number;
  height: number;
  /** Institution that the data comes from, or an empty string to omit the source. */
  source: string;
  /** Name of the licence; null if the publisher has not named one. */
  license: string | null;
  texts: Pick<ChartTexts, 'source' | 'licence' | 'quarter' | 'rows'>;
  /** Language tag for formatting numbers. */
  language: string;
  /** Writing direction of the page. Numbers and times always run from left to right. */
  direction?: 'ltr' | 'rtl';
  /** Prefix of the element ids. It must be unique among the drawings on a page. */
  id?: string;
  /** Whether to leave out margins, title, unit, source and licence, for pages that have them as text. */
  isBare?: boolean;
  /** Minimum height of a plot with axes, in drawing units. A lower drawing becomes higher. */
  minPlot?: number;
}

/** Size of the published drawing, in pixels. */
export const CHART_SIZE = { width: 720, height: 405 };
/** Drawings on a page, which has their words as text: for wide and for narrow windows. Phones scale the latter to 90% at least. */
export const WIDE_BARE = { width: 720, height: 360, isBare: true };
export const NARROW_SIZE = { width: 320, height: 300, isBare: true, minPlot: 202, id: 'chart-narrow' };

/** Content to draw inside a frame. */
export interface Drawing {
  marks: string;
  /**
   * Geometry for the script that shows values under the pointer: left, top, right and bottom of the plot, then the minimum and maximum of
   * the value axis; the same for each further plot. Absent if all values are labelled.
   */
  plot?: readonly number[];
}

/** A rectangle within a drawing, in drawing units. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Width of the whole drawing. */
  width: number;
  /** Font size of axis labels. */
  small: number;
  /** False for a plot above another one that has the same times. */
  hasTimes?: boolean;
}

/** Maximum width of a drawing, in units. Wider images are scaled up. */
const WIDTH = 720;
const MARGIN = 12;
/** Drawings narrower than this are for phones and use `NARROW_SMALL_SIZE`. */
const NARROW = 480;
/** Height that a second panel adds to drawings for phones. */
const SECOND_PANEL = 150;
const LEADING = 1.25;
/** Maximum length of the names of series that are a heading, in characters. */
const MAX_NAMES = 60;

/** Draws what is inside a frame, into an area of it. */
export type Body = (document: ChartDocument, options: DrawOptions, area: Area) => Drawing;

/** Draws the `svg` element of a chart: title and unit at the top, source and licence at the bottom, and what `body` draws between them. */
export function frame(document: ChartDocument, options: DrawOptions, body: Body): string {
  const { width, source, license, texts, direction = 'ltr', id = 'chart', isBare = false } = options;
  const margin = isBare ? 0 : MARGIN;
  const units = Math.min(WIDTH, width);
  const height = options.height + (units < NARROW && document.kind === 'panels' ? SECOND_PANEL : 0);
  const tall = (units * height) / width;
  const inner = units - 2 * margin;
  const isRtl = direction === 'rtl';
  const start = isRtl ? units - margin : margin;
  const small = units < NARROW ? NARROW_SMALL_SIZE : SMALL_SIZE;
  const title = isBare ? [] : wrapText(document.title, TITLE_SIZE, inner, 2, true);
  const described = subtitle(document, options.language);
  const under = isBare ? [] : wrapText(described, TEXT_SIZE, inner, 2);
  // Away from its page, a drawing says itself what it leaves out.
  const notes = isBare ? [] : wrapText(document.caption, small, inner, 2);
  const credit = [
    source === '' || isBare ? '' : fill(texts.source, { source }),
    license === null || isBare ? '' : fill(texts.licence, { licence: license }),
  ].filter(Boolean);
  const line = credit.join(' · ');
  // They are on one line if they fit, or else one below the other.
  const isShort = line !== '' && textWidth(line, small) <= inner;
  const foot = [...notes, ...(isShort ? [line] : credit.flatMap((part) => wrapText(part, small, inner, 2)))];
  const marks: string[] = [];
  let y = margin;
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
  const bottom = tall - margin - foot.length * small * LEADING - (foot.length > 0 ? 8 : 0);
  y = bottom + 8;
  write(foot, small, 'quiet', { fill: QUIET });
  const drawn = body(document, options, { left: margin, top, right: units - margin, bottom, width: units, small });
  const missing = drawn.plot ? (options.minPlot ?? 0) - ((drawn.plot[3] ?? 0) - (drawn.plot[1] ?? 0)) : 0;
  if (missing > 0) return frame(document, { ...options, height: height + missing, minPlot: 0 }, body);
  return svgNode(
    'svg',
    {
      'xmlns': 'http://www.w3.org/2000/svg',
      'class': units < NARROW ? 'chart chart-narrow' : 'chart',
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
      // Aloud, a value is nothing without its measure and what is left out.
      svgNode('desc', { id: `${id}-desc` }, escapeXml([described, document.summary].filter(Boolean).join('. '))),
      svgNode('rect', { class: 'paper', width: '100%', height: '100%', fill: PAPER }),
      drawn.marks,
      ...marks,
    ].join(''),
  );
}

/**
 * Heading of a chart on the page of a dataset with this title, and the line below it, which may be empty. A chart without a title of its own
 * has its measure as the heading; if there are several, their names, or their unit if these are long.
 */
export function headingOf(document: ChartDocument, page: string, language: string): { heading: string; below: string } {
  const { title, measure, series } = document;
  if (title !== page) return { heading: title, below: subtitle(document, language) };
  const unit = subtitle({ ...document, title: '', measure: null }, language);
  const names = series.filter(({ shown }) => shown).map(({ name }) => name);
  const joined = capitalized(names.join(', '));
  const heading = measure ? capitalized(measure) : (joined.length <= MAX_NAMES ? joined : unit) || title;
  const isSaid = subtitle({ ...document, title: '' }, language) === heading;
  return { heading, below: isSaid ? '' : unit };
}

/** Measure and unit of the values. Omits the measure if it equals the title; otherwise, omits the unit if the measure ends with it. */
export function subtitle({ measure, unit: whole, title }: ChartDocument, language: string): string {
  const said = measure !== null && measure.toLowerCase() === title.toLowerCase() ? null : measure;
  const { unit } = plainUnit(whole, language);
  const isAtEnd = unit !== null && ` ${said?.toLowerCase()}`.endsWith(` ${unit.toLowerCase()}`);
  // In `at a height of 130 cm`, the unit is that of another number.
  const isSaid = isAtEnd && !/\d\s*$/.test(said?.slice(0, -unit.length) ?? '');
  const text = [said, isSaid ? null : unit].filter((part) => part !== null && part !== '').join(', ');
  // Symbols of units keep their case: `mm` is no megametre.
  return said || /^\p{L}{4}/u.test(text) ? capitalized(text) : text;
}
