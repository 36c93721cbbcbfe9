import type { ChartDocument, ChartSeries } from '../../contract/chart-document.ts';
import { lineRuns } from '../line-runs.ts';
import { shortFormat } from '../numbers.ts';
import { linearScale, valueAxis } from './axes.ts';
import { drawNames } from './bars.ts';
import type { Area, Drawing, DrawOptions } from './frame.ts';
import { drawLegend, drawTimeAxis, drawValueAxis, leftOf, ticksIn } from './lines.ts';
import { PAPER, SERIES_COLOURS } from './style.ts';
import { pathData, svgNode } from './svg.ts';
import { textWidth } from './text-width.ts';

type Shown = readonly ChartSeries[];

/** Draws parts of a whole on top of each other over time, or side by side in a bar for each category. */
export function drawShares(document: ChartDocument, options: DrawOptions, area: Area): Drawing {
  const shown = document.series.filter((series) => series.shown);
  const legend = drawLegend(shown, area, 'dot');
  const below = { ...area, top: area.top + legend.height };
  const draw: typeof drawAreas = document.x.kind === 'category' ? drawStackedBars : drawAreas;
  const drawn = draw(document, shown, options, below);
  return { ...drawn, marks: legend.marks + drawn.marks };
}

/** Ends of the parts at an index, from the start of the first; null if the whole is unknown there. */
function stack(shown: Shown, index: number): number[] | null {
  let sum = 0;
  const ends = shown.map(({ values }) => {
    sum += values[index] ?? Number.NaN;
    return sum;
  });
  return Number.isNaN(sum) ? null : [0, ...ends];
}

function fillOf(part: number) {
  return { class: `chart-bar s${part + 1}`, fill: SERIES_COLOURS[part] };
}

function drawAreas(document: ChartDocument, shown: Shown, options: DrawOptions, area: Area): Drawing {
  const { positions } = document.x;
  const axis = valueAxis([0, 100], ticksIn(area), true, options.language, null);
  const plot = { ...area, left: leftOf(axis.ticks, area), right: area.right - 6, bottom: area.bottom - 22 };
  const x = linearScale(positions[0] ?? 0, positions.at(-1) ?? 1, plot.left, plot.right);
  const y = linearScale(0, 100, plot.bottom, plot.top);
  const at = new Map(positions.map((position, index) => [position, index]));
  const runs = lineRuns(shown[0] as ChartSeries, positions).map((run) =>
    run.flatMap(({ position }) => {
      const ends = stack(shown, at.get(position) ?? 0);
      return ends ? [{ left: x(position), ends }] : [];
    }),
  );
  const outline = (run: (typeof runs)[number], part: number): string => {
    const edge = (of: number) => run.map(({ left, ends }) => pathData`${left} ${y(ends[of] ?? 0)}`);
    return `M${[...edge(part), ...edge(part + 1).reverse()].join('L')}z`;
  };
  const areas = shown.map((_, part) =>
    svgNode('path', { ...fillOf(part), d: runs.map((run) => outline(run, part)).join('') }),
  );
  const marks = [drawValueAxis(axis.ticks, y, plot), ...areas, drawTimeAxis(document, x, plot, options)].join('');
  return { marks, plot: [plot.left, plot.top, plot.right, plot.bottom, 0, 100] };
}

function drawStackedBars({ x: { labels }, unit }: ChartDocument, shown: Shown, { language }: DrawOptions, area: Area) {
  const { marks: names, left, thick, size, text, middle, baseline } = drawNames(labels, area);
  const x = linearScale(0, 100, left, area.right);
  const format = shortFormat(language, unit);
  const parts = labels.flatMap((_, row) => {
    const ends = stack(shown, row) ?? [];
    return ends.slice(1).map((to, part) => ({ row, part, from: x(ends[part] ?? 0), to: x(to) }));
  });
  const bars = shown.map((_, own) => {
    const d = parts.map(({ row, part, from, to }) =>
      part === own ? pathData`M${from} ${middle(row) - thick / 2}H${to}v${thick}H${from}z` : '',
    );
    return svgNode('path', { ...fillOf(own), d: d.join('') });
  });
  const numbers = parts.map(({ row, part, from, to }) => {
    const text = format(Math.round(shown[part]?.values[row] ?? 0));
    const place = { x: (from + to) / 2, y: baseline(row) };
    return textWidth(text, size) + 6 > to - from ? '' : svgNode('text', place, text);
  });
  const marks = [
    ...bars,
    names,
    svgNode('g', { ...text, 'class': 'inside', 'fill': PAPER, 'text-anchor': 'middle' }, numbers.join('')),
  ];
  return { marks: marks.join('') };
}
