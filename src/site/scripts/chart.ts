/*
 * Interactive charts: they show the values at the pointer or at a position selected with the keyboard, and readers can choose what they show.
 * A chart's document is fetched on the first interaction with the chart. A failure to fetch it is announced to screen readers.
 */

import type { ChartDocument } from '../../contract/chart-document.ts';
import { chartFile } from '../../contract/routes.ts';
import type { ChartSettings } from '../shared/chart-settings.ts';
import styles from './chart/chart-tools.css?url';
import { offerCharts } from './chart/offer-charts.ts';
import { followReader, readoutOf } from './chart/readout.ts';
import { offerPicture } from './chart/save-picture.ts';
import { element } from './element.ts';
import { loadStyles } from './load-styles.ts';
import { readJson } from './read-json.ts';

for (const figure of document.querySelectorAll<HTMLElement>('.chart-figure')) offerPicture(figure);
for (const figure of document.querySelectorAll<HTMLElement>('[data-settings]')) answer(figure);

function answer(figure: HTMLElement): void {
  const plot = figure.querySelector<HTMLElement>('.chart-plot');
  if (!plot) return;
  const choice = figure.querySelector<HTMLDetailsElement>('.chart-choice');
  const settings = JSON.parse(figure.dataset.settings ?? '{}') as ChartSettings;
  const spoken = figure.appendChild(element('p', { 'class': 'visually-hidden', 'aria-live': 'polite' }));
  const load = async () => {
    const file = settings.prefix + chartFile('data', settings.config);
    const [chart] = await Promise.all([readJson<ChartDocument>(file), loadStyles(styles)]);
    return { chart, readout: readoutOf(plot, spoken, chart, settings) };
  };
  let loaded: ReturnType<typeof load> | null = null;
  /** Loads the chart on the first interaction. After a failure, the next interaction tries again. */
  const turnTo = async () => {
    loaded ??= load();
    try {
      return await loaded;
    } catch {
      loaded = null;
      spoken.textContent = settings.texts.failed;
      return null;
    }
  };
  followReader(plot, async () => (await turnTo())?.readout ?? null);
  if (figure.closest('.embed')) void import('./chart/fit-frame.ts').then(({ fitFrame }) => fitFrame(plot, turnTo));
  if (!choice) return;
  choice.hidden = 'empty' in choice.dataset;
  let isOffered = false;
  const offer = async (): Promise<void> => {
    const made = await turnTo();
    if (made && !isOffered) offerCharts(figure, choice, made.chart, made.readout, settings);
    isOffered ||= made !== null;
  };
  choice.addEventListener('toggle', offer);
  if (/[?&](?:y|at|show)=/.test(location.search)) void offer();
}
