import type { ChartDocument, ChartSeries, TimeKind } from '../../contract/chart-document.ts';
import { escapeXml } from '../../contract/escape-xml.ts';
import { lineRuns } from '../line-runs.ts';
import { linearScale, type Scale, type Tick, timeTicks, valueAxis } from './axes.ts';
import type { Area, Drawing, DrawOptions } from './frame.ts';
import { AXIS, LINE, QUIET, SERIES_COLOURS, SMALL_SIZE } from './style.ts';
import { pathData, svgNode } from './svg.ts';
import { cutText, textWidth, wrapText } from './text-width.ts';

/** Font size of series names, except in narrow drawings, which use that of the axis labels. */
const LABEL_SIZE = 12.5;
const LABEL_LEADING = 15;
/** Series names narrower than this are never truncated next to a line. If one does not fit there, the chart gets a legend. */
const LEGEND_WIDTH = 240;
/** Maximum vertical distance between a label and the end of its line. */
const MAX_MOVED = 22;
/** Series names can be at the ends of the lines only if all lines reach this share of the width; otherwise, they are in a legend. */
const REACHES = 0.9;

interface Label {
  lines: string[];
  y: number;
  at: number;
  colour: number;
}

/** Draws the shown series of a line chart into an area. */
export function drawLines(document: ChartDocument, options: DrawOptions, area: Area): Drawing {
  const { hasTimes = true } = area;
  const shown = document.series.filter(({ shown: isShown }) => isShown);
  const { positions } = document.x;
  const faint = document.hasFaintLines ? document.series.filter(({ shown: isShown }) => !isShown) : [];
  const values = [...shown, ...faint].flatMap((series) => series.values.filter((value) => value !== null));
  const axis = valueAxis(values.length > 0 ? values : [0], ticksIn(area), false, options.language, document.unit);
  const bottom = area.bottom - (hasTimes ? 22 : 0);
  const size = Math.max(LABEL_SIZE, area.small);
  const widest = Math.max(0, ...shown.map(({ name }) => textWidth(name, size))) + 2;
  const labelWidth = Math.min(area.width * (isNarrow(area) ? 0.28 : 0.24), widest);
  const scaleY = (top: number): Scale => linearScale(axis.from, axis.to, bottom, top);
  const isNamed = shown.length > 1;
  const labels = isNamed ? endLabels(shown, positions, scaleY(area.top), labelWidth, { ...area, bottom }, size) : [];
  const legend = labels === null ? drawLegend(shown, area) : { marks: '', height: 0 };
  const right = area.right - (isNamed && labels ? labelWidth + 8 : 6);
  const plot = { ...area, left: leftOf(axis.ticks, area), top: area.top + legend.height, right, bottom };
  const x = linearScale(positions[0] ?? 0, positions.at(-1) ?? 1, plot.left, right);
  const y = scaleY(plot.top);
  const marks = [
    drawValueAxis(axis.ticks, y, plot),
    hasTimes ? drawTimeAxis(document, x, plot, options) : '',
    ...faint.map((series) => drawSeries(series, null, positions, x, y)),
    ...shown.map((series, index) => drawSeries(series, series.colour ?? index, positions, x, y)),
    legend.marks,
    ...(labels ?? []).map((label) => drawLabel(label, right + 8, size)),
  ].join('');
  return { marks, plot: [plot.left, plot.top, right, bottom, axis.from, axis.to] };
}

/** Approximate number of ticks on a value axis. */
export function ticksIn({ top, bottom }: Area): number {
  return Math.max(2, Math.min(6, Math.round((bottom - top) / 52)));
}

/** Left edge of the plot, which leaves room for the labels of the value axis. */
export function leftOf(ticks: readonly Tick[], { left, small }: Area): number {
  return left + Math.max(...ticks.map(({ label }) => textWidth(label, small))) + 8;
}

function isNarrow({ small }: Area): boolean {
  return small > SMALL_SIZE;
}

/** Draws a grid line for each tick, with its label on the left. */
export function drawValueAxis(ticks: readonly Tick[], y: Scale, plot: Area): string {
  const { left, right } = plot;
  const line = (value: number): string => pathData`M${left} ${y(value)}H${right}`;
  const hasZero = ticks.some(({ value }, index) => index > 0 && value === 0);
  const labels = ticks.map(({ value, label }) => svgNode('text', { x: left - 6, y: y(value) + 4 }, escapeXml(label)));
  return [
    svgNode('path', { class: 'grid', d: ticks.map(({ value }) => line(value)).join(''), stroke: LINE }),
    hasZero ? svgNode('path', { class: 'axis', d: line(0), stroke: AXIS }) : '',
    svgNode('g', { ...labelAttributes(plot), 'text-anchor': 'end', 'direction': 'ltr' }, labels.join('')),
  ].join('');
}

/** Attributes of the labels of axes. */
export function labelAttributes({ small }: Area) {
  return { 'class': 'quiet', 'fill': QUIET, 'font-size': String(small) };
}

/** Draws the time axis of a plot. */
export function drawTimeAxis(
  { x: { labels, positions, kind } }: ChartDocument,
  x: Scale,
  plot: Area,
  options: DrawOptions,
): string {
  const { left, right, small } = plot;
  const [from, to] = [positions[0] ?? 0, positions.at(-1) ?? 1];
  const width = Math.max(textWidth(labels[0] ?? '', small), 34) + 24;
  const few = positions.length <= 8 && positions.length * width <= right - left + width;
  const room = Math.max(2, Math.floor((right - left) / Math.max(width, 64)));
  const all = positions.map((value, index) => ({ value, label: labels[index] ?? '' }));
  const rare = few ? [] : timeTicks(kind as TimeKind, from, to, room, options.language, options.texts.quarter);
  // Only years may be labelled as the table writes them, such as `2019-20`.
  const ticks = few ? all : rare.map((tick) => (kind === 'year' && all.find((it) => it.value === tick.value)) || tick);
  return drawPositionAxis(ticks, x, plot);
}

/** Draws the horizontal axis. Leaves out ticks whose labels would overlap the previous label, or that of the last tick. */
export function drawPositionAxis(ticks: readonly Tick[], x: Scale, plot: Area): string {
  const { left, right, bottom, small, width } = plot;
  let line = pathData`M${left} ${bottom}H${right}`;
  let labels = '';
  const placed = ticks.map(({ value, label: whole }) => {
    const label = cutText(whole, small, (width - 24) / 2);
    const half = textWidth(label, small) / 2;
    // At the edges of the drawing, labels are moved inwards.
    const middle = Math.min(Math.max(x(value), 2 + half), width - 2 - half);
    return { value, label, middle, from: middle - half - 8, to: middle + half };
  });
  const last = placed.at(-1);
  let end = Number.NEGATIVE_INFINITY;
  for (const tick of placed) {
    if (tick.from < end || (last && tick !== last && tick !== placed[0] && tick.to > last.from)) continue;
    end = tick.to;
    line += pathData`M${x(tick.value)} ${bottom}v5`;
    labels += svgNode('text', { x: tick.middle, y: bottom + 18 }, escapeXml(tick.label));
  }
  return [
    svgNode('path', { class: 'axis', d: line, stroke: AXIS, fill: 'none' }),
    svgNode('g', { ...labelAttributes(plot), 'text-anchor': 'middle', 'direction': 'ltr' }, labels),
  ].join('');
}

/** Draws the line of a series, interrupted at gaps. Isolated points are drawn as dots. A line without a colour is faint. */
function drawSeries(
  series: ChartSeries,
  colour: number | null,
  positions: readonly number[],
  x: Scale,
  y: Scale,
): string {
  const name = colour === null ? 'axis' : `chart-line s${colour + 1}`;
  const stroke = colour === null ? AXIS : SERIES_COLOURS[colour % SERIES_COLOURS.length];
  const runs = lineRuns(series, positions).map((run) =>
    run.flatMap(({ position, value }, at): [number, number][] => {
      const before = series.isStepped && run[at - 1];
      return [...(before ? [[x(position), y(before.value)] as [number, number]] : []), [x(position), y(value)]];
    }),
  );
  const lines = runs.filter((run) => run.length > 1).map(relativePath);
  const points = runs.filter((run) => run.length === 1).flat();
  const dots = points.map(([left, top]) => pathData`M${left} ${top}h0`);
  const path = (parts: readonly string[], attributes: Readonly<Record<string, string>>): string => {
    const d = parts.join('');
    const common = { class: name, fill: 'none', stroke, d };
    return d === '' ? '' : svgNode('path', { ...common, ...attributes, 'stroke-linecap': 'round' });
  };
  const line = path(lines, { 'stroke-width': colour === null ? '1' : '2', 'stroke-linejoin': 'round' });
  return line + path(dots, { 'stroke-width': colour === null ? '3' : '5' });
}

/**
 * SVG path through points, in relative coordinates rounded to tenths. They take about half the space of absolute coordinates and compress
 * well, since times are usually evenly spaced. Rounding errors do not accumulate, since every step starts at the rounded end of the
 * previous one.
 */
function relativePath(points: readonly (readonly [number, number])[]): string {
  let [x, y] = [0, 0];
  const steps = points.map(([toX, toY], index) => {
    const [nextX, nextY] = [Math.round(toX * 10), Math.round(toY * 10)];
    const step = `${(nextX - x) / 10} ${(nextY - y) / 10}`;
    [x, y] = [nextX, nextY];
    return index === 0 ? `M${step}l` : step;
  });
  return (steps[0] ?? '') + steps.slice(1).join(' ');
}

/** Labels at line ends, moved apart if they overlap; null if one does not fit near its line, or if a line ends early or is empty. */
function endLabels(
  shown: readonly ChartSeries[],
  positions: readonly number[],
  y: Scale,
  width: number,
  { top, bottom }: Area,
  size: number,
): Label[] | null {
  const labels: Label[] = [];
  const span = positions.length - 1;
  for (const [index, { name, values, colour = index }] of shown.entries()) {
    const last = values.findLastIndex((value) => value !== null);
    const value = values[last];
    if (value === undefined || value === null) return null;
    const reached =
      ((positions[last] ?? 0) - (positions[0] ?? 0)) / ((positions[span] ?? 0) - (positions[0] ?? 0) || 1);
    if (reached < REACHES) return null;
    const at = y(value);
    const lines = wrapText(name, size, width, 2);
    // A legend has more room for this name.
    if (lines.join(' ') !== name.trim().replace(/\s+/gu, ' ') && textWidth(name, size) < LEGEND_WIDTH) return null;
    labels.push({ lines, y: at, at, colour });
  }
  labels.sort((a, b) => a.at - b.at);
  const height = (label: Label): number => Math.max(1, label.lines.length) * LABEL_LEADING;
  for (let round = 0; round < 60; round++) {
    for (let index = 1; index < labels.length; index++) {
      const [upper, lower] = [labels[index - 1], labels[index]];
      if (!upper || !lower) continue;
      const overlap = (height(upper) + height(lower)) / 2 - (lower.y - upper.y);
      if (overlap <= 0.01) continue;
      upper.y -= overlap / 2;
      lower.y += overlap / 2;
    }
    for (const label of labels) {
      label.y = Math.min(Math.max(label.y, top + height(label) / 2 - 8), bottom - height(label) / 2 + 4);
    }
  }
  return labels.some((label) => Math.abs(label.y - label.at) > MAX_MOVED) ? null : labels;
}

function drawLabel({ lines, y, colour }: Label, left: number, size: number): string {
  const first = y + 4.5 - ((lines.length - 1) * LABEL_LEADING) / 2;
  const place = (line: number) => ({ x: left, y: first + line * LABEL_LEADING, ...nameAttributes(colour, size) });
  return lines.map((text, line) => svgNode('text', place(line), escapeXml(text))).join('');
}

function nameAttributes(colour: number, size: number) {
  const fill = SERIES_COLOURS[colour];
  return { 'class': `label t${colour + 1}`, fill, 'font-size': String(size), 'direction': 'ltr' };
}

/** Draws the legend above the lines: the name of each series next to a sample of its line or a dot. */
export function drawLegend(shown: readonly ChartSeries[], area: Area, sample: 'line' | 'dot' = 'line') {
  const isDot = sample === 'dot';
  const [piece, space, gap] = [isDot ? 10 : 18, 6, 18];
  const size = Math.max(LABEL_SIZE, area.small);
  const room = (area.right - area.left) * (shown.length > 2 && !isNarrow(area) ? 0.44 : 0.9) - piece - space;
  let [x, row] = [area.left, 0];
  const marks = shown.map(({ name, colour: own }, index) => {
    const colour = own ?? index;
    const label = cutText(name, size, room);
    const width = piece + space + textWidth(label, size);
    if (x > area.left && x + width > area.right) [x, row] = [area.left, row + 1];
    const y = area.top + 6 + row * 18;
    const swatch = {
      class: `chart-line s${colour + 1}`,
      d: isDot ? pathData`M${x + 5} ${y}h0` : pathData`M${x} ${y}h${piece}`,
      stroke: SERIES_COLOURS[colour],
      'stroke-width': isDot ? '10' : '3',
      'stroke-linecap': isDot ? 'round' : null,
    };
    const text = { x: x + piece + space, y: y + 4.5, ...nameAttributes(colour, size) };
    x += width + gap;
    return svgNode('path', swatch) + svgNode('text', text, escapeXml(label));
  });
  return { marks: marks.join(''), height: (row + 1) * 18 + 10 };
}
