/*
 * Charts that answer: the values under the pointer or, with the arrow keys, at any time, and a choice of other series. Nothing is fetched before a reader turns to a
 * chart.
 */

import type { ChartDocument } from '../charts/chart-data.ts';
import { chartTable } from '../charts/chart-table.ts';
import { firstChosen, showSeries, toggleSeries } from '../charts/choose-series.ts';
import { linearScale } from '../charts/drawing/axes.ts';
import { CHART_SIZE, type DrawOptions, frame, NARROW_SIZE } from '../charts/drawing/frame.ts';
import { drawLines } from '../charts/drawing/lines.ts';
import { valueFormat } from '../charts/numbers.ts';
import { loadOnce } from './load-once.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** From this many series on, there is a field to find one. */
const MANY = 12;
/** Positions that Page Up and Page Down pass over. */
const LEAP = 10;

type Settings = Omit<DrawOptions, 'width' | 'height' | 'texts'> & {
  texts: DrawOptions['texts'] & { noValue: string; failed: string; search: string };
};

for (const figure of document.querySelectorAll<HTMLElement>('[data-chart]')) enhance(figure);

function enhance(figure: HTMLElement): void {
  const plot = figure.querySelector<HTMLElement>('.chart-plot');
  const { chart: url = '', settings: json = '{}' } = figure.dataset;
  if (!plot) return;
  const choice = figure.querySelector<HTMLDetailsElement>('.chart-choice');
  const settings = JSON.parse(json) as Settings;
  plot.tabIndex = 0;
  plot.role = 'group';
  plot.ariaLabel = plot.dataset.label ?? '';
  const panel = plot.appendChild(make('div', 'chart-panel'));
  panel.hidden = true;
  panel.ariaHidden = 'true';
  const spoken = figure.appendChild(make('p', 'visually-hidden'));
  spoken.ariaLive = 'polite';
  if (choice) choice.hidden = false;

  const load = loadOnce(
    async () => {
      const response = await fetch(url);
      if (!response.ok) throw new Error(String(response.status));
      const made = new Readout(plot, panel, spoken, (await response.json()) as ChartDocument, settings);
      if (choice) offerSeries(figure, choice, made, settings);
      return made;
    },
    () => {
      spoken.textContent = settings.texts.failed;
    },
  );
  const turnTo = () => load(true);
  plot.addEventListener('pointerenter', turnTo);
  plot.addEventListener('focus', turnTo);
  choice?.addEventListener('toggle', turnTo);
  const follow = async (event: PointerEvent): Promise<void> => (await load(false))?.showAt(event.clientX);
  plot.addEventListener('pointermove', follow);
  plot.addEventListener('pointerdown', follow);
  const leave = async (): Promise<void> => (await load(false))?.hide();
  plot.addEventListener('pointerleave', leave);
  plot.addEventListener('blur', leave);
  plot.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.key in STEPS)) return;
    event.preventDefault();
    load(true).then((loaded) => loaded?.move(event.key));
  });
}

/** Where each key leads from a position; the second number is how many positions there are. */
const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  PageUp: (at) => at - LEAP,
  PageDown: (at) => at + LEAP,
  Home: () => 0,
  End: (_, count) => count - 1,
  Escape: () => -1,
};

/** Shows the values at one position: a line through the drawing, a point on every series, and a panel beside them. */
class Readout {
  readonly #plot: HTMLElement;
  readonly #panel: HTMLElement;
  readonly #spoken: HTMLElement;
  readonly #settings: Settings;
  document: ChartDocument;
  #at: number | null = null;
  #marks: SVGGElement | null = null;

  constructor(plot: HTMLElement, panel: HTMLElement, spoken: HTMLElement, document: ChartDocument, settings: Settings) {
    this.#plot = plot;
    this.#panel = panel;
    this.#spoken = spoken;
    this.document = document;
    this.#settings = settings;
  }

  /** Draws the chart anew, with other series. */
  redraw(document: ChartDocument): void {
    this.hide();
    this.document = document;
    const sizes = [
      { ...CHART_SIZE, id: 'chart' },
      { ...NARROW_SIZE, id: 'chart-narrow' },
    ];
    const drawings = this.#plot.querySelectorAll('svg');
    for (const [index, size] of sizes.entries()) {
      const options = { ...this.#settings, ...size };
      const text = frame(document, options, (area) => drawLines(document, options, area));
      drawings[index]?.replaceWith(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement);
    }
  }

  /** Shows the values nearest to a place on the screen. */
  showAt(clientX: number): void {
    const drawing = this.#drawing();
    if (!drawing) return;
    const { svg, left, right, unit } = drawing;
    const x = (clientX - svg.getBoundingClientRect().left) / unit;
    const share = Math.min(1, Math.max(0, (x - left) / (right - left)));
    const { positions, labels } = this.document.x;
    const [from, to] = [positions[0] ?? 0, positions.at(-1) ?? 0];
    const place = from + share * (to - from);
    const isBins = this.document.kind === 'histogram';
    const found = isBins ? positions.findLastIndex((edge) => edge <= place) : nearest(positions, place);
    this.#show(Math.min(found, labels.length - 1));
  }

  move(key: string): void {
    const count = this.document.x.labels.length;
    const step = STEPS[key];
    if (!step) return;
    if (key === 'Escape') {
      this.hide();
      return;
    }
    const start = this.#at ?? (key === 'ArrowLeft' || key === 'PageUp' ? count : -1);
    this.#show(Math.min(count - 1, Math.max(0, step(start, count))));
    this.#spoken.textContent = this.#words();
  }

  hide(): void {
    this.#at = null;
    this.#panel.hidden = true;
    this.#marks?.remove();
    this.#marks = null;
    this.#spoken.textContent = '';
  }

  /** The drawing that is displayed, with the place of its axes and the size of one of its units on the screen. */
  #drawing() {
    for (const svg of this.#plot.querySelectorAll('svg')) {
      const { width } = svg.getBoundingClientRect();
      const [left = 0, top = 0, right = 0, bottom = 0, low = 0, high = 1] = (svg.dataset.plot ?? '')
        .split(' ')
        .map(Number);
      if (width > 0 && svg.viewBox.baseVal.width > 0) {
        return { svg, left, top, right, bottom, low, high, unit: width / svg.viewBox.baseVal.width };
      }
    }
    return null;
  }

  #show(at: number): void {
    const drawing = this.#drawing();
    if (!drawing || at === this.#at) return;
    this.hide();
    this.#at = at;
    const { svg, left, top, right, bottom, low, high, unit } = drawing;
    const { positions } = this.document.x;
    const x = linearScale(positions[0] ?? 0, positions.at(-1) ?? 0, left, right);
    const y = linearScale(low, high, bottom, top);
    const isBins = this.document.kind === 'histogram';
    const start = positions[at] ?? 0;
    const here = x(isBins ? start / 2 + (positions[at + 1] ?? start) / 2 : start);
    const marks = document.createElementNS(SVG, 'g');
    marks.classList.add('chart-marks');
    marks.append(shape('path', { d: `M${here} ${top}V${bottom}` }));
    this.#shown().forEach(({ values, colour: own }, index) => {
      const colour = own ?? index;
      const value = values[at] ?? null;
      if (value !== null && !isBins) {
        marks.append(shape('circle', { cx: here, cy: y(value), r: 4, class: `t${colour + 1}` }));
      }
    });
    svg.append(marks);
    this.#marks = marks;
    this.#fillPanel(at);
    const isLate = here > (left + right) / 2;
    this.#panel.hidden = false;
    this.#panel.style.left = isLate ? '' : `${here * unit + 12}px`;
    this.#panel.style.right = isLate ? `${svg.getBoundingClientRect().width - here * unit + 12}px` : '';
    this.#panel.style.top = `${top * unit}px`;
  }

  #shown() {
    return this.document.series.filter(({ shown }) => shown);
  }

  #fillPanel(at: number): void {
    const title = make('strong', '');
    title.textContent = this.document.x.labels[at] ?? '';
    const rows = this.#shown()
      .map((series, index) => ({ series, index, value: series.values[at] ?? null }))
      .sort((a, b) => (b.value ?? Number.NEGATIVE_INFINITY) - (a.value ?? Number.NEGATIVE_INFINITY))
      .map(({ series, index, value }) => {
        const row = make('span', `chart-value t${(series.colour ?? index) + 1}`);
        const [name, number] = [make('bdi', ''), make('b', '')];
        name.textContent = this.#shown().length > 1 || this.document.kind === 'histogram' ? series.name : '';
        number.textContent = this.#written(value);
        row.append(name, number);
        return row;
      });
    this.#panel.replaceChildren(title, ...rows);
  }

  #written(value: number | null): string {
    const { texts, language } = this.#settings;
    const isCount = this.document.kind === 'histogram';
    return value === null ? texts.noValue : valueFormat(language, isCount ? null : this.document.unit)(value);
  }

  #words(): string {
    const at = this.#at ?? 0;
    const values = this.#shown().map(({ name, values: all }) => `${name} ${this.#written(all[at] ?? null)}`);
    return `${this.document.x.labels[at] ?? ''}: ${values.join('; ')}`;
  }
}

/** Fills the list of series. */
function offerSeries(
  figure: HTMLElement,
  choice: HTMLDetailsElement,
  readout: Readout,
  { texts, language }: Settings,
): void {
  const group = choice.querySelector('fieldset');
  if (!group) return;
  const whole = readout.document;
  const list = make('div', 'chart-series');
  const boxes = [...whole.series]
    .sort((a, b) => Number(b.shown) - Number(a.shown) || a.name.localeCompare(b.name, language))
    .map(({ name, shown }) => {
      const [label, box] = [make('label', ''), make('input', '')];
      box.type = 'checkbox';
      box.value = name;
      box.checked = shown;
      label.append(box, name);
      list.append(label);
      return box;
    });
  let chosen = firstChosen(whole);
  const tick = (): void => {
    for (const box of boxes) {
      box.checked = chosen.some(({ name }) => name === box.value);
      box.disabled = box.checked && chosen.length === 1;
    }
  };
  tick();
  list.addEventListener('change', ({ target }) => {
    chosen = toggleSeries(chosen, (target as HTMLInputElement).value);
    tick();
    readout.redraw(showSeries(whole, chosen));
    tell(figure, readout.document, valueFormat(language, whole.unit));
  });
  if (boxes.length > MANY) {
    const field = make('input', '');
    field.type = 'search';
    field.placeholder = texts.search;
    field.ariaLabel = texts.search;
    field.addEventListener('input', () => {
      const wanted = field.value.trim().toLowerCase();
      for (const box of boxes) {
        const { parentElement: label } = box;
        if (label) label.hidden = !box.value.toLowerCase().includes(wanted);
      }
    });
    group.append(field);
  }
  group.append(list);
}

/** Writes the table and the caption of a chart anew; the summary was about other series. */
function tell(figure: HTMLElement, chart: ChartDocument, format: (value: number) => string): void {
  const rule = figure.querySelector('.chart-rule');
  const table = figure.querySelector<HTMLTableElement>('.chart-data table');
  if (rule) rule.textContent = chart.caption;
  figure.querySelector('.chart-summary')?.remove();
  if (!table) return;
  const { head, rows: lines } = chartTable(chart);
  const cell = (name: 'th' | 'td', text: string, scope = ''): HTMLElement => {
    const made = make(name, '');
    made.textContent = text;
    if (scope) made.setAttribute('scope', scope);
    return made;
  };
  const row = (cells: HTMLElement[]): HTMLElement => {
    const made = make('tr', '');
    made.append(...cells);
    return made;
  };
  table.tHead?.replaceChildren(row(head.map((name) => cell('th', name, 'col'))));
  table.tBodies[0]?.replaceChildren(
    ...lines.map(({ label, values }) =>
      row([cell('th', label, 'row'), ...values.map((value) => cell('td', value === null ? '–' : format(value)))]),
    ),
  );
}

function nearest(positions: readonly number[], place: number): number {
  let best = 0;
  positions.forEach((position, index) => {
    if (Math.abs(position - place) < Math.abs((positions[best] ?? 0) - place)) best = index;
  });
  return best;
}

function make<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className) made.className = className;
  return made;
}

function shape(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
