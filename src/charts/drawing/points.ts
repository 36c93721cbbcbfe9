import type { ChartDocument, ChartSeries } from '../../contract/chart-document.ts';
import { escapeXml } from '../../contract/escape-xml.ts';
import { extremes, spansMagnitudes, valuesIn } from '../extremes.ts';
import { plainUnit } from '../numbers.ts';
import { linearScale, numberTicks, type Tick, valueAxis } from './axes.ts';
import type { Area, Drawing, DrawOptions } from './frame.ts';
import { drawPositionAxis, drawValueAxis, labelAttributes, leftOf, ticksIn } from './lines.ts';
import { LINE, SERIES_COLOURS } from './style.ts';
import { pathData, svgNode } from './svg.ts';
import { cutText } from './text-width.ts';

/** Minimum extent of a map, in degrees of latitude. */
const MIN_DEGREES = 0.02;
/** Share of the extent that is left free at each side of the points. */
const MARGIN = 0.06;
/** The map needs some room for degrees with a sign. */
const [LEFT, BELOW] = [40, 22];

/**
 * Draws points on a graticule: an equirectangular projection, in which a degree of longitude in the middle of the map is as wide as it is
 * on the ground.
 */
export function drawPoints({ x, series }: ChartDocument, { language }: DrawOptions, area: Area): Drawing {
  const norths = series[0]?.values.map((value) => value ?? 0) ?? [];
  const box = { ...area, left: area.left + LEFT, bottom: area.bottom - BELOW, right: area.right - 6 };
  const [least, greatest] = extremes(valuesIn(norths)).map(({ value }) => value) as [number, number];
  const middle = (least + greatest) / 2;
  const [west = 0, east = 0] = [x.positions[0], x.positions.at(-1)];
  const flatten = Math.max(0.2, Math.cos((middle * Math.PI) / 180));
  const room = 1 + 2 * MARGIN;
  const height = Math.max(MIN_DEGREES, (greatest - least) * room);
  const width = Math.max(MIN_DEGREES, (east - west) * room);
  const unit = Math.min((box.right - box.left) / (width * flatten), (box.bottom - box.top) / height);
  /** The part of an axis of degrees that fills the map, but not beyond the ends of the Earth. */
  const span = (centre: number, pixels: number, limit: number): [from: number, to: number] => {
    const half = Math.min(limit, pixels / 2);
    const at = Math.min(limit - half, Math.max(half - limit, centre));
    return [at - half, at + half];
  };
  const [from, to] = span((west + east) / 2, (box.right - box.left) / (unit * flatten), 180);
  const [south, north] = span(middle, (box.bottom - box.top) / unit, 90);
  const plot = { ...box, right: box.left + (to - from) * unit * flatten, bottom: box.top + (north - south) * unit };
  const [across, up] = [linearScale(from, to, plot.left, plot.right), linearScale(south, north, plot.bottom, plot.top)];
  const ticksOf = (from: number, to: number, pixels: number): Tick[] => {
    const ticks = numberTicks({ from, to }, Math.max(2, Math.round(pixels / 80)), language);
    return ticks.map(({ value, label }) => ({ value, label: `${label}°` }));
  };
  const meridians = ticksOf(from, to, plot.right - plot.left);
  const lines = meridians.map(({ value }) => pathData`M${across(value)} ${plot.top}V${plot.bottom}`);
  const marks = [
    svgNode('path', { class: 'grid', d: lines.join(''), stroke: LINE }),
    drawValueAxis(ticksOf(south, north, plot.bottom - plot.top), up, plot),
    drawPositionAxis(meridians, across, plot),
    drawDots(x.positions.map(across), norths.map(up)),
  ];
  return { marks: marks.join(''), plot: [plot.left, plot.top, plot.right, plot.bottom, south, north] };
}

/** Draws points with two measures each, with an axis for each measure. */
export function drawScatter({ series }: ChartDocument, { language }: DrawOptions, area: Area): Drawing {
  const [ofRows, ofColumns] = series as readonly [ChartSeries, ChartSeries];
  const vertical = measureAxis(ofRows, ticksIn(area), language);
  const [left, right] = [leftOf(vertical.ticks, area), area.right - 6];
  const [top, bottom] = [area.top + 10 + area.small, area.bottom - 26 - area.small];
  const plot = { ...area, left, right, top, bottom };
  const horizontal = measureAxis(ofColumns, Math.max(2, Math.floor((right - left) / 80)), language);
  const across = linearScale(horizontal.from, horizontal.to, left, right);
  const up = linearScale(vertical.from, vertical.to, bottom, top);
  const title = (place: Readonly<Record<string, string | number>>, text: string): string => {
    const cut = cutText(text, area.small, area.right - area.left);
    return svgNode('text', { ...place, ...labelAttributes(area) }, escapeXml(cut));
  };
  const marks = [
    drawValueAxis(vertical.ticks, up, plot),
    drawPositionAxis(horizontal.ticks, across, plot),
    title({ x: area.left, y: area.top + 4 }, vertical.title),
    title({ 'x': right, 'y': area.bottom, 'text-anchor': 'end' }, horizontal.title),
    drawDots(horizontal.values.map(across), vertical.values.map(up)),
  ];
  return { marks: marks.join(''), plot: [left, top, right, bottom, vertical.from, vertical.to] };
}

/** Axis of a measure, logarithmic if its values span orders of magnitude, and the values as they are drawn on it. */
function measureAxis({ name, unit: whole = null, values: given }: ChartSeries, count: number, language: string) {
  const { unit } = plainUnit(whole, language);
  const title = unit === null ? name : `${name}, ${unit}`;
  const values = given.map((value) => value ?? 0);
  if (!spansMagnitudes(values)) return { title, values, ...valueAxis(values, count, false, language, whole) };
  const powers = values.map(Math.log10);
  const [least, greatest] = [Math.min(...powers), Math.max(...powers)];
  const [from, to] = [least - (greatest - least) * MARGIN, greatest + (greatest - least) * MARGIN];
  const ticks = numberTicks({ from, to, isLogarithmic: true }, count, language, whole);
  return { title, values: powers, from, to, ticks };
}

/** Draws a dot for each pair of coordinates, in their order. */
function drawDots(across: readonly number[], up: readonly number[]): string {
  return svgNode('path', {
    'class': 'chart-line chart-dots s1',
    'd': across.map((x, index) => pathData`M${x} ${up[index] ?? 0}h0`).join(''),
    'fill': 'none',
    'stroke': SERIES_COLOURS[0],
    'stroke-width': across.length > 300 ? '3.5' : '6',
    'stroke-linecap': 'round',
    'stroke-opacity': '0.7',
  });
}
