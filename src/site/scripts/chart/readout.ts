import { linearScale } from '../../../charts/drawing/axes.ts';
import { CHART_SIZE, frame, NARROW_SIZE } from '../../../charts/drawing/frame.ts';
import { drawLines } from '../../../charts/drawing/lines.ts';
import { valueFormat } from '../../../charts/numbers.ts';
import type { ChartDocument } from '../../../contract/chart-document.ts';
import type { ChartSettings } from '../../shared/chart-settings.ts';
import { element } from '../element.ts';
import { indexAfterKey, nearestIndex } from './positions.ts';

/** Where a readout is shown: the drawings, the panel of values above them, and the text for screen readers. */
interface ReadoutPlaces {
  plot: HTMLElement;
  panel: HTMLElement;
  spoken: HTMLElement;
}

/** Shows the values at one position: a line through the drawing, a point on every series, and a panel beside them. */
export class Readout {
  readonly #plot: HTMLElement;
  readonly #panel: HTMLElement;
  readonly #spoken: HTMLElement;
  readonly #settings: ChartSettings;
  document: ChartDocument;
  #at: number | null = null;
  #marks: Element | null = null;

  constructor({ plot, panel, spoken }: ReadoutPlaces, document: ChartDocument, settings: ChartSettings) {
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
    const found = isBins ? positions.findLastIndex((edge) => edge <= place) : nearestIndex(positions, place);
    this.#show(Math.min(found, labels.length - 1));
  }

  /** Goes where a key leads, and says the values there; Escape ends the readout. */
  move(key: string): void {
    const at = indexAfterKey(key, this.#at, this.document.x.labels.length);
    if (at === null) {
      this.hide();
      return;
    }
    this.#show(at);
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
    const marks = shape('g', { class: 'chart-marks' });
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
    const title = element('strong', {}, this.document.x.labels[at] ?? '');
    const rows = this.#shown()
      .map((series, index) => ({ series, index, value: series.values[at] ?? null }))
      .sort((a, b) => (b.value ?? Number.NEGATIVE_INFINITY) - (a.value ?? Number.NEGATIVE_INFINITY))
      .map(({ series, index, value }) => {
        const name = this.#shown().length > 1 || this.document.kind === 'histogram' ? series.name : '';
        const kind = `chart-value t${(series.colour ?? index) + 1}`;
        return element('span', { class: kind }, element('bdi', {}, name), element('b', {}, this.#written(value)));
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

/** An element of a drawing. */
function shape(name: string, attributes: Readonly<Record<string, string | number>>): Element {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
