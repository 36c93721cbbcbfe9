import { ticks as niceTicks } from 'd3-array';
import type { ChartDocument } from '../../contract/chart-document.ts';
import { extremes, valuesIn } from '../extremes.ts';
import { tickFormat } from '../numbers.ts';
import { linearScale } from './axes.ts';
import type { Area, Drawing, DrawOptions } from './frame.ts';
import { drawPositionAxis, drawValueAxis } from './lines.ts';
import { LINE, SERIES_COLOURS } from './style.ts';
import { coordinate, svgNode } from './svg.ts';

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
  const points = new Set(
    x.positions.map((at, index) => `M${coordinate(across(at))} ${coordinate(up(norths[index] ?? 0))}h0`),
  );
  const ticksOf = (start: number, end: number, pixels: number) => {
    const places = niceTicks(start, end, Math.max(2, Math.round(pixels / 80)));
    const format = tickFormat(language, places);
    return places.map((value) => ({ value, label: `${format(value)}°` }));
  };
  const meridians = ticksOf(from, to, plot.right - plot.left);
  const lines = meridians.map(
    ({ value }) => `M${coordinate(across(value))} ${coordinate(plot.top)}V${coordinate(plot.bottom)}`,
  );
  const marks = [
    svgNode('path', { class: 'grid', d: lines.join(''), stroke: LINE }),
    drawValueAxis(ticksOf(south, north, plot.bottom - plot.top), up, plot),
    drawPositionAxis(meridians, across, plot),
    svgNode('path', {
      'class': 'chart-line s1',
      'd': [...points].join(''),
      'fill': 'none',
      'stroke': SERIES_COLOURS[0],
      'stroke-width': points.size > 300 ? '3.5' : '6',
      'stroke-linecap': 'round',
      'stroke-opacity': '0.7',
    }),
  ].join('');
  return { marks };
}
