import { linearScale } from '../../../charts/drawing/axes.ts';
import { type Body, CHART_SIZE, type DrawOptions, frame, NARROW_SIZE } from '../../../charts/drawing/frame.ts';
import { drawLines } from '../../../charts/drawing/lines.ts';
import { valueFormat } from '../../../charts/numbers.ts';
import type { ChartDocument } from '../../../contract/chart-document.ts';
import type { ChartSettings } from '../../shared/chart-settings.ts';
import { element, shape } from '../element.ts';
import { indexAfterKey, isReadoutKey, nearestIndex } from './positions.ts';

/** Shows the values at one position: a line through the drawing, a point for each value of a line chart, and a panel next to them. */
export interface Readout {
  /** Draws another chart in its place. `body` draws charts of its kind; absent for lines. */
  redraw(chart: ChartDocument, body?: Body): void;
  /** Shows the values nearest to a horizontal position in the viewport, in CSS pixels. */
  showAt(clientX: number): void;
  /** Moves the readout in response to a key and announces the values to screen readers. Escape closes the readout. */
  move(key: string): void;
  hide(): void;
}

/** Settings of a readout. `id` is the prefix of the drawings' ids; absent for the main chart. */
type ReadoutSettings = Omit<DrawOptions, 'width' | 'height' | 'direction'> & Pick<ChartSettings, 'texts'>;

/** Adds a panel of values to the drawings in `plot`. Text for screen readers is put into `spoken`. */
export function readoutOf(
  plot: HTMLElement,
  spoken: HTMLElement,
  first: ChartDocument,
  settings: ReadoutSettings,
): Readout {
  const panel = plot.appendChild(element('div', { 'class': 'chart-panel', 'hidden': '', 'aria-hidden': 'true' }));
  let chart = first;
  let at: number | null = null;
  let marks: Element | null = null;
  const isBins = (): boolean => chart.kind !== 'lines';
  const written = (value: number | null): string =>
    value === null
      ? settings.texts.noValue
      : valueFormat(settings.language, chart.kind === 'histogram' ? null : chart.unit)(value);

  const hide = (): void => {
    at = null;
    panel.hidden = true;
    marks?.remove();
    marks = null;
    spoken.textContent = '';
  };

  /** Values of the displayed series at a position. `colour` counts from 1. */
  const valuesAt = (index: number): { name: string; value: number | null; colour: number }[] =>
    chart.series
      .filter(({ shown }) => shown)
      .map(({ name, values, colour }, place) => ({
        name,
        value: values[index] ?? null,
        colour: (colour ?? place) + 1,
      }));

  const show = (index: number): void => {
    if (index === at) return;
    hide();
    at = index;
    const drawing = displayed(plot);
    if (!drawing) return;
    const { svg, left, top, right, bottom, low, high, unit } = drawing;
    const { positions } = chart.x;
    const x = linearScale(positions[0] ?? 0, positions.at(-1) ?? 0, left, right);
    const y = linearScale(low, high, bottom, top);
    const start = positions[index] ?? 0;
    const here = x(isBins() ? start / 2 + (positions[index + 1] ?? start) / 2 : start);
    marks = shape('g', { class: 'chart-marks' });
    marks.append(shape('path', { d: `M${here} ${top}V${bottom}` }));
    for (const { value, colour } of valuesAt(index)) {
      if (value !== null && !isBins())
        marks.append(shape('circle', { cx: here, cy: y(value), r: 4, class: `t${colour}` }));
    }
    svg.append(marks);
    fillPanel(index);
    const isLate = here > (left + right) / 2;
    panel.hidden = false;
    panel.style.left = isLate ? '' : `${here * unit + 12}px`;
    panel.style.right = isLate ? `${svg.getBoundingClientRect().width - here * unit + 12}px` : '';
    panel.style.top = `${top * unit}px`;
  };

  const fillPanel = (index: number): void => {
    const values = valuesAt(index);
    const isNamed = values.length > 1 || isBins();
    const rows = values
      .sort((a, b) => (b.value ?? Number.NEGATIVE_INFINITY) - (a.value ?? Number.NEGATIVE_INFINITY))
      .map(({ name, value, colour }) => {
        const parts = [element('bdi', {}, isNamed ? name : ''), element('b', {}, written(value))];
        return element('span', { class: `chart-value t${colour}` }, ...parts);
      });
    panel.replaceChildren(element('strong', {}, chart.x.labels[index] ?? ''), ...rows);
  };

  return {
    hide,
    redraw(next, body = drawLines) {
      hide();
      chart = next;
      const { id = 'chart' } = settings;
      const direction = document.dir === 'rtl' ? 'rtl' : 'ltr';
      const sizes = [
        { ...CHART_SIZE, id },
        { ...NARROW_SIZE, id: `${id}-narrow` },
      ];
      const drawings = plot.querySelectorAll('svg');
      for (const [index, size] of sizes.entries()) {
        const text = frame(chart, { ...settings, direction, ...size }, body);
        const { documentElement } = new DOMParser().parseFromString(text, 'image/svg+xml');
        if (drawings[index]) drawings[index].replaceWith(documentElement);
        else panel.before(documentElement);
      }
    },
    showAt(clientX) {
      const drawing = displayed(plot);
      if (!drawing) return;
      const { svg, left, right, unit } = drawing;
      const x = (clientX - svg.getBoundingClientRect().left) / unit;
      const share = Math.min(1, Math.max(0, (x - left) / (right - left)));
      const { positions, labels } = chart.x;
      const [from, to] = [positions[0] ?? 0, positions.at(-1) ?? 0];
      const place = from + share * (to - from);
      const found = isBins() ? positions.findLastIndex((edge) => edge <= place) : nearestIndex(positions, place);
      show(Math.min(found, labels.length - 1));
    },
    move(key) {
      const { labels } = chart.x;
      const index = indexAfterKey(key, at, labels.length);
      if (index === null) return hide();
      show(index);
      const values = valuesAt(index).map(({ name, value }) => `${name} ${written(value)}`);
      spoken.textContent = `${labels[index] ?? ''}: ${values.join('; ')}`;
    },
  };
}

/** Shows values at the pointer, or when keys are pressed, by means of the readout that `turnTo` loads or has loaded. */
export function followReader(plot: HTMLElement, turnTo: () => Promise<Readout | null>): void {
  plot.tabIndex = 0;
  plot.role = 'group';
  plot.ariaLabel = plot.dataset.label ?? '';
  const follow = async (event: PointerEvent): Promise<void> => (await turnTo())?.showAt(event.clientX);
  const leave = async (): Promise<void> => (await turnTo())?.hide();
  for (const type of ['pointerenter', 'pointermove', 'pointerdown'] as const) plot.addEventListener(type, follow);
  plot.addEventListener('focus', turnTo);
  plot.addEventListener('pointerleave', leave);
  plot.addEventListener('blur', leave);
  plot.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !isReadoutKey(event.key)) return;
    event.preventDefault();
    turnTo().then((readout) => readout?.move(event.key));
  });
}

/** The visible drawing, with its plot's edges and value range; null if none is visible, or if all its values are written in it. `unit` is CSS pixels per drawing unit. */
function displayed(plot: HTMLElement) {
  for (const svg of plot.querySelectorAll<SVGSVGElement>('svg[data-plot]')) {
    const { width } = svg.getBoundingClientRect();
    const numbers = (svg.dataset.plot ?? '').split(' ').map(Number);
    const [left = 0, top = 0, right = 0, bottom = 0, low = 0, high = 1] = numbers;
    const unit = width / svg.viewBox.baseVal.width;
    if (width > 0 && Number.isFinite(unit)) return { svg, left, top, right, bottom, low, high, unit };
  }
  return null;
}
