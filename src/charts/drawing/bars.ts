import type { ChartDocument } from '../../contract/chart-document.ts';
import { intlNumbers } from '../../texts/intl-formats.ts';
import { plainUnit, valueFormat } from '../numbers.ts';
import { linearScale, positionTicks, valueAxis } from './axes.ts';
import type { Area, Drawing, DrawOptions } from './frame.ts';
import { drawPositionAxis, drawValueAxis } from './lines.ts';
import { AXIS, QUIET, SERIES_COLOURS, SMALL_SIZE } from './style.ts';
import { coordinate, element, escapeXml } from './svg.ts';
import { cutText, textWidth } from './text-width.ts';

/** Widest name of a bar, as a share of the drawing. */
const NAME_SHARE = 0.36;
/** Above this, numbers beside bars are written in short. */
const LARGE = 100_000;

/** Draws lying bars, one below the other: each has its name before and its value behind it. They start at zero. */
export function drawBars(document: ChartDocument, { language }: DrawOptions, area: Area): Drawing {
  const { labels } = document.x;
  const values = document.series[0]?.values.map((value) => value ?? 0) ?? [];
  const room = (area.bottom - area.top) / Math.max(1, values.length);
  const isNarrow = area.small > SMALL_SIZE;
  const size = isNarrow ? Math.min(area.small, Math.max(8, room * 0.9)) : Math.min(12.5, Math.max(8, room * 0.72));
  const most = area.width * NAME_SHARE;
  const names = labels.map((label) => cutText(label, size, most));
  const left = area.left + Math.max(...names.map((name) => textWidth(name, size))) + 8;
  const written = barNumbers(values, document.unit, language);
  const numbers = Math.max(...written.map((text) => textWidth(text, size))) + 6;
  const [least, greatest] = [Math.min(0, ...values), Math.max(0, ...values)];
  const x = linearScale(
    least,
    greatest === least ? least + 1 : greatest,
    left + (least < 0 ? numbers : 0),
    area.right - numbers,
  );
  const step = (area.bottom - area.top) / Math.max(1, values.length);
  const thick = Math.min(step * 0.72, 30);
  const middle = (index: number): number => area.top + step * (index + 0.5);
  const bars = values
    .map((value, index) => {
      const [start, end] = [x(0), x(value)];
      return `M${coordinate(start)} ${coordinate(middle(index) - thick / 2)}H${coordinate(end)}v${coordinate(thick)}H${coordinate(start)}z`;
    })
    .join('');
  const text = { 'font-size': String(Math.round(size * 10) / 10), 'direction': 'ltr' };
  const down = size * 0.36;
  const marks = [
    element('path', { class: 'chart-bar s1', d: bars, fill: SERIES_COLOURS[0] }),
    element('path', {
      class: 'axis',
      d: `M${coordinate(x(0))} ${coordinate(area.top)}V${coordinate(area.bottom)}`,
      stroke: AXIS,
    }),
    element(
      'g',
      { ...text, 'text-anchor': 'end' },
      names.map((name, index) => element('text', { x: left - 8, y: middle(index) + down }, escapeXml(name))).join(''),
    ),
    element(
      'g',
      { class: 'quiet', fill: QUIET, ...text },
      written
        .map((label, index) => {
          const value = values[index] ?? 0;
          const place = value < 0 ? { 'x': x(value) - 4, 'text-anchor': 'end' } : { x: x(value) + 4 };
          return element('text', { ...place, y: middle(index) + down }, escapeXml(label));
        })
        .join(''),
    ),
  ].join('');
  return { marks };
}

function barNumbers(values: readonly number[], unit: string | null, language: string): string[] {
  const greatest = Math.max(0, ...values.map(Math.abs)) * plainUnit(unit, language).factor;
  if (greatest < LARGE || greatest >= 1e15) return values.map(valueFormat(language, unit));
  const compact = intlNumbers(language, { notation: 'compact', maximumSignificantDigits: 3 });
  return values.map((value) => compact.format(value * plainUnit(unit, language).factor));
}

/** Draws standing bars over an axis of numbers, which touch each other. */
export function drawHistogram(document: ChartDocument, { language, texts }: DrawOptions, area: Area): Drawing {
  const { positions } = document.x;
  const counts = document.series[0]?.values.map((value) => value ?? 0) ?? [];
  const room = Math.max(2, Math.min(6, Math.round((area.bottom - area.top) / 52)));
  const axis = valueAxis(counts, room, true, language);
  const left = area.left + Math.max(...axis.ticks.map(({ label }) => textWidth(label, area.small))) + 8;
  const [top, bottom, right] = [area.top + 18, area.bottom - 22, area.right - 6];
  const [from, to] = [positions[0] ?? 0, positions.at(-1) ?? 1];
  const x = linearScale(from, to, left, right);
  const y = linearScale(axis.from, axis.to, bottom, top);
  const bars = counts
    .map((count, index) => {
      if (count === 0) return '';
      const [start, end] = [x(positions[index] ?? 0), x(positions[index + 1] ?? 0)];
      // A gap between bars, and at least a hair of each bar.
      const width = Math.max(0.5, end - start - Math.min(1, (end - start) / 4));
      const height = Math.max(0.8, bottom - y(count));
      return `M${coordinate(start)} ${coordinate(bottom)}v${coordinate(-height)}h${coordinate(width)}V${coordinate(bottom)}z`;
    })
    .join('');
  const fitting = Math.max(2, Math.floor((right - left) / 80));
  const drawn = [
    drawValueAxis(axis.ticks, y, left, right, area.small),
    element('path', { class: 'chart-bar s1', d: bars, fill: SERIES_COLOURS[0] }),
    drawPositionAxis(
      positionTicks(document.x.kind, from, to, fitting, language, texts.quarter),
      x,
      left,
      right,
      bottom,
      area,
    ),
    element(
      'text',
      { x: area.left, y: area.top + 4, class: 'quiet', fill: QUIET, 'font-size': String(area.small) },
      escapeXml(texts.rows),
    ),
  ].join('');
  return { marks: drawn, plot: [left, top, right, bottom, axis.from, axis.to] };
}
