import { linearScale } from '../../../charts/drawing/axes.ts';
import {
  type Body,
  CHART_SIZE,
  type DrawOptions,
  frame,
  NARROW_SIZE,
  WIDE_BARE,
} from '../../../charts/drawing/frame.ts';
import { drawLines } from '../../../charts/drawing/lines.ts';
import { seriesFormat } from '../../../charts/numbers.ts';
import type { ChartDocument } from '../../../contract/chart-document.ts';
import type { ChartSettings } from '../../shared/chart-settings.ts';
import { element, shape } from '../element.ts';
import { indexAfterKey, isReadoutKey, nearestIndex } from './positions.ts';

/** Scale of drawings for narrow windows. */
const NARROW_SCALE = 0.88;

/** Shows the values at one position: a line through the drawing, a point for each value of a line chart, and a panel next to them. */
export type Readout = ReturnType<typeof readoutOf>;

type Bodies = { readonly [Kind in ChartDocument['kind']]?: Body };

/** Settings of a readout. `id` is the prefix of the drawings' ids; absent for the main chart. */
type ReadoutSettings = Omit<DrawOptions, 'width' | 'height' | 'direction'> & Pick<ChartSettings, 'texts'>;

/** Adds a panel of values to the drawings in `plot`. Text for screen readers is put into `spoken`. */
export function readoutOf(plot: HTMLElement, spoken: HTMLElement, first: ChartDocument, settings: ReadoutSettings) {
  const panel = plot.appendChild(element('div', { 'class': 'chart-panel', 'hidden': '', 'aria-hidden': 'true' }));
  let chart = first;
  let known: Bodies = {};
  let at: number | null = null;
  let marks: Element | null = null;
  const isBins = (): boolean => chart.kind === 'histogram' || chart.kind === 'columns';

  const hide = (): void => {
    at = null;
    panel.hidden = true;
    marks?.remove();
    marks = null;
    spoken.textContent = '';
  };

  /** Values of the displayed series at a position, also as texts. `colour` counts from 1. */
  const valuesAt = (index: number) =>
    chart.series
      .filter(({ shown }) => shown)
      .map((one, place) => {
        const value = one.values[index] ?? null;
        const written = seriesFormat(chart, one, settings.language)(value) ?? settings.texts.noValue;
        return { name: one.name, value, written, colour: (one.colour ?? place) + 1, place };
      });

  const show = (index: number): void => {
    if (index === at) return;
    hide();
    at = index;
    const drawing = displayed(plot);
    if (!drawing) return;
    const { svg, left, top, right, bottom, unit, heightOf, dots } = drawing;
    const { positions } = chart.x;
    const x = linearScale(positions[0] ?? 0, positions.at(-1) ?? 0, left, right);
    const start = positions[index] ?? 0;
    const [dotX, dotY] = dots[index] ?? [];
    const here = dotX ?? x(isBins() ? start / 2 + (positions[index + 1] ?? start) / 2 : start);
    marks = shape('g', { class: 'chart-marks' });
    if (dotY !== undefined) marks.append(shape('circle', { cx: here, cy: dotY, r: 5, class: 't1' }));
    else marks.append(shape('path', { d: `M${here} ${top}V${bottom}` }));
    const values = valuesAt(index);
    for (const { value, colour, place } of values) {
      if (value !== null && /lines|panels/.test(chart.kind))
        marks.append(shape('circle', { cx: here, cy: heightOf(value, place), r: 4, class: `t${colour}` }));
    }
    svg.append(marks);
    const isNamed = values.length > 1 || isBins();
    const rows = values
      .sort((a, b) => (b.value ?? Number.NEGATIVE_INFINITY) - (a.value ?? Number.NEGATIVE_INFINITY))
      .map(({ name, written, colour }) => {
        const parts = [element('bdi', {}, isNamed ? name : ''), element('b', {}, written)];
        return element('span', { class: `chart-value t${colour}` }, ...parts);
      });
    panel.replaceChildren(element('strong', {}, chart.x.labels[index] ?? ''), ...rows);
    const isLate = here > (left + right) / 2;
    panel.hidden = false;
    panel.style.left = isLate ? '' : `${here * unit + 12}px`;
    panel.style.right = isLate ? `${svg.getBoundingClientRect().width - here * unit + 12}px` : '';
    panel.style.top = `${top * unit}px`;
  };

  const svgOf = (size: Pick<DrawOptions, 'width' | 'height' | 'id'>): string => {
    const direction = document.dir === 'rtl' ? 'rtl' : 'ltr';
    return frame(chart, { ...settings, direction, ...size }, known[chart.kind] ?? drawLines);
  };

  return {
    hide,
    /** The chart as an SVG that is complete by itself. */
    picture: () => svgOf(CHART_SIZE),
    /** Draws a chart, by default the same again, in its place. `bodies` draw the kinds of charts; by default, those of the last time. */
    redraw(next = chart, bodies = known) {
      hide();
      [chart, known] = [next, bodies];
      const { clientWidth: width, clientHeight: height } = plot;
      // An embedded chart fills its frame, and is scaled like one on a phone.
      const framed = { width: width / NARROW_SCALE, height: height / NARROW_SCALE, isBare: true };
      const sizes = plot.closest('.embed') ? [framed] : [WIDE_BARE, NARROW_SIZE];
      const drawings = sizes.map((size, index) => {
        const text = svgOf({ ...size, id: `${settings.id ?? 'chart'}-${index}` });
        return new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
      });
      plot.replaceChildren(...drawings, panel);
    },
    /** Shows the values nearest to a place in the viewport, in CSS pixels. Only dots have a vertical place. */
    showAt(clientX: number, clientY: number) {
      const drawing = displayed(plot);
      if (!drawing) return;
      const { svg, left, right, unit, dots } = drawing;
      const box = svg.getBoundingClientRect();
      const [x, y] = [(clientX - box.left) / unit, (clientY - box.top) / unit];
      if (dots.length > 0) {
        const distances = dots.map(([ofX = 0, ofY = 0]) => Math.hypot(ofX - x, ofY - y));
        return show(nearestIndex(distances, 0));
      }
      const share = Math.min(1, Math.max(0, (x - left) / (right - left)));
      const { positions, labels } = chart.x;
      const [from, to] = [positions[0] ?? 0, positions.at(-1) ?? 0];
      const place = from + share * (to - from);
      const found = isBins() ? positions.findLastIndex((edge) => edge <= place) : nearestIndex(positions, place);
      show(Math.min(found, labels.length - 1));
    },
    /** Moves the readout in response to a key and announces the values to screen readers. Escape closes the readout. */
    move(key: string) {
      const { labels } = chart.x;
      const index = indexAfterKey(key, at, labels.length);
      if (index === null) return hide();
      show(index);
      const values = valuesAt(index).map(({ name, written }) => `${name} ${written}`);
      spoken.textContent = `${labels[index] ?? ''}: ${values.join('; ')}`;
    },
  };
}

/** Shows values at the pointer, or when keys are pressed, by means of the readout that `turnTo` loads or has loaded. */
export function followReader(plot: HTMLElement, turnTo: () => Promise<Readout | null>): void {
  plot.tabIndex = 0;
  plot.role = 'group';
  plot.ariaLabel = plot.dataset.label ?? '';
  let isTouched = false;
  const follow = async ({ pointerType, clientX, clientY }: PointerEvent): Promise<void> => {
    isTouched ||= pointerType === 'touch';
    (await turnTo())?.showAt(clientX, clientY);
  };
  const leave = async (): Promise<void> => (await turnTo())?.hide();
  for (const type of ['pointerenter', 'pointermove', 'pointerdown'] as const) plot.addEventListener(type, follow);
  plot.addEventListener('focus', turnTo);
  // A finger that is lifted leaves too, but its reader goes on reading, until another place is touched.
  plot.addEventListener('pointerleave', ({ pointerType }) => pointerType !== 'touch' && leave());
  plot.addEventListener('blur', leave);
  document.addEventListener('pointerdown', ({ target }) => isTouched && !plot.contains(target as Node) && leave());
  plot.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !isReadoutKey(event.key)) return;
    event.preventDefault();
    turnTo().then((readout) => readout?.move(event.key));
  });
}

/**
 * The visible drawing, with the edges of its plots, heights of values and places of dots; null if no drawing is visible, or if all its values
 * are written in it. `unit` is CSS pixels per drawing unit.
 */
function displayed(plot: HTMLElement) {
  for (const svg of plot.querySelectorAll<SVGSVGElement>('svg[data-plot]')) {
    const { width } = svg.getBoundingClientRect();
    const numbers = (svg.dataset.plot ?? '').split(' ').map(Number);
    const [left = 0, top = 0, right = 0] = numbers;
    const bottom = numbers.at(-3) ?? 0;
    const unit = width / svg.viewBox.baseVal.width;
    /** Height of a value in the plot of a series: its own, or the only one. */
    const heightOf = (value: number, place: number): number => {
      const [, up = top, , down = bottom, low = 0, high = 1] = numbers.slice((place * 6) % numbers.length);
      return linearScale(low, high, down, up)(value);
    };
    const path = svg.querySelector('.chart-dots')?.getAttribute('d') ?? '';
    const dots = [...path.matchAll(/M(\S+) (\S+?)h/g)].map((match) => match.slice(1).map(Number));
    if (width > 0 && Number.isFinite(unit)) return { svg, left, top, right, bottom, unit, heightOf, dots };
  }
  return null;
}
