import { chartTable } from '../../../charts/chart-table.ts';
import { firstChosen, showSeries, toggleSeries } from '../../../charts/choose-series.ts';
import { valueFormat } from '../../../charts/numbers.ts';
import type { ChartDocument } from '../../../contract/chart-document.ts';
import type { ChartSettings } from '../../shared/chart-settings.ts';
import { element } from '../element.ts';
import type { Readout } from './readout.ts';

/** Above this number of series, the list has a filter. */
const MANY = 12;

/** Fills the list of series, and redraws the chart when the user changes the selection. */
export function offerSeries(
  figure: HTMLElement,
  choice: HTMLDetailsElement,
  whole: ChartDocument,
  readout: Readout,
  { texts, language }: ChartSettings,
): void {
  const group = choice.querySelector('fieldset');
  if (!group) return;
  const list = element('div', { class: 'chart-series' });
  const boxes = [...whole.series]
    .sort((a, b) => Number(b.shown) - Number(a.shown) || a.name.localeCompare(b.name, language))
    .map(({ name, shown }) => {
      const box = element('input', { type: 'checkbox', value: name });
      box.checked = shown;
      list.append(element('label', {}, box, name));
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
    const chart = showSeries(whole, chosen);
    readout.redraw(chart);
    rewriteTexts(figure, chart, valueFormat(language, whole.unit));
  });
  if (boxes.length > MANY) {
    const field = element('input', { 'type': 'search', 'placeholder': texts.search, 'aria-label': texts.search });
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

/** Updates a chart's table and caption, and removes the summary, which describes the series shown initially. */
function rewriteTexts(figure: HTMLElement, chart: ChartDocument, format: (value: number) => string): void {
  const rule = figure.querySelector('.chart-rule');
  const table = figure.querySelector<HTMLTableElement>('.chart-data table');
  if (rule) rule.textContent = chart.caption;
  figure.querySelector('.chart-summary')?.remove();
  if (!table) return;
  const { head, rows: lines } = chartTable(chart);
  table.tHead?.replaceChildren(element('tr', {}, ...head.map((name) => element('th', { scope: 'col' }, name))));
  table.tBodies[0]?.replaceChildren(
    ...lines.map(({ label, values }) => {
      const cells = values.map((value) => element('td', {}, value === null ? '–' : format(value)));
      return element('tr', {}, element('th', { scope: 'row' }, label), ...cells);
    }),
  );
}
