/*
 * Interactive charts: they show the values at the pointer or at a position selected with the keyboard, and readers can choose the series.
 * A chart's document is fetched on the first interaction with the chart. A failure to fetch it is announced to screen readers.
 */

import type { ChartDocument } from '../../contract/chart-document.ts';
import type { ChartSettings } from '../shared/chart-settings.ts';
import { offerSeries } from './chart/offer-series.ts';
import { isReadoutKey } from './chart/positions.ts';
import { type Readout, readoutOf } from './chart/readout.ts';
import { offerPicture } from './chart/save-picture.ts';
import { element } from './element.ts';

for (const figure of document.querySelectorAll<HTMLElement>('.chart-figure')) offerPicture(figure);
for (const figure of document.querySelectorAll<HTMLElement>('[data-chart]')) answer(figure);

function answer(figure: HTMLElement): void {
  const plot = figure.querySelector<HTMLElement>('.chart-plot');
  const { chart: url = '', settings: json = '{}' } = figure.dataset;
  if (!plot) return;
  const choice = figure.querySelector<HTMLDetailsElement>('.chart-choice');
  const settings = JSON.parse(json) as ChartSettings;
  plot.tabIndex = 0;
  plot.role = 'group';
  plot.ariaLabel = plot.dataset.label ?? '';
  const panel = plot.appendChild(element('div', { 'class': 'chart-panel', 'hidden': '', 'aria-hidden': 'true' }));
  const spoken = figure.appendChild(element('p', { 'class': 'visually-hidden', 'aria-live': 'polite' }));
  if (choice) choice.hidden = false;

  const load = async (): Promise<Readout> => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(String(response.status));
    const chart = (await response.json()) as ChartDocument;
    const made = readoutOf({ plot, panel, spoken }, chart, settings);
    if (choice) offerSeries(figure, choice, chart, made, settings);
    return made;
  };
  let loaded: Promise<Readout | null> | null = null;
  /** Loads the chart on the first interaction. After a failure, the next interaction tries again. */
  const turnTo = (): Promise<Readout | null> => {
    loaded ??= load().catch(() => {
      loaded = null;
      spoken.textContent = settings.texts.failed;
      return null;
    });
    return loaded;
  };
  plot.addEventListener('pointerenter', turnTo);
  plot.addEventListener('focus', turnTo);
  choice?.addEventListener('toggle', turnTo);
  const follow = async (event: PointerEvent): Promise<void> => (await loaded)?.showAt(event.clientX);
  plot.addEventListener('pointermove', follow);
  plot.addEventListener('pointerdown', follow);
  const leave = async (): Promise<void> => (await loaded)?.hide();
  plot.addEventListener('pointerleave', leave);
  plot.addEventListener('blur', leave);
  plot.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !isReadoutKey(event.key)) return;
    event.preventDefault();
    turnTo().then((readout) => readout?.move(event.key));
  });
}
