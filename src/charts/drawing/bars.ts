import type { ChartDocument } from '../../contract/chart-document.ts';
import { escapeXml } from '../../contract/escape-xml.ts';
import { shortFormat } from '../numbers.ts';
import { areSingleBins } from '../rules/single-bins.ts';
import { linearScale, numberTicks, type Tick, timeTicks, valueAxis } from './axes.ts';
import type { Area, Drawing, DrawOptions } from './frame.ts';
import { drawPositionAxis, drawValueAxis, labelAttributes, leftOf, ticksIn } from './lines.ts';
import { AXIS, QUIET, SERIES_COLOURS, SMALL_SIZE } from './style.ts';
import { pathData, svgNode } from './svg.ts';
import { cutText, textWidth } from './text-width.ts';

/** Maximum width of a bar's name, as a share of the drawing's width. */
const NAME_SHARE = 0.36;

/** Names of rows that share the height of an area, on its left, and what else is needed to draw in these rows. */
export function drawNames(labels: readonly string[], area: Area) {
  const room = (area.bottom - area.top) / Math.max(1, labels.length);
  const isNarrow = area.small > SMALL_SIZE;
  const size = isNarrow ? Math.min(area.small, Math.max(8, room * 0.9)) : Math.min(12.5, Math.max(8, room * 0.72));
  const names = labels.map((label) => cutText(label, size, area.width * NAME_SHARE));
  const left = area.left + Math.max(0, ...names.map((name) => textWidth(name, size))) + 8;
  const middle = (row: number): number => area.top + room * (row + 0.5);
  const baseline = (row: number): number => middle(row) + size * 0.36;
  const text = { 'font-size': String(Math.round(size * 10) / 10), 'direction': 'ltr' };
  const texts = names.map((name, row) => svgNode('text', { x: left - 8, y: baseline(row) }, escapeXml(name)));
  const marks = svgNode('g', { ...text, 'text-anchor': 'end' }, texts.join(''));
  return { marks, left, room, thick: Math.min(room * 0.72, 30), size, text, middle, baseline };
}

/** Draws horizontal bars that start at zero, each with its name on the left and its value at the end. */
export function drawBars(document: ChartDocument, { language }: DrawOptions, area: Area): Drawing {
  const values = document.series[0]?.values.map((value) => value ?? 0) ?? [];
  const { marks: names, left, thick, size, text, middle, baseline } = drawNames(document.x.labels, area);
  const written = values.map(shortFormat(language, document.unit, values));
  const numbers = Math.max(...written.map((text) => textWidth(text, size))) + 6;
  const [least, greatest] = [Math.min(0, ...values), Math.max(0, ...values)];
  const start = left + (least < 0 ? numbers : 0);
  const x = linearScale(least, greatest === least ? least + 1 : greatest, start, area.right - numbers);
  const bars = values.map((value, index) => {
    return pathData`M${x(0)} ${middle(index) - thick / 2}H${x(value)}v${thick}H${x(0)}z`;
  });
  const numberTexts = written.map((label, index) => {
    const value = values[index] ?? 0;
    const place = value < 0 ? { 'x': x(value) - 4, 'text-anchor': 'end' } : { x: x(value) + 4 };
    return svgNode('text', { ...place, y: baseline(index) }, escapeXml(label));
  });
  const line = pathData`M${x(0)} ${area.top}V${area.bottom}`;
  const marks = [
    svgNode('path', { class: 'chart-bar s1', d: bars.join(''), fill: SERIES_COLOURS[0] }),
    svgNode('path', { class: 'axis', d: line, stroke: AXIS }),
    names,
    svgNode('g', { class: 'quiet', fill: QUIET, ...text }, numberTexts.join('')),
  ].join('');
  return { marks };
}

/** Draws vertical bars above an axis of numbers, their logarithms, or years: those of a histogram, or those of a measure. */
export function drawColumns(document: ChartDocument, { language, texts }: DrawOptions, area: Area): Drawing {
  const { positions, kind, labels, title: axisTitle } = document.x;
  const isHistogram = document.kind === 'histogram';
  const { unit, series } = document;
  const values = series[0]?.values ?? [];
  const heights = values.map((value) => value ?? 0);
  const axis = valueAxis(heights, ticksIn(area), true, language, isHistogram ? null : unit);
  const [above, below] = isHistogram ? [18, 22] : [4, 26 + area.small];
  const [left, right] = [leftOf(axis.ticks, area), area.right - 6];
  const [top, bottom] = [area.top + above, area.bottom - below];
  const plot = { ...area, left, right, top, bottom };
  const [from, to] = [positions[0] ?? 0, positions.at(-1) ?? 1];
  const x = linearScale(from, to, left, right);
  const y = linearScale(axis.from, axis.to, bottom, top);
  const bars = values.map((value, index) => {
    if (value === null || value === 0) return '';
    const [start, end] = [x(positions[index] ?? 0), x(positions[index + 1] ?? 0)];
    // Leave a gap between bars, but make every bar wide and high enough to be visible.
    const width = Math.max(0.5, end - start - Math.min(1, (end - start) / 4));
    const height = Math.sign(value) * Math.max(0.8, Math.abs(y(0) - y(value)));
    return pathData`M${start} ${y(0)}v${-height}h${width}V${y(0)}z`;
  });
  const isSingle = areSingleBins(positions);
  const widest = Math.max(...labels.map((label) => textWidth(label, area.small)));
  const fitting = Math.max(2, Math.floor((right - left) / 80));
  const ticks =
    isSingle && (widest + 8) * labels.length <= right - left
      ? labels.map((label, index) => ({ value: (positions[index] ?? 0) + 0.5, label }))
      : kind === 'year'
        ? timeTicks(kind, from, to, fitting, language, texts.quarter)
        : numberTicks({ from, to, isLogarithmic: kind === 'log' }, fitting, language, isHistogram ? unit : null);
  // A bar for all values beyond the others is labelled itself.
  const [label = '', start = 0, end = 0] = [labels.at(-1), ...positions.slice(-2)];
  const beyond: Tick[] = /^≥|^\d+\D+$/.test(label) ? [{ value: (start + end) / 2, label }] : [];
  // Ticks between whole numbers that have a bin each would be values that cannot occur.
  const shown = ticks.filter(({ value }) => !isSingle || Number.isInteger(value));
  const quiet = labelAttributes(area);
  const title = isHistogram
    ? svgNode('text', { x: area.left, y: area.top + 4, ...quiet }, escapeXml(texts.rows))
    : svgNode('text', { 'x': right, 'y': area.bottom, 'text-anchor': 'end', ...quiet }, escapeXml(axisTitle));
  const marks = [
    drawValueAxis(axis.ticks, y, plot),
    svgNode('path', { class: 'chart-bar s1', d: bars.join(''), fill: SERIES_COLOURS[0] }),
    drawPositionAxis([...shown, ...beyond], x, plot),
    title,
  ];
  return { marks: marks.join(''), plot: [left, top, right, bottom, axis.from, axis.to] };
}
