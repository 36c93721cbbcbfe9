import type { ChartDocument } from '../../contract/chart-document.ts';
import { escapeXml } from '../../contract/escape-xml.ts';
import { shortFormat } from '../numbers.ts';
import { linearScale } from './axes.ts';
import { drawNames } from './bars.ts';
import type { Area, Drawing, DrawOptions } from './frame.ts';
import { drawLegend } from './lines.ts';
import { LINE, QUIET, SERIES_COLOURS } from './style.ts';
import { pathData, svgNode } from './svg.ts';
import { textWidth } from './text-width.ts';

/** Draws two dots for each category, joined by a line, with the name on the left and each value on the outer side of its dot. */
export function drawPairs(document: ChartDocument, { language }: DrawOptions, area: Area): Drawing {
  const shown = document.series.filter((series) => series.shown).slice(0, 2);
  const legend = drawLegend(shown, area, 'dot');
  const { labels } = document.x;
  const rows = { ...area, top: area.top + legend.height };
  const { marks: names, left, room, size, text, middle: y, baseline } = drawNames(labels, rows);
  const values = shown.flatMap((series) => series.values.map((value) => value ?? 0));
  const written = values.map(shortFormat(language, document.unit, values));
  const numbers = Math.max(0, ...written.map((text) => textWidth(text, size))) + 8;
  const drawn = shown.flatMap((series) => series.values.filter((value) => value !== null));
  const [least, greatest] = [Math.min(...drawn), Math.max(...drawn)];
  const from = least > 0 && least < greatest / 2 ? 0 : least;
  const to = greatest < 0 && greatest > least / 2 ? 0 : greatest;
  const x = linearScale(from, to, left + numbers, area.right - numbers);
  const points = shown.flatMap((series, colour) =>
    series.values.flatMap((value, row) => {
      const text = written[colour * labels.length + row] ?? '';
      return value === null ? [] : [{ colour, row, value, text }];
    }),
  );
  const lines = labels.map((_, row) => pathData`M${left} ${y(row)}H${area.right}`);
  const numberTexts = points.map(({ colour, row, value, text }) => {
    const other = shown[1 - colour]?.values[row] ?? null;
    const isLeft = other !== null && (value < other || (value === other && colour === 0));
    const place = isLeft ? { 'x': x(value) - 8, 'text-anchor': 'end' } : { x: x(value) + 8 };
    const fill = other === value ? {} : { class: `label t${colour + 1}`, fill: SERIES_COLOURS[colour] };
    return other === value && colour === 1
      ? ''
      : svgNode('text', { ...place, ...fill, y: baseline(row) }, escapeXml(text));
  });
  const marks = [
    legend.marks,
    svgNode('path', { class: 'grid', d: lines.join(''), stroke: LINE }),
    ...points.map(({ colour, row, value }) =>
      svgNode('circle', {
        ...{ class: `t${colour + 1}`, cx: x(value), cy: y(row), r: Math.min(5, room * 0.3) },
        fill: SERIES_COLOURS[colour],
      }),
    ),
    names,
    svgNode('g', { class: 'quiet', fill: QUIET, ...text }, numberTexts.join('')),
  ];
  return { marks: marks.join('') };
}
