import { chartTable } from '../../../charts/chart-table.ts';
import { type ChosenSeries, firstChosen, showSeries, toggleSeries } from '../../../charts/choose-series.ts';
import { headingOf } from '../../../charts/drawing/frame.ts';
import type { ChartDocument } from '../../../contract/chart-document.ts';
import { escapeXml } from '../../../contract/escape-xml.ts';
import type { ChartSettings } from '../../shared/chart-settings.ts';
import type { Say } from '../asking/ask-table.ts';
import { element } from '../element.ts';
import { keepInAddress } from '../keep-in-address.ts';
import { pressable } from '../pressable.ts';
import type { AskedCharts } from './asked-charts.ts';
import { type ChosenChart, joined, readChosen } from './chosen-chart.ts';
import type { Readout } from './readout.ts';

/** Above this number of series, the list has a filter. */
const MANY = 12;
/** Maximum number of series that are listed at a time. */
const MAX_LISTED = 200;

/** Lets readers choose what a chart shows, beginning with what the address asks for. */
export function offerCharts(
  figure: HTMLElement,
  choice: HTMLDetailsElement,
  published: ChartDocument,
  readout: Readout,
  settings: ChartSettings,
): void {
  const { texts, language, canAsk } = settings;
  const group = choice.querySelector('fieldset') as HTMLFieldSetElement;
  const [tools, list] = [element('div', { class: 'row-tools' }), element('div', { class: 'chart-series' })];
  const field = element('input', { 'type': 'search', 'placeholder': texts.search, 'aria-label': texts.search });
  const status = element('p', { class: 'note', role: 'status' });
  const say: Say = (...parts) => status.replaceChildren(...parts);
  let asked = readChosen(location.search);
  const isAsked = [asked.y, ...asked.at, ...asked.show].some(Boolean);
  const lines = published.kind === 'lines' ? published : { ...published, series: [] };
  let chosen: readonly ChosenSeries[] = firstChosen(lines);
  let names = lines.series.map(({ name }) => name);
  let all: string[] | null = null;
  let charts: AskedCharts | null = null;
  let latest = 0;
  group.before(tools);
  group.append(field, list);
  choice.append(status);
  listSeries();
  field.addEventListener('input', listSeries);
  list.addEventListener('change', ({ target }) => {
    const { value, checked } = target as HTMLInputElement;
    chosen = checked || chosen.length > 1 ? toggleSeries(chosen, value) : [];
    const last = Math.max(-1, ...chosen.map(({ colour }) => colour));
    const ofColour = (_: unknown, at: number) => chosen.find(({ colour }) => colour === at)?.name ?? '';
    void show({ show: Array.from({ length: last + 1 }, ofColour) });
  });
  if (canAsk) tools.append(pressable(texts.more, offerOthers));
  if (isAsked) {
    chosen = asked.show.map((name, colour) => ({ name, colour })).filter(({ name }) => name);
    void load(() => show({}));
  }

  /** Loads what other charts are made with, unless it is there, and then calls `act`. */
  async function load(act: (charts: AskedCharts) => unknown): Promise<void> {
    try {
      const { askedCharts } = await import('./asked-charts.ts');
      charts ??= await askedCharts(settings, published, say);
      await act(charts);
    } catch {
      say(texts.failed);
    }
  }

  async function offerOthers(button: HTMLButtonElement): Promise<void> {
    await load(async ({ offer }) => {
      all = await offer(tools, asked, show);
      names = all ?? names;
      listSeries();
      button.remove();
      tools.querySelector('select')?.focus();
    });
  }

  /** Lists the series that the filter finds, those that are shown first. */
  function listSeries(): void {
    const { compare } = new Intl.Collator(language);
    const isShown = (name: string): boolean => chosen.some((series) => series.name === name);
    const wanted = field.value.trim().toLowerCase();
    const found = names.filter((name) => name.toLowerCase().includes(wanted));
    const boxes = found
      .sort((a, b) => Number(isShown(b)) - Number(isShown(a)) || compare(a, b))
      .slice(0, MAX_LISTED)
      .map((value) => element('label', {}, element('input', { type: 'checkbox', value }), value));
    list.replaceChildren(...boxes);
    field.hidden = names.length <= MANY;
    tick();
  }

  function tick(): void {
    for (const box of list.querySelectorAll('input')) {
      box.checked = chosen.some(({ name }) => name === box.value);
      box.disabled = box.checked && chosen.length === 1 && lines === published;
    }
    group.hidden = asked.at.length > 0 || names.length < 2;
  }

  async function show(change: Partial<ChosenChart>): Promise<void> {
    asked = { ...asked, ...change };
    latest += 1;
    const own = latest;
    tick();
    try {
      const chart = charts ? await charts.chartOf(asked) : published;
      if (own !== latest) return;
      say(chart ? '' : (charts?.texts.unfit ?? ''));
      if (chart) draw(chart);
    } catch {
      if (own === latest) say(texts.failed);
    }
  }

  function draw(chart: ChartDocument): void {
    const isChosen = chart.kind === 'lines' && asked.show.length > 0;
    const drawn = isChosen ? showSeries(chart, chosen) : chart;
    readout.redraw(drawn, charts?.bodies);
    rewriteTexts(figure, drawn, settings);
    if (chart.kind === 'lines' && !isChosen) {
      chosen = firstChosen(chart);
      names = all ?? chart.series.map(({ name }) => name);
      listSeries();
    }
    const parameters = { y: asked.y, at: joined(asked.at), show: joined(asked.show) };
    keepInAddress(parameters);
    const link = figure.querySelector<HTMLAnchorElement>('.chart-files a');
    if (link) link.href = `data:image/svg+xml,${encodeURIComponent(readout.picture())}`;
    const code = document.querySelector('#embed-code code');
    const search = String(new URLSearchParams(Object.entries(parameters).filter(([, value]) => value)));
    const query = search && `?${escapeXml(search)}`;
    if (code) code.textContent = code.textContent.replace(/(src="[^"?]*)[^"]*/, (_, src: string) => src + query);
  }
}

/** Updates a chart's heading, table, caption and summary. */
function rewriteTexts(figure: HTMLElement, chart: ChartDocument, { title, language }: ChartSettings): void {
  const table = figure.querySelector<HTMLTableElement>('.chart-data table');
  const { heading, below } = headingOf(chart, title, language);
  figure.querySelector('h2')?.replaceChildren(heading);
  figure.querySelector('.chart-unit')?.replaceChildren(below);
  figure.querySelector('.chart-rule')?.replaceChildren(chart.caption);
  figure.querySelector('.chart-summary')?.replaceChildren(...chart.details.map((detail) => element('li', {}, detail)));
  if (!table) return;
  const { head, rows: lines } = chartTable(chart, language);
  table.tHead?.replaceChildren(element('tr', {}, ...head.map((name) => element('th', { scope: 'col' }, name))));
  table.tBodies[0]?.replaceChildren(
    ...lines.map(([label = '', ...cells]) =>
      element('tr', {}, element('th', { scope: 'row' }, label), ...cells.map((cell) => element('td', {}, cell))),
    ),
  );
}
